import http from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseCall } from '../../src/sandbox/rpc-node.js';
import { holdClosedPort, listen } from '../../src/sandbox/server.js';
import type { WebAnswer, WebNodeOptions } from '../../src/sandbox/web-node.js';
import { raw, readBody } from './evm-server.js';
import type { FaultOf } from './fault.js';
import { answering, at, type GetKind, node, row, setCallId } from './get-kinds.js';

/** Faults of the transport and of JSON that all kinds requested by GET share. */
export function createGetFaults(kind: GetKind): readonly FaultOf[] {
  return [
    ...listHealthy(kind),
    ...listPartial(kind),
    ...listCors(kind),
    ...listStatuses(kind),
    ...listBodies(kind),
    ...listConnections(kind),
  ];
}

/** A server that writes a right answer to the first route in another way, and answers nothing else. */
function writing({ route, right }: GetKind, write: (response: http.ServerResponse, body: string) => void) {
  const start: FaultOf['start'] = async ({ serve }) => {
    const server = http.createServer((request, response) => {
      readBody(request, (text) => {
        const call = parseCall(text);
        const path = call === null ? request.url : `/${call.method}`;
        if (path === route) write(response, setCallId(String(right().body), call?.id ?? -1));
        else response.writeHead(501, { 'content-type': 'text/plain' }).end('not here');
      });
    });
    return at(await serve(listen(server)));
  };
  return start;
}

/** Variants of a healthy node. REST APIs that answer one of two routes get a notice about the other route. */
function listHealthy(kind: GetKind): readonly FaultOf[] {
  const alone = kind.kind === 'rest' ? ['rest/head-unknown'] : [];
  const healthy = (name: string, start: FaultOf['start'], rules: readonly string[] = []) =>
    row(name, 'pass', rules, start);
  return [
    healthy('a healthy node', node(kind)),
    {
      ...healthy('a healthy node with TLS', async ({ authority, serve }) =>
        at(await serve(kind.start({ tls: await authority.issue() })), '', true),
      ),
      chainId: 'sandbox-1',
    },
    healthy('a path', node(kind, { path: '/chain/node' })),
    healthy('a path with a final slash', async (lab) => `${await node(kind, { path: '/chain' })(lab)}/`),
    healthy('a final slash', async (lab) => `${await node(kind)(lab)}/`),
    healthy(
      'chunks',
      writing(kind, (response, body) => {
        for (const part of body.match(/.{1,100}/gs) ?? []) response.write(part);
        response.end();
      }),
      alone,
    ),
    healthy(
      'a body that arrives slowly, but in time',
      writing(kind, (response, body) => {
        response.write(body.slice(0, 10));
        setTimeout(() => response.end(body.slice(10)), 300);
      }),
      alone,
    ),
    healthy(
      'gzip, though it was not requested',
      writing(kind, (response, body) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body)),
      ),
      alone,
    ),
    healthy(
      'the content type of text',
      writing(kind, (response, body) => response.writeHead(200, { 'content-type': 'text/plain' }).end(body)),
      alone,
    ),
    healthy(
      'a byte order mark',
      writing(kind, (response, body) => response.end(`\uFEFF${body}`)),
      [`${kind.kind}/nonstandard-answer`, ...alone],
    ),
    healthy(
      'a server that closes the connection after each answer',
      node(kind, { answer: ({ path }) => (path === kind.route ? closing(kind.right()) : undefined) }),
    ),
  ];
}

function closing(answer: WebAnswer): WebAnswer {
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

function listStatuses(kind: GetKind): readonly FaultOf[] {
  const status = (code: number, rule: string, verdict: FaultOf['verdict'] = 'fail') =>
    row(`HTTP ${code}`, verdict, [rule], answering(kind, { status: code, body: '<html>' }));
  return [
    status(301, 'http/redirect'),
    status(400, 'http/status'),
    status(404, 'http/status'),
    status(405, 'http/status'),
  ];
}

const big = Buffer.alloc(3 << 20, 0x20);

function listBodies(kind: GetKind): readonly FaultOf[] {
  const notJson = `${kind.kind}/not-json`;
  const fails = (name: string, rule: string, answer: WebAnswer) =>
    row(name, 'fail', [rule], answering(kind, answer));
  const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  return [
    fails('a web page with status 200', notJson, {
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html>',
    }),
    fails('an empty body', notJson, {}),
    fails('JSON that is cut off', notJson, { body: String(kind.right().body).slice(0, -5) }),
    fails('a body that is not UTF-8', notJson, { body: Buffer.from([0xc3, 0x28]) }),
    fails('an array', kind.unexpected, { body: '[{}]' }),
    fails('a number', kind.unexpected, { body: '1' }),
    fails('null', kind.unexpected, { body: 'null' }),
    fails('an object of something else', kind.unexpected, { body: '{"status":"ok"}' }),
    fails('JSON nested 100,000 deep', kind.unexpected, { body: nested(100_000) }),
    fails('a body of 3 MiB', 'net/response-too-large', { body: big }),
    fails('3 MiB in gzip', 'net/response-too-large', {
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(big),
    }),
    fails('3 MiB in brotli', 'net/response-too-large', {
      headers: { 'content-encoding': 'br' },
      body: brotliCompressSync(big),
    }),
    fails('invalid gzip', notJson, { headers: { 'content-encoding': 'gzip' }, body: 'junk' }),
  ];
}

function listConnections(kind: GetKind): readonly FaultOf[] {
  const fails = (name: string, rule: string, start: FaultOf['start'], more: Partial<FaultOf> = {}) =>
    row(name, 'fail', [rule], start, more);
  const short = { timeout: '4s' };
  const dripping: FaultOf['start'] = async ({ serve }) => {
    const server = http.createServer((request, response) => {
      request.resume();
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    return at(await serve(listen(server)));
  };
  return [
    fails('a body that never ends', 'net/response-timeout', dripping, short),
    fails('no answer', 'net/response-timeout', raw('', false), short),
    fails(
      'headers of 20 KB',
      'net/response-too-large',
      raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`),
    ),
    fails('an SSH server', 'http/not-http', raw('SSH-2.0-OpenSSH_9.2\r\n')),
    fails('a connection that closes without an answer', 'net/reset', raw('')),
    fails('a body that ends early', 'net/reset', raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":')),
    fails('nothing listens', 'net/refused', async ({ serve }) => at(await serve(holdClosedPort()))),
    fails('plain http at an https url', 'tls/not-tls', async ({ serve }) =>
      at(await serve(kind.start({})), '', true),
    ),
    row('a placeholder instead of a key', 'invalid', ['entry/url-placeholder'], () =>
      Promise.resolve('https://node.example.com/YOUR_API_KEY'),
    ),
  ];
}

/** Nodes that answer, though not everything or not for the chain that is claimed. */
function listPartial(kind: GetKind): readonly FaultOf[] {
  return [
    row('another chain', 'fail', [`${kind.kind}/wrong-chain`], node(kind), { chainId: 'other-1' }),
    row('a limit that a burst exceeds', 'pass', [], refusingBurst(kind), { chainId: 'sandbox-1' }),
    row(
      'a limit of all but the first route',
      'pass',
      kind.kind === 'rest' ? ['rest/head-unknown'] : [],
      node(kind, { answer: ({ path }) => (path === kind.route ? undefined : { status: 429 }) }),
    ),
  ];
}

/** Nodes that pages of other origins may use or not, if the run asks for it. */
function listCors(kind: GetKind): readonly FaultOf[] {
  const withCors = (name: string, rules: readonly string[], options: WebNodeOptions) =>
    row(name, 'pass', rules, node(kind, options), { args: ['--cors'] });
  return [
    withCors('CORS', [], { cors: true }),
    withCors('no CORS', ['http/no-cors'], {}),
    withCors('CORS that is limited', [], {
      answer: ({ headers }) => (headers.origin === undefined ? undefined : { status: 429 }),
    }),
  ];
}

/** A node that answers the first request of a burst and, as nginx does by default, refuses the next with HTTP 503. */
function refusingBurst(kind: GetKind): FaultOf['start'] {
  return (lab) => {
    let count = 0;
    return node(kind, { answer: () => (++count > 1 && count <= 3 ? { status: 503 } : undefined) })(lab);
  };
}
