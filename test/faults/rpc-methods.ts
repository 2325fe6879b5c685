import http from 'node:http';
import { createResults, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { listen } from '../../src/sandbox/server.js';
import { answerJson, notFound, type WebAnswer } from '../../src/sandbox/web-node.js';
import { createRows, type Fault, type FaultOf } from './fault.js';
import { at } from './get-kinds.js';

/** Other answers to requests of a method; or a server of its own. */
type MethodServer = {
  readonly GET?: WebAnswer;
  readonly POST?: WebAnswer;
  readonly start?: FaultOf['start'];
};

const row = createRows<MethodServer>(
  'rpc',
  ({ start, ...answers }) =>
    start ??
    (async ({ serve }) =>
      at(await serve(startRpcNode({ answer: ({ method }) => answers[method as 'GET'] })))),
);
const page: WebAnswer = { headers: { 'content-type': 'text/html' }, body: '<!doctype html>' };
const error = (code: number, message: string, status = 200): WebAnswer =>
  answerJson({ jsonrpc: '2.0', id: 1, error: { code, message } }, status);
const right = (id: unknown) => answerJson({ jsonrpc: '2.0', id, result: createResults()['status'] });

/** A server of its own, whose answer depends on the requests before. */
const serving =
  (handle: (request: http.IncomingMessage, answer: () => void, response: http.ServerResponse) => void) =>
  async ({ serve }: Parameters<FaultOf['start']>[0]) => {
    const server = http.createServer((request, response) => {
      request.resume();
      handle(request, () => response.end(right(1).body), response);
    });
    return at(await serve(listen(server)));
  };

/** A server that refuses what arrives on a connection while it answers the previous request. */
const oneAtATime: FaultOf['start'] = (lab) => {
  const busy = new Set<unknown>();
  return serving(({ socket }, answer, response) => {
    if (busy.has(socket)) return void response.writeHead(400).end();
    busy.add(socket);
    setTimeout(() => {
      busy.delete(socket);
      answer();
    }, 50);
  })(lab);
};

/** A server that answers its first POST otherwise. */
const otherwiseOnce =
  (refuse: (response: http.ServerResponse) => unknown): FaultOf['start'] =>
  (lab) => {
    let count = 0;
    return serving(({ method }, answer, response) =>
      method === 'POST' && ++count === 1 ? void refuse(response) : answer(),
    )(lab);
  };
/** Once the previous answer is received; a response that waits for its turn has no socket yet. */
const reset = ({ req }: http.ServerResponse) => setTimeout(() => req.socket.resetAndDestroy(), 100);

/** Refuses a GET, ends the connection, and answers a POST late. */
const slowPost = serving(({ method }, answer, response) =>
  method === 'POST' ? void setTimeout(answer, 1_500) : response.writeHead(405, { connection: 'close' }).end(),
);

const noPost = (name: string, POST: WebAnswer, detail?: string) =>
  row(`POST refused: ${name}`, 'pass no-post', {
    POST,
    attempts: [1, 2],
    ...(detail === undefined ? {} : { data: { detail } }),
  });
/** Answers that prove nothing about a single POST. */
const openPost = (name: string, POST: WebAnswer | FaultOf['start']) =>
  row(`POST not answered: ${name}`, 'pass', typeof POST === 'function' ? { start: POST } : { POST });
const noGet = (name: string, GET: WebAnswer) =>
  row(`GET refused: ${name}`, 'pass no-get', { GET, chainId: 'sandbox-1', attempts: [1, 2] });

/** Nodes that answer only GET, or only POST, as far as a check can tell. */
export const rpcMethodFaults: readonly Fault[] = [
  noPost('HTTP 403', { status: 403, body: '<html>' }, 'HTTP 403'),
  noPost('HTTP 404', notFound, 'HTTP 404'),
  noPost('HTTP 405', { status: 405 }, 'HTTP 405'),
  noPost('a web page', page, 'a web page'),
  noPost('error -32601', error(-32601, 'Method not found'), 'the method does not exist'),
  noPost('error -32700', error(-32700, 'Parse error. Invalid JSON', 500)),
  noPost('a redirect to a page', { status: 302, headers: { location: '/docs' } }),
  openPost('a limit', { status: 429 }),
  openPost('a limit of nginx', { status: 503 }),
  openPost('a bot protection', { status: 403, headers: { 'cf-mitigated': 'challenge' } }),
  openPost('error -32603', error(-32603, 'Internal error', 500)),
  openPost(
    'silence',
    serving(({ method }, answer) => (method === 'GET' ? answer() : undefined)),
  ),
  row('a server that cannot read one request behind another', 'pass', { start: oneAtATime }),
  row('a bare result by GET', 'pass', { GET: answerJson(createResults()['status']) }),
  noGet('HTTP 403', { status: 403, body: '<html>' }),
  noGet('HTTP 404', notFound),
  noGet('HTTP 405, and the end of the connection', { status: 405, headers: { connection: 'close' } }),
  noGet('a web page', page),
  noGet('a redirect to another host', { status: 302, headers: { location: 'https://node.example.com/' } }),
  row('GET refused: another chain', 'fail wrong-chain no-get', { GET: notFound, chainId: 'other-1' }),
];

const refusals: Readonly<Record<string, WebAnswer>> = {
  'HTTP 401': { status: 401 },
  'HTTP 500': { status: 500 },
  'JSON of something else': answerJson({ ok: true }),
  'an error of the node': error(-32600, 'no', 500),
};
const open: Readonly<Record<string, WebAnswer>> = {
  'a node that is down': { status: 502 },
  'a limit': { status: 429 },
  'a limit of nginx': { status: 503 },
  'a bot protection': { status: 403, headers: { 'cf-mitigated': 'challenge' } },
  'an error that may pass': error(-32603, 'no', 500),
};

/** What no client was asked about. */
export const moreRpcMethods: readonly Fault[] = [
  ...Object.entries(refusals).flatMap(([name, answer]) => [noPost(name, answer), noGet(name, answer)]),
  ...Object.entries(open).map(([name, GET]) => row(`GET not answered: ${name}`, 'pass', { GET })),
  openPost('a node that is down', { status: 502 }),
  openPost('a redirect that repeats it', { status: 308, headers: { location: 'https://a.example/' } }),
  openPost(
    'HTTP 400, behind a GET',
    otherwiseOnce((response) => response.writeHead(400).end()),
  ),
  openPost('a reset, behind a GET', otherwiseOnce(reset)),
  row('GET refused, and a POST that takes its time', 'pass no-get', { start: slowPost }),
  row('GET refused, and a limit for POST', 'inconclusive net/rate-limited', {
    GET: notFound,
    POST: { status: 429 },
  }),
  row('GET refused, and a POST that is reset', 'fail net/reset', {
    start: serving(({ method }, _, response) =>
      method === 'POST' ? void reset(response) : response.writeHead(405, { connection: 'close' }).end(),
    ),
  }),
  openPost(
    'a reset each time',
    serving(({ method }, answer, response) => (method === 'POST' ? void reset(response) : answer())),
  ),
];
