import type net from 'node:net';
import type http from 'node:http';
import { createStatus, startCometWebSocket } from '../../src/sandbox/rpc-node.js';
import { restOfBlock, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { holdClosedPort, type SandboxServer } from '../../src/sandbox/server.js';
import type { AnswerHook, WebSocketServerOptions } from '../../src/sandbox/websocket-server.js';
import {
  acceptUpgrade,
  frame,
  type RawWebSocketOptions,
  startFlood,
  startRawWebSocket,
} from '../support/sockets.js';
import type { Fault, FaultOf } from './fault.js';

/** A kind that is served over websockets. */
export interface WebSocketKind {
  readonly family: 'ws' | 'evm-ws';
  readonly path: string;
  /** Starts a node; a healthy one by default. */
  readonly start: (
    options: Pick<WebSocketServerOptions, 'tls' | 'path' | 'onRequest'> & { readonly answer?: AnswerHook },
  ) => Promise<SandboxServer>;
  /** The call that an endpoint must answer, and a right result. */
  readonly first: { readonly method: string; readonly result: () => unknown };
}

/** CometBFT's websockets. */
export const cometWebSockets: WebSocketKind = {
  family: 'ws',
  path: '/websocket',
  start: startCometWebSocket,
  first: { method: 'status', result: createStatus },
};

const evmBlock = { ...restOfBlock, number: '0x10', hash: `0x${'ab'.repeat(32)}` };

/** EVM websockets. */
export const evmWebSockets: WebSocketKind = {
  family: 'evm-ws',
  path: '/',
  start: startEvmWebSocket,
  first: { method: 'eth_getBlockByNumber', result: () => ({ ...evmBlock, timestamp: now() }) },
};

const now = () => `0x${Math.trunc(Date.now() / 1_000).toString(16)}`;

/** The url of a server of this machine. */
export const at = (path: string, port: number, secure = false): string =>
  `ws${secure ? 's' : ''}://localhost:${port}${path}`;

/** A row of the table. */
const row = (
  name: string,
  verdict: FaultOf['verdict'],
  rules: readonly string[],
  start: FaultOf['start'],
  more: Partial<FaultOf> = {},
): FaultOf => ({ name, start, verdict, rules, ...more });

/** Answers whatever is requested, upgrades included, with a page. */
export const page =
  (status: number, body: string, headers: http.OutgoingHttpHeaders = {}): http.RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
  };

const closing = (code: number, reason = '') =>
  frame(0x88, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]));

/** Sends frames without end. */
const endless = (frame: Buffer) => (socket: net.Socket) => {
  const many = Buffer.concat(Array<Buffer>(100).fill(frame));
  const more = () => {
    while (!socket.destroyed && socket.write(many));
  };
  socket.on('drain', more);
  more();
};

/** The faults of the websocket itself and of its JSON-RPC, for a kind. */
export function createWebSocketFaults(kind: WebSocketKind): readonly Fault[] {
  const faults = [
    ...listRefusals(kind),
    ...listHandshakes(kind),
    ...listFrames(kind),
    ...listCloses(kind),
    ...listAnswers(kind),
  ];
  return faults.map((fault) => ({ ...fault, kind: kind.family }));
}

const html = { 'content-type': 'text/html' };
const challenge = '<title>Just a moment...</title>';

function listRefusals({ family, path, start }: WebSocketKind): readonly FaultOf[] {
  const refuse = (
    name: string,
    rule: string,
    onRequest: http.RequestListener,
    verdict: FaultOf['verdict'] = 'fail',
  ) =>
    row(name, verdict, [rule], async ({ serve }) =>
      at(path, await serve(start({ path: '/elsewhere', onRequest }))),
    );
  const refused = `${family}/upgrade-refused`;
  return [
    ...[400, 404, 405, 426, 501].map((status) => refuse(`HTTP ${status}`, refused, page(status, 'no'))),
    refuse('HTTP 200 with text', refused, page(200, 'ok')),
    refuse('HTTP 200 with JSON', refused, page(200, '{}', { 'content-type': 'application/json' })),
    refuse('HTTP 301', 'http/redirect', page(301, '', { location: 'wss://elsewhere.example.com/' })),
    refuse('HTTP 402 with a price', 'http/payment-required', page(402, '{"x402Version":1,"accepts":[]}')),
    refuse('a bot protection: a page', 'http/challenged', page(403, challenge, html), 'inconclusive'),
    refuse(
      'a bot protection: a field',
      'http/challenged',
      page(503, '<html>', { ...html, 'cf-mitigated': 'challenge' }),
      'inconclusive',
    ),
    row('nothing listens', 'fail', ['net/refused'], async ({ serve }) =>
      at(path, await serve(holdClosedPort())),
    ),
    row('no TLS at a wss url', 'fail', ['tls/not-tls'], async ({ serve }) =>
      at(path, await serve(start({})), true),
    ),
    row('a placeholder in place of a key', 'invalid', ['entry/url-placeholder'], () =>
      Promise.resolve('wss://mainnet.example.com/v3/YOUR_API_KEY'),
    ),
    row('an http scheme', 'invalid', ['entry/url-scheme'], () =>
      Promise.resolve(`https://mainnet.example.com${path}`),
    ),
  ];
}

/** A raw server at a path. */
const raw =
  (path: string, options: RawWebSocketOptions): FaultOf['start'] =>
  async ({ serve }) =>
    at(path, await serve(startRawWebSocket(options)));

function listHandshakes({ family, path }: WebSocketKind): readonly FaultOf[] {
  const handshake = (name: string, head: (accept: string) => string, rule = `${family}/bad-handshake`) =>
    row(name, 'fail', [rule], raw(path, { head }));
  return [
    handshake('a wrong Sec-WebSocket-Accept', () => acceptUpgrade('bm90IGl0')),
    handshake('no Sec-WebSocket-Accept', () => acceptUpgrade('').replace(/Sec-WebSocket-Accept.*\r\n/, '')),
    handshake('an upgrade to h2c', (accept) => acceptUpgrade(accept).replace('websocket', 'h2c')),
    handshake('101 without an upgrade', () => 'HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    handshake('a subprotocol that was not offered', (accept) =>
      acceptUpgrade(accept, 'Sec-WebSocket-Protocol: mqtt\r\n'),
    ),
    handshake('an extension that was not offered', (accept) =>
      acceptUpgrade(accept, 'Sec-WebSocket-Extensions: x-other\r\n'),
    ),
    handshake(
      'header fields of 20 KB',
      (accept) => acceptUpgrade(accept, `x: ${'y'.repeat(20_000)}\r\n`),
      'net/response-too-large',
    ),
    handshake('an SSH server', () => 'SSH-2.0-OpenSSH_9.2\r\n', 'http/not-http'),
    row(
      'a connection that closes without an answer',
      'fail',
      ['net/reset'],
      raw(path, { head: () => '', then: (socket) => socket.end() }),
    ),
    row(
      'a connection that is reset',
      'fail',
      ['net/reset'],
      raw(path, { head: () => '', then: (socket) => socket.resetAndDestroy() }),
    ),
    row('no answer to the upgrade', 'fail', ['net/response-timeout'], raw(path, { head: () => '' }), {
      timeout: '4s',
    }),
    row('endless interim responses', 'fail', ['net/response-too-large'], async ({ serve }) =>
      at(
        path,
        await serve(startFlood('', `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(1_000)}>\r\n\r\n`)),
      ),
    ),
  ];
}

function listFrames({ family, path }: WebSocketKind): readonly FaultOf[] {
  const sends = (
    name: string,
    then: NonNullable<RawWebSocketOptions['then']>,
    rule = `${family}/bad-frames`,
  ) => row(name, 'fail', [rule], raw(path, { then }));
  return [
    sends('masked frames', Buffer.from([0x81, 0x81, 1, 2, 3, 4, 0x61 ^ 1])),
    sends('reserved bits', frame(0xa1, 'x')),
    sends('compressed frames that were not offered', frame(0xc1, 'x')),
    sends('an unknown opcode', frame(0x83)),
    sends('a continuation of nothing', frame(0x80, 'x')),
    sends('text that is not UTF-8', frame(0x81, Buffer.from([0xc3, 0x28]))),
    sends('a flood of fragments', endless(frame(0x01)), `${family}/bad-frames`),
    sends('a flood of empty fragments', (socket) => {
      socket.write(frame(0x01));
      endless(frame(0x00))(socket);
    }),
    sends('a flood of pings', endless(frame(0x89, 'x'))),
    sends('a flood of messages', endless(frame(0x81, '{"method":"x"}'))),
    sends(
      'large messages without end',
      endless(frame(0x81, `"${'x'.repeat(60_000)}"`)),
      `${family}/bad-envelope`,
    ),
    sends(
      'a message of 3 MiB',
      Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0x30, 0, 0]),
      'net/response-too-large',
    ),
  ];
}

function listCloses({ family, path }: WebSocketKind): readonly FaultOf[] {
  const ends = (
    name: string,
    then: NonNullable<RawWebSocketOptions['then']>,
    rule: string,
    verdict: FaultOf['verdict'] = 'fail',
  ) => row(name, verdict, [rule], raw(path, { then }));
  return [
    ends('a close frame without a code', frame(0x88), `${family}/closed`),
    ends('a close frame with 1008', closing(1008, 'policy'), `${family}/closed`),
    ends('a close frame with 1011', closing(1011), `${family}/closed`),
    ends('a limit: 1008', closing(1008, 'rate limit exceeded'), 'net/rate-limited', 'inconclusive'),
    ends('a limit: 1013', closing(1013), 'net/rate-limited', 'inconclusive'),
    ends('a limit: 4000', closing(4000, 'Too many requests'), 'net/rate-limited', 'inconclusive'),
    ends('an end without a close frame', (socket) => socket.end(), 'net/reset'),
    ends('a reset after the upgrade', (socket) => socket.resetAndDestroy(), 'net/reset'),
    row('silence after the upgrade', 'fail', ['net/response-timeout'], raw(path, {}), { timeout: '4s' }),
    row(
      'a message that never ends',
      'fail',
      ['net/response-timeout'],
      raw(path, { then: frame(0x81, 'hello').subarray(0, 4) }),
      { timeout: '4s' },
    ),
  ];
}

function listAnswers({ family, path, start, first }: WebSocketKind): readonly FaultOf[] {
  const right = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result: first.result() });
  const binary: AnswerHook = ({ id }, socket) => {
    socket.send(Buffer.from(right(id)), { binary: true });
    return null;
  };
  return [
    row('a binary message', 'fail', [`${family}/bad-frames`], async ({ serve }) =>
      at(path, await serve(start({ answer: binary }))),
    ),
    row('a healthy node', 'pass', [], async ({ serve }) => at(path, await serve(start({})))),
    row('a healthy node with TLS', 'pass', [], async ({ authority, serve }) =>
      at(path, await serve(start({ tls: await authority.issue() })), true),
    ),
    row('answers in another order, among messages that were not requested', 'pass', [], async ({ serve }) => {
      const waiting: string[] = [];
      const answer: AnswerHook = ({ id, method }, socket) => {
        socket.ping();
        socket.send(
          '{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1","result":{}}}',
        );
        socket.send('{"jsonrpc":"2.0","method":"hello"}');
        if (method !== first.method) {
          for (const text of waiting.splice(0)) setImmediate(() => socket.send(text));
          return undefined;
        }
        waiting.push(right(id));
        return null;
      };
      return at(path, await serve(start({ answer })));
    }),
  ];
}
