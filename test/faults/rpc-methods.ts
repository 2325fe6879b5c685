import http from 'node:http';
import { createResults, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { listen } from '../../src/sandbox/server.js';
import { answerJson, notFound, type WebAnswer } from '../../src/sandbox/web-node.js';
import type { FaultOf } from './fault.js';
import { at, row, rpcKind } from './get-kinds.js';

const page: WebAnswer = { headers: { 'content-type': 'text/html' }, body: '<!doctype html>' };
const error = (code: number, message: string, status = 200): WebAnswer =>
  answerJson({ jsonrpc: '2.0', id: 1, error: { code, message } }, status);

/** A node with this answer to requests of a method, and correct answers to all others. */
function answering(method: string, answer: WebAnswer): FaultOf['start'] {
  const answerOnly = (request: { readonly method: string }) =>
    request.method === method ? answer : undefined;
  return async ({ serve }) => at(await serve(startRpcNode({ answer: answerOnly })));
}

/** A server that answers each GET with its status, and never a POST. */
const silentPost: FaultOf['start'] = async ({ serve }) => {
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') response.end(rpcKind.right().body);
  });
  return at(await serve(listen(server)));
};

/** A server that refuses what arrives on a connection while it answers the previous request. */
const oneAtATime: FaultOf['start'] = async ({ serve }) => {
  const busy = new Set<unknown>();
  const server = http.createServer((request, response) => {
    request.resume();
    const { socket } = request;
    if (busy.has(socket)) {
      response.writeHead(400).end();
      return;
    }
    busy.add(socket);
    setTimeout(() => {
      busy.delete(socket);
      response.end(rpcKind.right().body);
    }, 50);
  });
  return at(await serve(listen(server)));
};

const noPost = (name: string, answer: WebAnswer) =>
  row(`POST refused: ${name}`, 'pass', ['rpc/no-post'], answering('POST', answer));
/** Answers that prove nothing about a single POST. */
const openPost = (name: string, start: FaultOf['start']) =>
  row(`POST not answered: ${name}`, 'pass', [], start);
const noGet = (name: string, answer: WebAnswer) =>
  row(`GET refused: ${name}`, 'pass', ['rpc/no-get'], answering('GET', answer), { chainId: 'sandbox-1' });

/** Nodes that answer only GET, or only POST, as far as a check can tell. */
export const rpcMethodFaults: readonly FaultOf[] = [
  noPost('HTTP 403', { status: 403, body: '<html>' }),
  noPost('HTTP 404', notFound),
  noPost('HTTP 405', { status: 405 }),
  noPost('a web page', page),
  noPost('error -32601', error(-32601, 'Method not found')),
  noPost('error -32700', error(-32700, 'Parse error. Invalid JSON', 500)),
  noPost('a redirect to a page', { status: 302, headers: { location: '/docs' } }),
  openPost('a limit', answering('POST', { status: 429 })),
  openPost('a limit of nginx', answering('POST', { status: 503 })),
  openPost('a bot protection', answering('POST', { status: 403, headers: { 'cf-mitigated': 'challenge' } })),
  openPost('error -32603', answering('POST', error(-32603, 'Internal error', 500))),
  openPost('silence', silentPost),
  row('a server that cannot read one request behind another', 'pass', [], oneAtATime),
  row('a bare result by GET', 'pass', [], answering('GET', answerJson(createResults()['status']))),
  noGet('HTTP 403', { status: 403, body: '<html>' }),
  noGet('HTTP 404', notFound),
  noGet('HTTP 405, and the end of the connection', { status: 405, headers: { connection: 'close' } }),
  noGet('a web page', page),
  noGet('a redirect to another host', { status: 302, headers: { location: 'https://node.example.com/' } }),
  row('GET refused: another chain', 'fail', ['rpc/wrong-chain', 'rpc/no-get'], answering('GET', notFound), {
    chainId: 'other-1',
  }),
];
