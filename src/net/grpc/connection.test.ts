import { getEventListeners, once } from 'node:events';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  answerHttp,
  answerWith,
  encode,
  encodeServices,
  frame,
  startRawNode,
} from '../../../test/faults/raw-node.js';
import { createProbeContext, openForTest as open } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { createSelfSigned } from '../../sandbox/certificates.js';
import { failure } from '../../model/failure.js';
import { listen } from '../../sandbox/server.js';
import { createAbortController } from '../abort.js';
import { GrpcConnection } from './connection.js';
import { listDenomOwners } from './bank-messages.js';
import { getNodeInfo, getSyncing, listServices } from './messages.js';

const info = encode('GetNodeInfo', { default_node_info: { network: 'a-1', moniker: '' } });
const malformed = (call: string, reason: string) => ({
  kind: 'failure',
  failure: { code: 'grpc/malformed-response', data: { call, reason } },
});

describe('a call ends in what the server sent', () => {
  test('an answer, and its connection', async () => {
    const { port } = await use(startRawNode({ answers: { GetNodeInfo: answerWith(info) } }));
    const context = createProbeContext(port);
    const connection = open(context);
    expect(connection.state).toMatchObject({ peer: null, ready: false });
    expect(await connection.call(getNodeInfo)).toMatchObject({ kind: 'answer', answer: { network: 'a-1' } });
    expect(connection.state).toMatchObject({
      peer: { address: `127.0.0.1:${port}`, alpn: null },
      ready: true,
      failure: null,
    });
    const { connect, tls, firstByte } = context.clock.read();
    expect([typeof connect, tls, typeof firstByte]).toEqual(['number', null, 'number']);
  });

  test('a failure with the header fields of the answer', async () => {
    const { port } = await use(startRawNode({ all: answerHttp(429, '', { 'retry-after': '7' }) }));
    expect(await open(createProbeContext(port)).call(getNodeInfo)).toMatchObject({
      kind: 'failure',
      failure: { code: 'net/rate-limited', data: { retryAfterMs: 7_000 } },
    });
    const busy = await use(startRawNode({ all: answerHttp(503, '', { 'retry-after': '7' }) }));
    expect(await open(createProbeContext(busy.port)).call(getNodeInfo)).toMatchObject({
      kind: 'failure',
      failure: { code: 'http/upstream-down' },
      retryAfterMs: 7_000,
    });
  });

  test('calls made at once go over one connection, with the name of the program and of the target', async () => {
    const heads: unknown[] = [];
    let sessions = 0;
    const { port } = await use(
      startRawNode({
        onSession: (session) => {
          sessions++;
          session.on('stream', (_stream, headers) =>
            heads.push([headers[':scheme'], headers[':authority'], headers['user-agent']]),
          );
        },
      }),
    );
    const target = { host: 'node.example.com', port, path: '', secure: true };
    const connection = open(createProbeContext(port, { target }));
    await Promise.all([connection.call(getNodeInfo), connection.call(getSyncing)]);
    const headers = ['http', `node.example.com:${port}`, 'endpoint-check'];
    expect(heads).toEqual([headers, headers]);
    expect(sessions).toBe(1);
  });

  test('fields of the request go out, and those of the response are there to decode', async () => {
    let sent: unknown;
    const { port } = await use(
      startRawNode({
        onSession: (session) =>
          session.on('stream', (_stream, headers) => (sent = headers['x-cosmos-block-height'])),
        all: (stream) => {
          stream.respond(
            { ':status': 200, 'content-type': 'application/grpc', 'x-cosmos-block-height': '8' },
            { waitForTrailers: true },
          );
          stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
          stream.end(frame(Buffer.alloc(0)));
        },
      }),
    );
    const connection = open(createProbeContext(port));
    const owners = listDenomOwners({ denom: 'ukava', key: Buffer.alloc(0), limit: 1, height: 7 });
    expect(await connection.call(owners)).toMatchObject({ kind: 'answer', answer: { height: 8 } });
    expect(sent).toBe('7');
  });
});

describe('an answer is one message', () => {
  const send = (...messages: readonly Buffer[]) =>
    startRawNode({
      all: (stream) => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
        stream.end(Buffer.concat(messages.map((message) => frame(message))));
      },
    });

  test.each([
    ['none', [], 'no message'],
    ['two', [info, info], 'more than one message'],
    ['an empty one', [Buffer.alloc(0)], 'default_node_info is missing'],
  ])('%s is malformed', async (_, messages, reason) => {
    const { port } = await use(send(...messages));
    expect(await open(createProbeContext(port)).call(getNodeInfo)).toEqual(malformed('GetNodeInfo', reason));
  });

  const sendBytes = (bytes: Buffer, contentType = 'application/grpc') =>
    startRawNode({
      all: (stream) => {
        stream.respond({ ':status': 200, 'content-type': contentType }, { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
        stream.end(bytes);
      },
    });

  test.each([
    ['a flag without a meaning', Buffer.concat([Buffer.from([2]), frame(info).subarray(1)]), 2],
    ['a page', Buffer.from('<!doctype html>'), 0x3c],
  ])('%s is malformed', async (_, bytes, flag) => {
    const { port } = await use(sendBytes(bytes));
    const connection = open(createProbeContext(port));
    const reason = `a message with the unknown flag ${flag}`;
    expect(await connection.call(getNodeInfo)).toEqual(malformed('GetNodeInfo', reason));
    expect(await connection.call(listServices('v1'))).toEqual(malformed('ServerReflectionInfo (v1)', reason));
  });

  test('with a part of another after it is malformed', async () => {
    const { port } = await use(sendBytes(Buffer.concat([frame(info), frame(info).subarray(0, 3)])));
    expect(await open(createProbeContext(port)).call(getNodeInfo)).toEqual(
      malformed('GetNodeInfo', 'a second message that is cut off'),
    );
  });

  test('in a page is none, however many there seem to be', async () => {
    for (const bytes of [Buffer.alloc(10), Buffer.from('<!doctype html>')]) {
      const { port } = await use(sendBytes(bytes, 'text/html'));
      expect(await open(createProbeContext(port)).call(getNodeInfo)).toMatchObject({
        failure: { code: 'grpc/not-grpc' },
      });
    }
  });

  test('of a stream, the first: later ones are not waited for', async () => {
    const services = encodeServices(['a.B']);
    const { port } = await use(
      startRawNode({
        all: (stream) => {
          stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
          stream.write(Buffer.concat([frame(services), frame(services)]));
        },
      }),
    );
    expect(await open(createProbeContext(port)).call(listServices('v1'))).toEqual({
      kind: 'answer',
      answer: { names: ['a.B'], errorCode: null },
    });
  });

  test.each(['', 'identity', 'gzip', 'deflate', 'snappy', 'constructor'])(
    'none, if it says %j and is not',
    async (coding) => {
      const { port } = await use(
        startRawNode({
          all: (stream) => {
            const headers = { ':status': 200, 'content-type': 'application/grpc' };
            const named = coding === '' ? headers : { ...headers, 'grpc-encoding': coding };
            stream.respond(named, { waitForTrailers: true });
            stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
            stream.end(frame(info, true));
          },
        }),
      );
      const found = await open(createProbeContext(port)).call(getNodeInfo);
      expect(found).toEqual(malformed('GetNodeInfo', 'cannot be decompressed'));
    },
  );

  test('of up to 1 MiB', async () => {
    // A field that nobody reads fills it up: field 15, three bytes of length.
    const filled = (size: number) => {
      const rest = size - info.length - 4;
      const length = Buffer.from([(rest & 0x7f) | 0x80, ((rest >> 7) & 0x7f) | 0x80, rest >> 14]);
      return Buffer.concat([info, Buffer.from([0x7a]), length, Buffer.alloc(rest)]);
    };
    const largest = await use(send(filled(1_048_576)));
    expect((await open(createProbeContext(largest.port)).call(getNodeInfo)).kind).toBe('answer');
    const larger = await use(send(filled(1_048_576 + 1)));
    expect(await open(createProbeContext(larger.port)).call(getNodeInfo)).toEqual({
      kind: 'failure',
      failure: { code: 'net/response-too-large', data: { limitBytes: 1_048_576 } },
    });
  });
});

test('a failure of the handshake ends a call', async () => {
  const { port } = await use(startRawNode({ tls: await createSelfSigned() }));
  const connection = open(createProbeContext(port), ['127.0.0.1'], 'tls');
  expect(await connection.call(getNodeInfo)).toMatchObject({ failure: { code: 'tls/self-signed' } });
  expect(connection.state).toMatchObject({ peer: { address: `127.0.0.1:${port}` }, ready: false });
});

describe('the end of the budget ends every call, and names the phase', () => {
  test('the answer', async () => {
    const ending = new AbortController();
    const { port } = await use(startRawNode({ all: () => ending.abort() }));
    const connection = open(createProbeContext(port, { signal: ending.signal, budgetMs: 700 }));
    const expected = {
      kind: 'failure',
      failure: { code: 'net/response-timeout', data: { address: `127.0.0.1:${port}`, limitMs: 700 } },
    };
    expect(await Promise.all([connection.call(getNodeInfo), connection.call(getSyncing)])).toEqual([
      expected,
      expected,
    ]);
    expect(await connection.call(getSyncing)).toEqual(expected);
  });

  test('the TLS handshake', async () => {
    const ending = new AbortController();
    const server = net.createServer((socket) => socket.once('data', () => ending.abort()));
    const { port } = await use(listen(server));
    const context = createProbeContext(port, { signal: ending.signal, budgetMs: 700 });
    expect(await open(context, ['127.0.0.1'], 'tls').call(getNodeInfo)).toEqual({
      kind: 'failure',
      failure: {
        code: 'net/connect-timeout',
        data: { address: `127.0.0.1:${port}`, phase: 'tls', limitMs: 700 },
      },
    });
  });

  test('the connection: no other is made after it', async () => {
    let connections = 0;
    const { port } = await use(listen(net.createServer(() => connections++)));
    const connection = open(createProbeContext(port, { signal: AbortSignal.abort(), budgetMs: 700 }));
    expect(await connection.call(getNodeInfo)).toEqual({
      kind: 'failure',
      failure: {
        code: 'net/connect-timeout',
        data: { address: `127.0.0.1:${port}`, phase: 'connect', limitMs: 700 },
      },
    });
    expect(connections).toBe(0);
  });
});

describe('closing ends the connection, whatever the server does', () => {
  test('and leaves no listener', () => {
    const context = createProbeContext(443);
    const connection = new GrpcConnection(context, ['127.0.0.1'], 'plaintext');
    expect(getEventListeners(context.signal, 'abort')).toHaveLength(1);
    connection.close();
    expect(getEventListeners(context.signal, 'abort')).toEqual([]);
  });

  test('with a call that is never answered', async () => {
    const server = await use(startRawNode({ all: (stream) => stream.respond({ ':status': 200 }) }));
    const relayed: net.Socket[] = [];
    const relay = net.createServer((socket) => {
      relayed.push(socket);
      socket
        .pipe(net.connect(server.port, '127.0.0.1'))
        .on('error', () => undefined)
        .pipe(socket);
    });
    const { port } = await use(listen(relay));
    const context = createProbeContext(port);
    const connection = open(context);
    const call = connection.call(getNodeInfo);
    await once(relay, 'connection');
    const [socket] = relayed;
    if (socket === undefined) throw new Error('nobody connected');
    const closed = once(socket, 'close');
    connection.close();
    await closed;
    expect((await call).kind).not.toBe('answer');
  });
});

test('the end of the budget while a proxy opens its tunnel is a failure of the proxy', async () => {
  const ending = createAbortController();
  const { port } = await use(listen(net.createServer((socket) => socket.once('data', () => ending.abort()))));
  const proxy = { host: '127.0.0.1', port, authorization: null };
  const connection = open(createProbeContext(443, { proxy, signal: ending.signal }));
  expect(await connection.call(getNodeInfo)).toEqual({
    kind: 'failure',
    failure: failure('net/proxy-failed', { proxy: `127.0.0.1:${port}`, detail: 'net/connect-timeout' }),
  });
});
