import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { startRawNode } from '../../../test/faults/raw-node.js';
import { createProbeContext, openForTest as open } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { listen } from '../../sandbox/server.js';
import { getNodeInfo, getSyncing, listServices } from './messages.js';

describe('calls go out before the server’s SETTINGS', () => {
  test('which a server may send as late as its answer', async () => {
    let isEarly = false;
    const settings = Buffer.from('000000040000000000', 'hex');
    const server = net.createServer((socket) => {
      let received = Buffer.alloc(0);
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => {
          received = Buffer.concat([received, bytes]);
          // A HEADERS frame, type 1, of stream 1 (RFC 9113 section 6.2).
          if (!isEarly && received.includes(Buffer.from('010400000001', 'hex'))) {
            isEarly = true;
            // And the trailers of an answer that is :status 200, 0x88 in HPACK's static table.
            socket.write(Buffer.concat([settings, Buffer.from('00000101050000000188', 'hex')]));
          }
        });
    });
    const { port } = await use(listen(server));
    expect(await open(createProbeContext(port)).call(getNodeInfo)).toEqual({
      kind: 'failure',
      failure: { code: 'http/status', data: { status: 200, request: 'grpc' } },
    });
    expect(isEarly).toBe(true);
  });

  const refuse = (code: number) => {
    const calls: number[] = [];
    let sessions = 0;
    const node = startRawNode({
      onSession: () => sessions++,
      all: (stream) => {
        calls.push(sessions);
        stream.close(code);
      },
    });
    return { node, calls };
  };

  test.each([
    [7, { code: 'net/rate-limited', data: { detail: 'REFUSED_STREAM', retryAfterMs: null } }],
    [1, { code: 'grpc/stream-reset', data: { errorCode: 1 } }],
    [8, { code: 'grpc/stream-reset', data: { errorCode: 8 } }],
  ])(
    'and once more after them, on a second connection, if they were reset with %i',
    async (code, failure) => {
      const { node, calls } = refuse(code);
      const { port } = await use(node);
      const connection = open(createProbeContext(port));
      expect(await Promise.all([connection.call(getNodeInfo), connection.call(getSyncing)])).toEqual([
        { kind: 'failure', failure },
        { kind: 'failure', failure },
      ]);
      expect(calls).toEqual([1, 1, 2, 2]);
      // The server's SETTINGS are there: nothing is repeated.
      await connection.call(getNodeInfo);
      expect(calls).toEqual([1, 1, 2, 2, 2]);
    },
  );

  test('and once more if a server drops streams that come before its own', async () => {
    const node = await use(startRawNode());
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      const refuse = (bytes: Buffer) => {
        // A HEADERS frame, type 1, of stream 1 (RFC 9113 section 6.2).
        if (bytes.includes(Buffer.from('010400000001', 'hex'))) socket.destroy();
        else early.push(bytes);
      };
      const early: Buffer[] = [];
      socket.on('data', refuse);
      setTimeout(() => {
        if (socket.destroyed) return;
        socket.off('data', refuse);
        const inner = net.connect(node.port, '127.0.0.1').on('error', () => undefined);
        inner.write(Buffer.concat(early));
        socket.pipe(inner).pipe(socket);
      }, 50);
    });
    const { port } = await use(listen(server));
    const connection = open(createProbeContext(port));
    const made = await Promise.all([connection.call(getNodeInfo), connection.call(getSyncing)]);
    expect(made.map(({ kind }) => kind)).toEqual(['answer', 'answer']);
  });

  test('but not if the server asks for calm', async () => {
    const { node, calls } = refuse(11);
    const { port } = await use(node);
    const data = { detail: 'ENHANCE_YOUR_CALM', retryAfterMs: null };
    expect(await open(createProbeContext(port)).call(getNodeInfo)).toEqual({
      kind: 'failure',
      failure: { code: 'net/rate-limited', data },
    });
    expect(calls).toEqual([1]);
  });

  test('a server that allows one stream at a time answers all of them', async () => {
    const { port } = await use(
      startRawNode({ onSession: (session) => session.settings({ maxConcurrentStreams: 1 }) }),
    );
    const connection = open(createProbeContext(port));
    const made = await Promise.all([
      connection.call(getNodeInfo),
      connection.call(listServices('v1alpha')),
      connection.call(getSyncing),
    ]);
    expect(made.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
  });

  test('a limit on the first connection counts if the budget ends before the second one answers', async () => {
    const ending = new AbortController();
    let sessions = 0;
    const { port } = await use(
      startRawNode({
        onSession: () => sessions++,
        all: (stream) => {
          if (sessions === 1) stream.close(7);
          else ending.abort();
        },
      }),
    );
    const context = createProbeContext(port, { signal: ending.signal, budgetMs: 700 });
    expect(await open(context).call(getNodeInfo)).toMatchObject({ failure: { code: 'net/rate-limited' } });
    expect(sessions).toBe(2);
  });

  test('a limit on the first connection counts if there is no second', async () => {
    const server = await use(startRawNode({ all: (stream) => stream.close(7) }));
    const front = net.createServer((socket) => {
      front.close();
      const inner = net.connect(server.port, '127.0.0.1');
      inner.on('error', () => undefined);
      socket.on('error', () => undefined);
      socket.pipe(inner).pipe(socket);
    });
    const { port } = await listen(front);
    expect(await open(createProbeContext(port)).call(getNodeInfo)).toMatchObject({
      failure: { code: 'net/rate-limited' },
    });
  });
});

describe('a connection that the server closes', () => {
  test('makes way for another, at the next call', async () => {
    let sessions = 0;
    const { port } = await use(
      startRawNode({
        onSession: (session) => {
          sessions++;
          session.on('stream', (stream) => stream.on('close', () => session.close()));
        },
      }),
    );
    const connection = open(createProbeContext(port));
    for (let made = 0; made < 2; made++) {
      expect(await connection.call(getNodeInfo)).toMatchObject({ kind: 'answer' });
      const [socket] = connection.state.sockets.slice(-1);
      if (socket?.closed === false) await once(socket, 'close');
    }
    expect(sessions).toBe(2);
  });

  test('before it has answered, each time, is dropped', async () => {
    let sessions = 0;
    const { port } = await use(
      startRawNode({
        onSession: (session) => {
          sessions++;
          session.goaway(0, 0);
          session.close();
        },
        all: () => undefined,
      }),
    );
    const made = await open(createProbeContext(port)).call(getNodeInfo);
    expect(made).toMatchObject({ kind: 'failure', failure: { code: 'net/rate-limited' } });
    expect(sessions).toBe(2);
  });
});
