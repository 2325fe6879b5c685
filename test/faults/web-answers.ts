import http from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { answerCall, startEvmNode } from '../../src/sandbox/evm-node.js';
import { parseCall } from '../../src/sandbox/rpc-node.js';
import { holdClosedPort, listen, listenHttp, type SandboxServer } from '../../src/sandbox/server.js';
import { answerJson, type WebAnswer, type WebNodeOptions } from '../../src/sandbox/web-node.js';
import { startFlood } from '../support/sockets.js';
import { createRows, type Fault, type Terms } from './fault.js';
import { at, type GetKind, node, raw, restKind, rpcKind, setCallId } from './get-kinds.js';
import { overHttp } from './refusals.js';

type Kind = 'evm' | 'rpc' | 'rest';
type Start = Fault['start'];

const evm = ['evm'] as const;
const overGet = ['rpc', 'rest'] as const;
const all = [...evm, ...overGet] as const;
/** The rule for JSON that is not of the kind. */
const unexpected = { evm: 'bad-envelope', rpc: 'bad-envelope', rest: 'malformed-response' };

/** Rows for these kinds, whose servers answer every request so; `unexpected` in a result is the rule of the kind. */
function rows(
  name: string,
  result: string,
  of: readonly Kind[],
  server: WebAnswer | Start,
  terms: Terms = {},
): readonly Fault[] {
  const start = typeof server === 'function' ? server : overHttp(server);
  return of.map((kind) =>
    createRows<Terms>(kind, () => start)(name, result.replace('unexpected', unexpected[kind]), terms),
  );
}

/** Rows of a server that depends on the kind, of those that are requested by GET. */
function getRows(
  name: string,
  result: string,
  start: (kind: GetKind) => Start,
  terms: Terms = {},
): readonly Fault[] {
  return [rpcKind, restKind].map((kind) =>
    createRows<Terms>(kind.kind, () => start(kind))(name, result, terms),
  );
}

const serving =
  (handle: http.RequestListener): Start =>
  async ({ serve }) =>
    at(await serve(listen(http.createServer(handle))));

/** A server that writes a right answer to the first route in another way, and answers nothing else. */
const writing =
  (write: (response: http.ServerResponse, body: string) => void) =>
  ({ route, right }: GetKind): Start =>
  async ({ serve }) => {
    const handle: Parameters<typeof listenHttp>[1] = async (request, response) => {
      const call = parseCall(await text(request));
      const path = call === null ? request.url : `/${call.method}`;
      if (path === route) write(response, setCallId(String(right().body), call?.id ?? -1));
      else response.writeHead(501, { 'content-type': 'text/plain' }).end('not here');
    };
    return at(await serve(listenHttp(undefined, handle)));
  };

/** An EVM node that sends its answers in another way. */
const evmWriting =
  (write: (response: http.ServerResponse, body: string) => void): Start =>
  async ({ serve }) => {
    const handle: Parameters<typeof listenHttp>[1] = async (request, response) =>
      write(response, answerCall(await text(request), {}));
    return at(await serve(listenHttp(undefined, handle)));
  };

/** What a kind that answers one of two routes reports about the other. */
const alone = (name: string, write: Parameters<typeof writing>[0], more = '') =>
  [rpcKind, restKind].map((kind) =>
    createRows<Terms>(kind.kind, () => writing(write)(kind))(
      name,
      `pass${more}${kind.kind === 'rest' ? ' head-unknown' : ''}`,
    ),
  );

const chainId = 'sandbox-1';
const secure =
  (start: (options: WebNodeOptions) => Promise<SandboxServer>): Start =>
  async ({ authority, serve }) =>
    at(await serve(start({ tls: await authority.issue() })), '', true);
const withSlash =
  (kind: GetKind, options: WebNodeOptions = {}): Start =>
  async (lab) =>
    `${await node(kind, options)(lab)}/`;
const closing = (answer: WebAnswer): WebAnswer => ({
  ...answer,
  headers: { ...answer.headers, connection: 'close' },
});

/** Variants of a healthy node. */
const healthy: readonly Fault[] = [
  ...getRows('a healthy node', 'pass', (kind) => node(kind)),
  ...rows('a healthy node', 'pass', evm, async ({ serve }) => at(await serve(startEvmNode()))),
  ...getRows('a healthy node with TLS', 'pass', ({ start }) => secure(start), { chainId }),
  ...getRows('a path', 'pass', (kind) => node(kind, { path: '/chain/node' })),
  ...getRows('a path with a final slash', 'pass', (kind) => withSlash(kind, { path: '/chain' })),
  ...getRows('a final slash', 'pass', (kind) => withSlash(kind)),
  ...alone('chunks', (response, body) => {
    for (const part of body.match(/.{1,100}/gs) ?? []) response.write(part);
    response.end();
  }),
  ...alone('a body that arrives slowly, but in time', (response, body) => {
    response.write(body.slice(0, 10));
    setTimeout(() => response.end(body.slice(10)), 300);
  }),
  ...alone('gzip, though it was not requested', (response, body) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body)),
  ),
  ...alone('the content type of text', (response, body) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body),
  ),
  ...alone('a byte order mark', (response, body) => response.end(`\uFEFF${body}`), ' nonstandard-answer'),
  ...getRows('a server that closes the connection after each answer', 'pass', (kind) =>
    node(kind, { answer: ({ path }) => (path === kind.route ? closing(kind.right()) : undefined) }),
  ),
  ...rows(
    'a server that closes the connection after each answer',
    'pass',
    evm,
    evmWriting((response, body) => response.writeHead(200, { connection: 'close' }).end(body)),
    { chainId: '31337', attempts: [1, 2] },
  ),
  ...rows(
    'HTTP 100 before each answer',
    'pass',
    evm,
    evmWriting((response, body) => {
      response.writeContinue();
      response.end(body);
    }),
    { chainId: '31337' },
  ),
  ...rows(
    'x-gzip',
    'pass nonstandard-answer',
    evm,
    evmWriting((response, body) =>
      response.writeHead(200, { 'content-encoding': 'x-gzip' }).end(gzipSync(body)),
    ),
    { data: { reason: 'its content-encoding is x-gzip instead of gzip' } },
  ),
];

/** Nodes that answer, though not everything. */
const partial: readonly Fault[] = [
  // As nginx does by default, with HTTP 503.
  ...getRows(
    'a limit that a burst exceeds',
    'pass',
    (kind) => (lab) => {
      let count = 0;
      return node(kind, { answer: () => (++count > 1 && count <= 3 ? { status: 503 } : undefined) })(lab);
    },
    { chainId },
  ),
  ...[rpcKind, restKind].map((kind) =>
    createRows<Terms>(kind.kind, () =>
      node(kind, { answer: ({ path }) => (path === kind.route ? undefined : { status: 429 }) }),
    )('a limit of all but the first route', kind === restKind ? 'pass head-unknown' : 'pass'),
  ),
  ...rows(
    'HTTP 503 to all but the block',
    'inconclusive net/rate-limited',
    evm,
    async ({ serve }) => {
      const answer = (body: string) =>
        body.includes('eth_chainId') ? { status: 503, body: '<html>' } : undefined;
      return at(await serve(startEvmNode({ answer })));
    },
    { chainId: '0x7a69', data: { detail: 'HTTP 503' } },
  ),
];

const cors = { args: ['--cors'] as const };
/** Nodes that pages of other origins may use or not, if the run asks for it. */
const forPages: readonly Fault[] = [
  ...getRows('CORS', 'pass', (kind) => node(kind, { cors: true }), { ...cors, facts: { cors: true } }),
  ...getRows('no CORS', 'pass http/no-cors', (kind) => node(kind), { ...cors, facts: { cors: false } }),
  ...rows('no CORS', 'pass http/no-cors', evm, async ({ serve }) => at(await serve(startEvmNode())), cors),
  ...getRows(
    'CORS that is limited',
    'pass',
    (kind) =>
      node(kind, { answer: ({ headers }) => (headers.origin === undefined ? undefined : { status: 429 }) }),
    { ...cors, facts: { cors: null } },
  ),
];

const big = Buffer.alloc(3 << 20, 0x20);
const packed = (encoding: string, body: Buffer): WebAnswer => ({
  headers: { 'content-encoding': encoding },
  body,
});
const nested = (levels: number, name = 'a') => `{"${name}":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const tooLarge = 'fail net/response-too-large';
const script =
  '<h1>404 Not Found</h1><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>';
const html = { 'content-type': 'text/html' };

/** Answers that are none of a node. */
const bodies: readonly Fault[] = [
  ...[301, 302].flatMap((status) =>
    rows(`HTTP ${status}`, 'fail http/redirect', status === 301 ? all : evm, { status, body: '<html>' }),
  ),
  ...[400, 404, 405].flatMap((status) =>
    rows(`HTTP ${status}`, 'fail http/status', all, { status, body: '<html>' }),
  ),
  ...rows('a web page with status 200', 'fail not-json', all, { headers: html, body: '<!doctype html>' }),
  ...rows('an empty body', 'fail not-json', all, {}),
  ...getRows('JSON that is cut off', 'fail not-json', ({ right }) =>
    overHttp({ body: String(right().body).slice(0, -5) }),
  ),
  ...rows('JSON that is cut off', 'fail not-json', evm, { body: '{"jsonrpc":"2.0","id":1,"resu' }),
  ...rows('a body that is not UTF-8', 'fail not-json', all, { body: Buffer.from([0xc3, 0x28]) }),
  ...rows('an array', 'fail unexpected', overGet, { body: '[{}]' }),
  ...rows('a number', 'fail unexpected', overGet, { body: '1' }),
  ...rows('null', 'fail unexpected', overGet, { body: 'null' }),
  ...rows('an object of something else', 'fail unexpected', overGet, { body: '{"status":"ok"}' }),
  ...rows('JSON nested 100,000 deep', 'fail unexpected', overGet, { body: nested(100_000) }),
  ...rows(
    'a code that is no value',
    'fail unexpected',
    evm,
    answerJson({ code: { toString: 1 }, status: { valueOf: 1 } }),
  ),
  ...rows('a code of 9,000 levels', 'fail unexpected', evm, { body: nested(9_000, 'code') }),
  ...rows('a page with a script of Cloudflare', 'fail http/status', evm, {
    status: 404,
    headers: html,
    body: script,
  }),
  ...rows('a body of 3 MiB', tooLarge, all, { body: big }),
  ...rows('3 MiB in gzip', tooLarge, all, packed('gzip', gzipSync(big))),
  ...rows('3 MiB in brotli', tooLarge, all, packed('br', brotliCompressSync(big))),
  ...rows('invalid gzip', 'fail not-json', all, packed('gzip', Buffer.from('junk'))),
];

const dripping = serving((request, response) => {
  request.resume();
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
});
const silent = 'fail net/response-timeout';
const short = { timeout: '4s' };
const ok = 'HTTP/1.1 200 OK\r\n';

/** Faults of the connection and of HTTP. */
const connections: readonly Fault[] = [
  ...rows('a body that never ends', silent, overGet, dripping, short),
  ...rows('a body that arrives byte by byte', silent, evm, dripping, short),
  ...rows('no answer', silent, all, raw('', false), short),
  ...rows('headers of 20 KB', tooLarge, all, raw(`${ok}x: ${'y'.repeat(20_000)}\r\n\r\n`)),
  ...rows('endless headers', silent, evm, raw(`${ok}x: y`, false), short),
  ...rows('HTTP 100 and no answer after it', silent, evm, raw('HTTP/1.1 100 Continue\r\n\r\n', false), short),
  ...rows(
    '101 Switching Protocols',
    'fail http/not-http',
    evm,
    raw('HTTP/1.1 101 Switching\r\nupgrade: h2c\r\n\r\n', false),
  ),
  ...rows('an SSH server', 'fail http/not-http', all, raw('SSH-2.0-OpenSSH_9.2\r\n')),
  ...rows('a connection that closes without an answer', 'fail net/reset', all, raw('')),
  ...rows('a body that ends early', 'fail net/reset', all, raw(`${ok}content-length: 100\r\n\r\n{"a":`)),
  ...rows(
    'both content-length and chunked',
    'fail http/not-http',
    evm,
    raw(`${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
  ),
  ...rows(
    'a chunk with an invalid size',
    'fail http/not-http',
    evm,
    raw(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`),
  ),
  ...rows(
    'nothing listens',
    'fail net/refused',
    all,
    async ({ serve }) => at(await serve(holdClosedPort())),
    { facts: { address: null, chainId: null, blockHeight: null } },
  ),
  ...rows('plain http at an https url', 'fail tls/not-tls', all, async ({ serve }) =>
    at(await serve(startEvmNode()), '', true),
  ),
  ...rows('a placeholder instead of a key', 'invalid entry/url-placeholder', all, () =>
    Promise.resolve('https://node.example.com/YOUR_API_KEY'),
  ),
];

const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const long = 'x'.repeat(1_000);
const flood = (name: string, begin: string, part: string) =>
  rows(`endless ${name}`, tooLarge, all, async ({ serve }) => at(await serve(startFlood(begin, part))));

/** Endless bytes that never complete an answer. */
const floods: readonly Fault[] = [
  ...flood('informational responses', '', `HTTP/1.1 103 Early Hints\r\nlink: <${long}>\r\n\r\n`),
  ...flood('reason phrase', 'HTTP/1.1 200 ', long),
  ...flood('chunk extension', `${chunked}1`, `;${long}`),
  ...flood('chunks with extensions', chunked, `1;${long}\r\na\r\n`),
  ...flood('trailers', `${chunked}0\r\n`, `x: ${long}\r\n`),
  ...rows('endless informational responses, over TLS', tooLarge, all, async ({ authority, serve }) =>
    at(await serve(startFlood('', 'HTTP/1.1 103 X\r\n\r\n', await authority.issue())), '', true),
  ),
];

/** Faults of HTTP and of JSON that the kinds share that answer in JSON over HTTP. */
export const webFaults: readonly Fault[] = [
  ...healthy,
  ...partial,
  ...forPages,
  ...bodies,
  ...connections,
  ...floods,
];
