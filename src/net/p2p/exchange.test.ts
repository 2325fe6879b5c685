import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeNodeInfo } from './messages.js';
import { createProbeContext } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { listen } from '../../sandbox/server.js';
import { type PeerHook, type PeerNodeOptions, startPeerNode } from '../../sandbox/peer-node.js';
import { withLimit } from '../abort.js';
import { exchangeInfo } from './exchange.js';
import { sealFrame } from './secret-connection.js';

async function exchange(port: number, announcedNetwork: string | null = null, limitMs?: number) {
  const context = createProbeContext(port);
  const limit = limitMs === undefined ? null : withLimit(context.signal, limitMs);
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
    limit?.clear();
  });
  await once(socket, 'connect');
  const signal = limit?.signal ?? context.signal;
  return exchangeInfo(socket, { address: 'peer', announcedNetwork }, { ...context, signal });
}

async function exchangeWith(options: PeerNodeOptions, limitMs?: number) {
  const node = await use(startPeerNode(options));
  return { node, exchanged: await exchange(node.port, null, limitMs) };
}

/** Exchanges with a server that is no node. */
async function exchangeWithServer(onConnection: (socket: Socket) => void, limitMs?: number) {
  const { port } = await use(listen(createServer(onConnection)));
  return exchange(port, null, limitMs);
}

const info = { network: 'sandbox-1', moniker: 'sandbox', version: '0.38.0' };

test('a node proves its id and says of what network it is', async () => {
  const { node, exchanged } = await exchangeWith({});
  expect(exchanged).toEqual({ peerId: node.peerId, info: { ...info, peerId: node.peerId }, failure: null });
  expect(node.seen.networks).toEqual([]);
});

test('a node learns of a network that is announced', async () => {
  const node = await use(startPeerNode({ followsNetwork: true }));
  expect((await exchange(node.port)).info?.network).toBe('sandbox-1');
  expect((await exchange(node.port, 'other-7')).info?.network).toBe('other-7');
  expect(node.seen.networks).toEqual(['other-7']);
});

test('what it says of itself may span frames, and come byte by byte', async () => {
  const { exchanged } = await exchangeWith({ moniker: 'm'.repeat(9_000) });
  expect(exchanged.info?.moniker).toHaveLength(301);
  const node = await use(startPeerNode());
  const drip = await use(
    listen(
      createServer((client) => {
        const upstream = connect({ port: node.port, host: '127.0.0.1' });
        upstream.on('error', () => undefined);
        client.on('data', (bytes) => upstream.write(bytes)).on('close', () => upstream.destroy());
        upstream.on('data', (bytes) => {
          for (const byte of bytes) client.write(Buffer.of(byte));
        });
      }),
    ),
  );
  expect((await exchange(drip.port)).info).toMatchObject(info);
});

test('bytes that come with the end of the connection are read', async () => {
  const { exchanged } = await exchangeWith({
    send: (phase, _message, { socket }) => {
      if (phase === 'info') setImmediate(() => socket.end());
      return undefined;
    },
  });
  expect(exchanged.info).toMatchObject(info);
});

describe('another protocol is named by its first bytes', () => {
  test.each<[string, string | Buffer]>([
    ['SSH-2.0-OpenSSH_9.6', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/1.1 400 Bad Request', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['\x15\x03\x01', Buffer.from([21, 3, 1, 0, 2, 2, 70])],
    ['\0\0\x12\x04', Buffer.from('000012040000000000', 'hex')],
    ['"junk', '"junk'],
  ])('%j', async (begins, bytes) => {
    const { failure } = await exchangeWithServer((socket) => socket.write(bytes));
    expect(failure?.code).toBe('peer/not-p2p');
    expect(JSON.stringify(failure?.data)).toContain(JSON.stringify(begins).slice(1, -1));
  });

  test('an echo', async () => {
    const { failure } = await exchangeWithServer((socket) => socket.pipe(socket));
    expect(failure).toEqual({ code: 'peer/not-p2p', data: { begins: null } });
  });

  test('junk without end, of which little is read', async () => {
    let sent = 0;
    const { failure } = await exchangeWithServer((socket) => {
      const send = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536, 0x7a))) sent += 65_536;
      };
      socket.on('drain', send).on('error', () => undefined);
      send();
    });
    expect(failure?.code).toBe('peer/not-p2p');
    expect(sent).toBeLessThan(64 << 20);
  });

  test('Amino, as Tendermint before 0.34', async () => {
    const { failure } = await exchangeWithServer((socket) =>
      socket.write(Buffer.concat([Buffer.from('2120', 'hex'), Buffer.alloc(32, 7)])),
    );
    expect(failure).toEqual({ code: 'peer/old-protocol', data: {} });
  });
});

describe('a handshake that is broken', () => {
  const keyMessage = (key: Buffer) => Buffer.concat([Buffer.from('220a20', 'hex'), key]);
  const inPhase =
    (phase: string, change: PeerHook): PeerHook =>
    (at, ...rest) =>
      at === phase ? change(at, ...rest) : undefined;
  const nonce = (count: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32LE(count, 4);
    return bytes;
  };
  const frame = (length: number, data: Buffer) => {
    const bytes = Buffer.alloc(1_028);
    bytes.writeUInt32LE(length);
    data.copy(bytes, 4);
    return bytes;
  };
  const sealed = (key: Buffer | null, count: number, plain: Buffer) =>
    sealFrame(key ?? Buffer.alloc(32), nonce(count), plain);

  test.each<[string, PeerHook, string]>([
    // Others are in test/faults/peers.ts.
    ['by a key of low order', inPhase('key', () => keyMessage(Buffer.alloc(32))), 'low order'],
    ['by a frame of other bytes', inPhase('signature', () => Buffer.alloc(1_044, 1)), 'not sealed'],
    [
      'by a frame that says it is longer',
      inPhase('signature', (_phase, message, { sendKey }) => sealed(sendKey, 0, frame(1_025, message))),
      'more than 1,024 bytes',
    ],
    [
      'by a signature of other bytes',
      inPhase('signature', (_phase, message, { sendKey }) => {
        const changed = Buffer.from(message);
        changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
        return sealed(sendKey, 0, frame(changed.length, changed));
      }),
      'signature of its key is wrong',
    ],
    [
      'by a key of another sort',
      inPhase('signature', (_phase, message, { sendKey }) => {
        const changed = Buffer.from(message);
        changed[3] = 0x12;
        return sealed(sendKey, 0, frame(changed.length, changed));
      }),
      'not a key and a signature of Ed25519',
    ],
    [
      'by what it says of itself, which is too much',
      inPhase('info', (_phase, _message, { sendKey }) =>
        sealed(sendKey, 1, frame(3, Buffer.from([0x81, 0x50, 0]))),
      ),
      'larger than 10240 bytes',
    ],
    [
      'by what it says of itself, which is something else',
      inPhase('info', (_phase, _message, { sendKey }) =>
        sealed(sendKey, 1, frame(3, Buffer.from([2, 0x22, 0x7f]))),
      ),
      'not a DefaultNodeInfo',
    ],
    [
      'by what it says of itself, which is nothing',
      inPhase('info', (_phase, _message, { sendKey }) => sealed(sendKey, 1, frame(1, Buffer.from([0])))),
      'has no id',
    ],
    [
      'by what it says of itself, which is of another node',
      inPhase('info', (_phase, _message, { sendKey }) => {
        const info = { peerId: '5b'.repeat(20), network: 'a-1', version: '0.38.0', moniker: 'm' };
        const message = writeNodeInfo(info);
        return sealed(sendKey, 1, frame(message.length, message));
      }),
      `has the id ${'5b'.repeat(20)}`,
    ],
    [
      'by frames without data, and without end',
      inPhase('info', (_phase, _message, { sendKey }) =>
        Buffer.concat(
          Array.from({ length: 60 }, (_, index) => sealed(sendKey, index + 1, frame(0, Buffer.alloc(0)))),
        ),
      ),
      'more than 40 frames',
    ],
  ])('%s', async (_name, send, reason) => {
    const { exchanged } = await exchangeWith({ send });
    expect(exchanged.failure).toMatchObject({
      code: 'peer/bad-handshake',
      data: { reason: expect.stringContaining(reason) as string },
    });
  });
});

describe('silence and an early end prove nothing', () => {
  const nothingIn =
    (phase: string, ends: boolean): PeerHook =>
    (at, _message, { socket }) => {
      if (at !== phase) return undefined;
      if (ends) setTimeout(() => socket.end(), 50);
      return null;
    };
  test.each(['key', 'signature'] as const)('in the phase %s', async (phase) => {
    const silent = await exchangeWith({ send: nothingIn(phase, false) }, 400);
    expect(silent.exchanged).toMatchObject({
      peerId: null,
      failure: { code: 'peer/silent', data: { phase } },
    });
    const closed = await exchangeWith({ send: nothingIn(phase, true) });
    expect(closed.exchanged).toMatchObject({
      peerId: null,
      failure: { code: 'peer/closed-early', data: { phase, received: 0 } },
    });
  });

  test.each([
    [false, 'silent'],
    [true, 'closed'],
  ])('once its id is proven: closes %s', async (ends, why) => {
    const { node, exchanged } = await exchangeWith({ send: nothingIn('info', ends) }, 400);
    expect(exchanged).toMatchObject({
      peerId: node.peerId,
      info: null,
      failure: { code: 'peer/no-node-info', data: { why } },
    });
  });

  test('in the middle of a key', async () => {
    const { failure } = await exchangeWithServer((socket) => socket.end(Buffer.from('220a2001', 'hex')));
    expect(failure).toMatchObject({ code: 'peer/closed-early', data: { received: 4 } });
  });
});
