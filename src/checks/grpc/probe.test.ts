import http from 'node:http';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  answerHttp,
  answerStatus,
  answerWith,
  encode,
  encodeServices,
  type RawNodeOptions,
  startRawNode,
} from '../../../test/faults/raw-node.js';
import { createProbeContext } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { failed } from '../../model/failure.js';
import { createSelfSigned } from '../../sandbox/certificates.js';
import { listen } from '../../sandbox/server.js';
import { probeGrpc } from './probe.js';

const hang: Answer = () => undefined;
const services = (name: string) => answerWith(encodeServices([name]));

/** Probes a node in plaintext and notes the methods that it was asked for. */
async function probe(options: RawNodeOptions, attempt = 1) {
  const asked: string[] = [];
  const { port } = await use(
    startRawNode({
      ...options,
      onSession: (session) => {
        session.on('stream', (_stream, headers) => asked.push(headers[':path'] ?? ''));
      },
    }),
  );
  const context = createProbeContext(port);
  return { seen: await probeGrpc(context, attempt), asked, port };
}

const v1 = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
const v1alpha = '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo';
const node = (method: string) => `/cosmos.base.tendermint.v1beta1.Service/${method}`;

describe('a node is asked for what is required, and for its head', () => {
  test('all at once on the first attempt', async () => {
    const { seen, asked, port } = await probe({
      answers: { GetSyncing: answerWith(encode('GetSyncing', { syncing: true })) },
    });
    expect([...asked].sort()).toEqual(
      [v1, v1alpha, node('GetNodeInfo'), node('GetSyncing'), node('GetLatestBlock')].sort(),
    );
    expect(seen).toMatchObject({
      transport: 'plaintext',
      connection: {
        address: `127.0.0.1:${port}`,
        alpn: null,
        certificateExpiresAt: null,
        certificateLifetimeMs: null,
      },
      failure: null,
      reflection: { version: 'v1alpha', result: { kind: 'answer' } },
      nodeInfo: { kind: 'answer', answer: { network: 'sandbox-1' } },
      syncing: true,
      latestBlock: { height: 7 },
    });
    expect([seen.phasesMs.dns, seen.phasesMs.connect, seen.phasesMs.firstByte]).not.toContain(null);
  });

  test('no more than is required later, one after another', async () => {
    const { seen, asked } = await probe({}, 2);
    expect(asked).toEqual([v1, v1alpha, node('GetNodeInfo')]);
    expect(seen).toMatchObject({
      reflection: { version: 'v1alpha', result: { kind: 'answer' } },
      nodeInfo: { kind: 'answer' },
      syncing: null,
      latestBlock: null,
    });
  });

  test('by the older reflection only where the newer does not answer', async () => {
    const { seen, asked } = await probe({ answers: { v1: services('a.B') } }, 2);
    expect(asked).toEqual([v1, node('GetNodeInfo')]);
    expect(seen.reflection).toMatchObject({ version: 'v1', result: { answer: { names: ['a.B'] } } });
  });
});

describe('the newer reflection counts where it answers', () => {
  test.each<[string, NonNullable<RawNodeOptions['answers']>, object]>([
    ['both answer', { v1: services('new') }, { version: 'v1', result: { answer: { names: ['new'] } } }],
    ['it alone', { v1: services('new'), v1alpha: answerStatus(12) }, { version: 'v1' }],
    ['neither', { reflection: answerStatus(12) }, { version: 'v1alpha', result: { kind: 'status' } }],
  ])('%s', async (_, answers, reflection) => {
    expect((await probe({ answers })).seen.reflection).toMatchObject(reflection);
  });

  test('neither it nor what is nice to know is waited for without end', async () => {
    const { seen } = await probe({ answers: { v1: hang, GetSyncing: hang } });
    expect(seen).toMatchObject({
      failure: null,
      reflection: { version: 'v1alpha', result: { kind: 'answer' } },
      syncing: null,
      latestBlock: null,
    });
  });
});

describe('what keeps every call from being answered is the connection’s', () => {
  test('one failure for both', async () => {
    const { seen } = await probe({ all: answerHttp(404) });
    expect(seen).toMatchObject({
      transport: 'plaintext',
      failure: { code: 'http/status' },
      reflection: null,
      nodeInfo: null,
      syncing: null,
      latestBlock: null,
    });
  });

  test.each<[string, NonNullable<RawNodeOptions['answers']>]>([
    ['two of different kinds', { reflection: answerHttp(404), GetNodeInfo: answerHttp(403) }],
    ['one alone', { reflection: answerHttp(404) }],
    ['the other alone', { GetNodeInfo: answerHttp(404) }],
  ])('%s are the calls’ own', async (_, answers) => {
    const { seen } = await probe({ answers });
    expect(seen.failure).toBeNull();
    expect([seen.reflection === null, seen.nodeInfo === null]).toEqual([false, false]);
  });

  test('nothing but the name, where that is not known', async () => {
    const unknown = failed('net/dns-not-found', { host: 'a.example', code: 'ENOTFOUND' });
    const seen = await probeGrpc(createProbeContext(1, { resolve: () => Promise.resolve(unknown) }), 1);
    expect(seen).toMatchObject({ transport: null, connection: null, failure: unknown.failure });
    expect(seen.phasesMs.dns).not.toBeNull();
  });
});

test('every connection is closed', async () => {
  const closed: Promise<unknown>[] = [];
  const onSession: RawNodeOptions['onSession'] = (session) => {
    closed.push(new Promise<void>((resolve) => session.on('close', resolve)));
  };
  const { port } = await use(startRawNode({ onSession }));
  await probeGrpc(createProbeContext(port), 1);
  // One for TLS, one for plaintext.
  expect(closed).toHaveLength(2);
  await Promise.all(closed);
});

describe('plaintext is tried where TLS may not be spoken', () => {
  const serve = async (onConnection: (socket: net.Socket) => void) => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections++;
      onConnection(socket);
    });
    return { ...(await use(listen(server))), count: () => connections };
  };

  test('and the time that TLS took is in the total alone', async () => {
    const heldMs = 50;
    const plain = await use(startRawNode());
    const { port } = await serve((socket) => {
      socket.once('data', (hello) => {
        if (hello[0] === 0x16) return void setTimeout(() => socket.end('not TLS'), heldMs);
        const node = net.connect(plain.port, '127.0.0.1');
        node.on('error', () => undefined).write(hello);
        return socket.pipe(node).pipe(socket);
      });
    });
    const { failure, transport, phasesMs } = await probeGrpc(createProbeContext(port), 1);
    expect([failure, transport]).toEqual([null, 'plaintext']);
    const { dns, connect, tls, firstByte, total } = phasesMs;
    expect(tls).toBeNull();
    // Each is rounded, by itself, and a timer may come a millisecond early.
    const rest = (total ?? 0) - (dns ?? 0) - (connect ?? 0) - (firstByte ?? 0);
    expect(rest).toBeGreaterThan(heldMs - 2);
  });

  test('a web server is told by what it says', async () => {
    const { port } = await use(listen(http.createServer((_, response) => response.end('{}'))));
    const { failure, transport } = await probeGrpc(createProbeContext(port), 1);
    expect(failure).toEqual({ code: 'grpc/not-http2', data: { detail: 'HTTP/1.1 400 Bad Request' } });
    expect(transport).toBe('plaintext');
  });

  test.each([
    ['closes', (socket: net.Socket) => socket.once('data', () => socket.end())],
    ['resets', (socket: net.Socket) => socket.once('data', () => socket.resetAndDestroy())],
  ])('a server that %s, whatever is said to it, is told as it was with TLS', async (_, onConnection) => {
    const { port, count } = await serve(onConnection);
    const { failure } = await probeGrpc(createProbeContext(port), 1);
    expect(failure).toEqual({ code: 'net/reset', data: { address: `127.0.0.1:${port}`, phase: 'tls' } });
    expect(count()).toBeGreaterThan(1);
  });

  test('not where TLS is spoken but wrong', async () => {
    const { port } = await use(startRawNode({ tls: await createSelfSigned() }));
    expect((await probeGrpc(createProbeContext(port), 1)).failure?.code).toBe('tls/self-signed');
  });

  test('not at port 443', async () => {
    const { port, count } = await serve((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      });
    });
    const proxy = { host: '127.0.0.1', port, authorization: null };
    const { failure } = await probeGrpc(createProbeContext(443, { proxy }), 1);
    expect(failure?.code).toBe('tls/not-tls');
    expect(count()).toBe(1);
  });
});
