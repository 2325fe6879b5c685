import net from 'node:net';
import { createAnswers, startRestNode } from '../../src/sandbox/rest-node.js';
import { createResults, parseCall, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import {
  answerJson,
  type WebAnswer,
  type WebNodeOptions,
  type WebRequest,
} from '../../src/sandbox/web-node.js';
import type { FaultOf } from './fault.js';

/** A kind that is requested by GET. */
export interface GetKind {
  readonly kind: 'rpc' | 'rest';
  /** Starts a node; a healthy one by default. */
  readonly start: (options: WebNodeOptions) => Promise<SandboxServer>;
  /** The path of the first request, and a right answer to it. */
  readonly route: string;
  readonly right: () => WebAnswer;
}

/** CometBFT RPC. */
export const rpcKind: GetKind = {
  kind: 'rpc',
  start: startRpcNode,
  route: '/status',
  right: () => answerJson({ jsonrpc: '2.0', id: -1, result: createResults()['status'] }),
};

/** The path of the routes that the check requests. */
export const restService = '/cosmos/base/tendermint/v1beta1/';

/** The REST API. */
export const restKind: GetKind = {
  kind: 'rest',
  start: startRestNode,
  route: `${restService}node_info`,
  right: () => answerJson(createAnswers()['node_info']),
};

/** The url of a server of this machine. */
export function at(port: number, path = '', secure = false): string {
  return `http${secure ? 's' : ''}://localhost:${port}${path}`;
}

/** A server that answers the first bytes that it gets with these, at an http url. */
export function raw(bytes: string | Buffer, end = true): FaultOf['start'] {
  return async ({ serve }) => {
    const server = net.createServer((socket) => {
      socket.once('data', () => (end ? socket.end(bytes) : socket.write(bytes)));
    });
    return at(await serve(listen(server)));
  };
}

/** A node over plain http, which the check accepts if private addresses are allowed; TLS has separate faults. */
export function node({ kind, start }: GetKind, options: WebNodeOptions = {}): FaultOf['start'] {
  const { path, answer } = options;
  const url =
    kind === 'rest' || answer === undefined
      ? options
      : { ...options, answer: (request: WebRequest) => answerAsRoute(request, answer) };
  return async ({ serve }) => at(await serve(start(url)), path);
}

/** CometBFT answers a call that is sent to its root as the route of that name, with the id of the call: so do its faults. */
function answerAsRoute(
  request: WebRequest,
  answer: NonNullable<WebNodeOptions['answer']>,
): WebAnswer | undefined {
  const { method, path, body } = request;
  const call = method === 'POST' && ['', '/'].includes(path) ? parseCall(body) : null;
  if (call === null) return answer(request);
  const found = answer({ ...request, method: 'GET', path: `/${call.method}` });
  return typeof found?.body === 'string' ? { ...found, body: setCallId(found.body, call.id) } : found;
}

/** An answer to a GET, with the id of a call: without one in the request, CometBFT answers with -1, Tendermint with an empty text. */
export function setCallId(body: string, id: number): string {
  return body.replace(/"id":(?:-1|"")/, `"id":${id}`);
}
