import type http from 'node:http';
import type net from 'node:net';
import { EventEmitter, getEventListeners, once } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { createProbeContext } from '../../test/support/probe-context.js';
import { use } from '../../test/support/servers.js';
import {
  acceptUpgrade,
  frame,
  type RawWebSocketOptions,
  startFlood,
  startRawWebSocket,
  startTunnelProxy,
} from '../../test/support/sockets.js';
import { success } from '../model/failure.js';
import type { SandboxServer } from '../sandbox/server.js';
import { startWebSocketServer } from '../sandbox/websocket-server.js';
import { createAbortController } from './abort.js';
import { limits } from './limits.js';
import type { ProbeContext } from './probe-context.js';
import { openWebSocket } from './websocket.js';

const target = (port: number, path: string) => ({ host: '127.0.0.1', port, path, secure: false });

/** Opens a websocket until the test ends, and gives what came of it. */
async function open({ port }: SandboxServer, otherwise: Partial<ProbeContext> = {}) {
  const { peer, opened } = await openWebSocket(createProbeContext(port, otherwise), 'ws');
  if (opened.ok) onTestFinished(() => opened.value.close());
  return { peer, opened };
}

/** All messages, and why the connection has ended; the failure if it was never open. */
async function readAll(server: SandboxServer, otherwise: Partial<ProbeContext> = {}) {
  const { opened } = await open(server, otherwise);
  const messages: string[] = [];
  if (!opened.ok) return { messages, failure: opened.failure };
  for (;;) {
    const next = await opened.value.receive();
    if (!next.ok) return { messages, failure: next.failure };
    messages.push(next.value);
  }
}

const raw = async (options: RawWebSocketOptions) => readAll(await use(startRawWebSocket(options)));

describe('an open websocket', () => {
  test('carries text both ways, in order, and names itself in the upgrade', async () => {
    const requests: http.IncomingMessage[] = [];
    const server = await use(
      startWebSocketServer({
        onConnection: (socket, request) => {
          requests.push(request);
          socket.on('message', (data: Buffer) => socket.send(`echo ${data.toString()}`));
        },
      }),
    );
    const { peer, opened } = await open(server, { target: target(server.port, '/websocket?a=b') });
    if (!opened.ok) throw new Error(opened.failure.code);
    opened.value.send('one');
    opened.value.send('zwei ✓');
    expect([await opened.value.receive(), await opened.value.receive()]).toEqual([
      success('echo one'),
      success('echo zwei ✓'),
    ]);
    expect(peer).toEqual({
      address: `127.0.0.1:${server.port}`,
      alpn: null,
      certificateExpiresAt: null,
      certificateLifetimeMs: null,
      cipherSuite: null,
      tlsVersion: null,
    });
    expect(requests[0]?.url).toBe('/websocket?a=b');
    expect(requests[0]?.headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      'user-agent': 'endpoint-check',
      'sec-websocket-version': '13',
    });
    // What is not offered cannot be chosen.
    expect(requests[0]?.headers['sec-websocket-extensions']).toBeUndefined();
  });

  test('goes to the resolved address only, through the proxy of the run', async () => {
    const server = await use(startWebSocketServer({ onConnection: (socket) => socket.send('hello') }));
    const proxy = await use(startTunnelProxy());
    const { opened } = await open(server, {
      target: { ...target(server.port, '/'), host: 'node.invalid' },
      proxy: { host: '127.0.0.1', port: proxy.port, authorization: null },
    });
    if (!opened.ok) throw new Error(opened.failure.code);
    expect(await opened.value.receive()).toEqual(success('hello'));
    expect(proxy.requests).toEqual([`node.invalid:${server.port}`]);
  });

  test('tells the server that it closes, and sends nothing after that', async () => {
    const messages: string[] = [];
    const sockets: WebSocket[] = [];
    const server = await use(
      startWebSocketServer({
        onConnection: (socket) => {
          sockets.push(socket);
          socket.on('message', (data: Buffer) => messages.push(data.toString()));
          socket.send('hello');
        },
      }),
    );
    const { opened } = await open(server);
    if (!opened.ok) throw new Error(opened.failure.code);
    await opened.value.receive();
    const closed = sockets.map((socket) => once(socket, 'close'));
    opened.value.send('before');
    opened.value.close();
    opened.value.send('after');
    opened.value.close();
    expect(await Promise.all(closed)).toEqual([[1000, expect.anything()]]);
    expect(messages).toEqual(['before']);
    expect(await opened.value.receive()).toMatchObject({ ok: false, failure: { code: 'net/reset' } });
  });

  test('gives what arrived before the end, however it has ended', async () => {
    const last = Buffer.concat([frame(0x81, 'one'), frame(0x01, 'tw'), frame(0x80, 'o'), frame(0x88)]);
    const { messages, failure } = await raw({ then: last });
    expect(messages).toEqual(['one', 'two']);
    expect(failure).toEqual({ code: 'ws/closed', data: { code: 1005, reason: '' } });
  });
});

describe('an upgrade that is refused is named by the answer', () => {
  const html = { 'content-type': 'text/html' };
  test.each<[number, http.OutgoingHttpHeaders, string, object]>([
    [200, html, '<html>', { code: 'ws/upgrade-refused', data: { status: 200, suggestion: null } }],
    [400, {}, 'no', { code: 'ws/upgrade-refused', data: { status: 400, suggestion: null } }],
    [
      400,
      html,
      '<p>The plain HTTP request was sent to HTTPS port</p>',
      { code: 'http/status', data: { status: 400, wantsTls: true } },
    ],
    [404, {}, 'no', { code: 'ws/upgrade-refused', data: { status: 404, suggestion: null } }],
    [
      301,
      { location: 'wss://b.example.com' },
      '',
      { code: 'http/redirect', data: { location: 'wss://b.example.com' } },
    ],
    // By a proxy, as far as its fields show.
    ...[{ via: '1.1 a' }, { 'x-varnish': '2' }, { 'cf-ray': '3' }, { server: 'nginx' }].map(
      (fields): [number, http.OutgoingHttpHeaders, string, object] => [
        ...([404, fields, 'no'] as const),
        { code: 'ws/upgrade-refused', data: { isBehindProxy: true } },
      ],
    ),
    [404, { server: 'Kestrel' }, 'no', { data: { status: 404, suggestion: null } }],
    [403, {}, '', { code: 'http/forbidden' }],
    // Envoy without upgrade_configs, and if it or the node behind it refuses for another reason.
    [403, { server: 'envoy' }, '', { code: 'ws/upgrade-refused', data: { status: 403, suggestion: null } }],
    [403, { server: 'istio-envoy' }, '', { code: 'ws/upgrade-refused' }],
    [403, { server: 'envoy' }, 'RBAC: access denied', { code: 'http/forbidden' }],
    [403, { server: 'envoy', 'x-envoy-upstream-service-time': '1' }, '', { code: 'http/forbidden' }],
    [429, { 'retry-after': '2' }, '', { code: 'net/rate-limited', data: { retryAfterMs: 2_000 } }],
    [403, {}, 'Too many connections', { code: 'net/rate-limited' }],
    [200, {}, '{"message":"API rate limit exceeded"}', { code: 'net/rate-limited' }],
    // A page that mentions limits is a page.
    [404, html, '<p>rate limit exceeded</p>', { code: 'ws/upgrade-refused' }],
  ])('HTTP %i %j %s', async (status, headers, body, expected) => {
    const running = await use(
      startWebSocketServer({
        path: '/elsewhere',
        onRequest: (_, response) => response.writeHead(status, headers).end(body),
        onConnection: () => undefined,
      }),
    );
    const { peer, opened } = await open(running);
    expect(opened).toMatchObject({ ok: false, failure: expected });
    expect(peer?.address).toBe(`127.0.0.1:${running.port}`);
  });

  test('and its body is read up to a size and for a limited time', async () => {
    const head = 'HTTP/1.1 404 Not Found\r\ncontent-length: 99999999\r\n\r\n';
    const refused = { code: 'ws/upgrade-refused', data: { status: 404, suggestion: null } };
    expect((await readAll(await use(startFlood(head, 'x'.repeat(1_000))))).failure).toEqual(refused);
    expect((await raw({ head: () => `${head}only this` })).failure).toEqual(refused);
  });

  test('by the family of the kind', async () => {
    const server = await use(
      startRawWebSocket({ head: () => 'HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n' }),
    );
    const { opened } = await openWebSocket(createProbeContext(server.port), 'evm-ws');
    expect(opened).toMatchObject({ ok: false, failure: { code: 'evm-ws/upgrade-refused' } });
  });
});

describe('an upgrade that is accepted wrongly is a bad handshake', () => {
  test.each<[string, (accept: string) => string]>([
    ['invalid Sec-WebSocket-Accept header', () => acceptUpgrade('bm90IGl0')],
    ['invalid Upgrade header', (accept) => acceptUpgrade(accept).replace('websocket', 'h2c')],
    [
      'server sent a Sec-WebSocket-Extensions header but no extension was requested',
      (accept) => acceptUpgrade(accept, 'Sec-WebSocket-Extensions: permessage-deflate\r\n'),
    ],
    ['HTTP 101 without the field "Upgrade"', () => 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('%s', async (reason, head) => {
    expect((await raw({ head })).failure).toEqual({ code: 'ws/bad-handshake', data: { reason } });
  });
});

describe('frames that a server must not send end the connection', () => {
  const masked = Buffer.from([0x81, 0x81, 1, 2, 3, 4, 0x61 ^ 1]);
  test.each<[string, Buffer]>([
    ['MASK must be clear', masked],
    ['invalid UTF-8 sequence', frame(0x81, Buffer.from([0xc3, 0x28]))],
    ['too many message fragments', Buffer.concat([frame(0x01), ...Array<Buffer>(1_001).fill(frame(0x00))])],
    ['a binary message instead of text', frame(0x82, '{}')],
    ['more than 1000 messages and pings', Buffer.concat(Array<Buffer>(1_001).fill(frame(0x89)))],
    ['more than 1000 messages and pings', Buffer.concat(Array<Buffer>(1_001).fill(frame(0x8a)))],
    ['more than 1000 messages and pings', Buffer.concat(Array<Buffer>(1_001).fill(frame(0x81)))],
  ])('%s', async (reason, then) => {
    const { messages, failure } = await raw({ then });
    expect(failure).toEqual({ code: 'ws/bad-frames', data: { reason } });
    expect(messages.length).toBeLessThanOrEqual(limits.websocketFrames);
  });
});

describe('a server that closes is distinguished from one that limits', () => {
  const close = (code: number, reason = '') =>
    frame(0x88, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]));
  test.each<[number, string, object]>([
    [1001, '', { code: 'ws/closed', data: { code: 1001, reason: '' } }],
    [
      1008,
      'no subscriptions here',
      { code: 'ws/closed', data: { code: 1008, reason: 'no subscriptions here' } },
    ],
    [1008, 'rate limit exceeded', { code: 'net/rate-limited' }],
    [4429, '', { code: 'net/rate-limited', data: { detail: 'close code 4429', retryAfterMs: null } }],
    [1013, '', { code: 'net/rate-limited', data: { detail: 'close code 1013', retryAfterMs: null } }],
    [
      4000,
      'Too many requests',
      {
        code: 'net/rate-limited',
        data: { detail: 'close code 4000, "Too many requests"', retryAfterMs: null },
      },
    ],
  ])('%i %s', async (code, reason, expected) => {
    expect((await raw({ then: close(code, reason) })).failure).toMatchObject(expected);
  });

  test('a connection that ends or breaks without a close frame is reset', async () => {
    const reset = { code: 'net/reset', data: { phase: 'answer' } };
    expect((await raw({ then: (socket) => socket.end(frame(0x81, 'x')) })).failure).toMatchObject(reset);
    expect((await raw({ then: (socket) => socket.resetAndDestroy() })).failure).toMatchObject(reset);
    expect((await raw({ head: () => '', then: (socket) => socket.end() })).failure).toMatchObject(reset);
    expect((await raw({ head: () => '', then: (socket) => socket.resetAndDestroy() })).failure).toMatchObject(
      reset,
    );
  });
});

describe('nothing that a server sends is read without a bound', () => {
  const large = { code: 'net/response-too-large', data: { limitBytes: limits.websocketBytes } };
  test.each([
    ['interim responses', `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(1_000)}>\r\n\r\n`],
    // Of 16 KiB node:http makes a thousand objects: 3 MiB held the event loop for a fifth of a second.
    ['bare interim responses', 'HTTP/1.1 103 X\r\n\r\n'],
  ])('endless %s, which may be as large as a header', async (_name, part) => {
    const found = { code: 'net/response-too-large', data: { limitBytes: limits.httpHeaderBytes } };
    expect((await readAll(await use(startFlood('', part)))).failure).toEqual(found);
  });

  test('endless messages that nobody reads', async () => {
    const flood = (socket: net.Socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(frame(0x81, 'x'.repeat(60_000))));
      };
      socket.on('drain', more);
      more();
    };
    const { opened } = await open(await use(startRawWebSocket({ then: flood })));
    if (!opened.ok) throw new Error(opened.failure.code);
    // By then it had kept as much as the bound allows, and no more.
    let bytes = 0;
    let next = await opened.value.receive();
    for (; next.ok; next = await opened.value.receive()) bytes += next.value.length;
    expect(next.failure).toEqual(large);
    expect(bytes).toBeLessThanOrEqual(limits.websocketBytes);
  });

  test('a message, by the length that it announces', async () => {
    const tooLarge = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0x20, 0, 1]);
    const absurd = Buffer.from([0x81, 127, 0xff, 0, 0, 0, 0, 0, 0, 0]);
    for (const then of [tooLarge, absurd]) {
      const found = { code: 'net/response-too-large', data: { limitBytes: limits.httpBodyBytes } };
      expect((await raw({ then })).failure).toEqual(found);
    }
  });

  test.each<[string, (accept: string) => string]>([
    ['header fields', (accept) => acceptUpgrade(accept, `x: ${'y'.repeat(20_000)}\r\n`)],
    ['a reason phrase', () => `HTTP/1.1 101 ${'y'.repeat(20_000)}`],
  ])('%s', async (_name, head) => {
    const { failure } = await raw({ head });
    expect(failure).toEqual({ code: 'net/response-too-large', data: { limitBytes: limits.httpHeaderBytes } });
  });
});

test.each([
  'SSH-2.0-OpenSSH_9.2\r\n',
  'HTTP/1.1 000 X\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
])('a server that does not speak HTTP: %j', async (bytes) => {
  expect((await raw({ head: () => bytes })).failure.code).toBe('http/not-http');
});

describe('the end of the budget', () => {
  test.each<[string, RawWebSocketOptions]>([
    ['before the upgrade is answered', { head: () => '' }],
    ['in the middle of the answer', { head: () => 'HTTP/1.1 101 Swit' }],
    ['in the middle of a message', { then: frame(0x81, 'hello').subarray(0, 4) }],
    ['while nothing is sent', {}],
  ])('ends the connection %s', async (_name, options) => {
    const budget = createAbortController();
    const arrivals = new EventEmitter();
    const server = await use(
      startRawWebSocket({
        ...options,
        then: (socket) => {
          if (Buffer.isBuffer(options.then)) socket.write(options.then);
          arrivals.emit('socket', socket);
        },
      }),
    );
    const arrival = once(arrivals, 'socket');
    const result = readAll(server, { signal: budget.signal, budgetMs: 20_000 });
    const [socket] = (await arrival) as [net.Socket];
    const gone = new Promise((resolve) => socket.on('close', resolve));
    budget.abort();
    const data = { address: `127.0.0.1:${server.port}`, limitMs: 20_000 };
    expect((await result).failure).toEqual({ code: 'net/response-timeout', data });
    await gone;
  });

  test('that is over already', async () => {
    const budget = createAbortController();
    budget.abort();
    const server = await use(startRawWebSocket({}));
    const { failure } = await readAll(server, { signal: budget.signal });
    expect(failure.code).toBe('net/connect-timeout');
  });
});

test('nothing is left behind on the signal, and no error escapes', async () => {
  const errors = vi.fn();
  process.on('uncaughtException', errors);
  onTestFinished(() => void process.off('uncaughtException', errors));
  const { signal } = createAbortController();
  for (const options of [
    {},
    { head: () => acceptUpgrade('wrong') },
    { head: () => 'HTTP/1.1 404 No\r\ncontent-length: 2\r\n\r\nno' },
    { then: frame(0x83) },
    { then: frame(0x88) },
  ]) {
    const server = await use(startRawWebSocket(options));
    const { opened } = await openWebSocket(createProbeContext(server.port, { signal }), 'ws');
    if (opened.ok) opened.value.close();
  }
  // Late events of the destroyed sockets come in later turns.
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => void setImmediate(resolve));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
});
