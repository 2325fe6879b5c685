import { text } from 'node:stream/consumers';
import { answerCall } from '../../src/sandbox/evm-node.js';
import { startEvmWebSocket } from '../../src/sandbox/evm-websocket.js';
import { cometWebSockets } from './comet-websockets.js';
import { node, type Reply } from './evm-server.js';
import { evmWebSockets } from './evm-websockets.js';
import type { Fault, Lab } from './fault.js';
import { answering, restKind, rpcKind } from './get-kinds.js';
import { node as grpcNode } from './grpc-answers.js';
import { node as grpcWebNode } from './grpc-web-answers.js';
import { startWeb } from './other-kinds.js';
import { answerHttp } from './raw-node.js';
import { at as atPath, page, type WebSocketKind } from './websockets.js';

const limit = 'net/rate-limited';
const down = 'http/upstream-down';
/** What servers and the proxies before them answer in place of a node of any kind, and what it means. */
const refusals: readonly (readonly [name: string, status: number, body: string, rule: string])[] = [
  ['HTTP 401', 401, '<html>', 'http/auth-required'],
  ['HTTP 403', 403, '<html>', 'http/forbidden'],
  ['HTTP 500', 500, '<html>', 'http/status'],
  ...[502, 503, 522].map((status) => [`HTTP ${status}`, status, '<html>', down] as const),
  ...[402, 429].map((status) => [`a limit: HTTP ${status}`, status, '', limit] as const),
  ['a limit: a sentence', 403, 'Too many requests', limit],
  ['a limit: "message"', 403, '{"message":"API rate limit exceeded"}', limit],
  ['a limit: "Error" of TronGrid', 403, '{"Error":"request rate exceeded the allowed_rps(10)"}', limit],
  ['a limit: "errorMessage"', 403, '{"errorMessage":"Too many requests"}', limit],
  ['a limit: "detail"', 503, '{"detail":"Rate limit exceeded"}', limit],
  ['a limit: the error of JSON-RPC', 400, '{"error":{"code":-32005,"message":"rate limit exceeded"}}', limit],
  ['a limit: 429 with many values', 429, `[${'0,'.repeat(50_000)}0]`, limit],
  ['HAProxy without a server', 503, '<h1>503</h1>\nNo server is available to handle this request.', down],
  ['Traefik without a server', 503, 'no available server', down],
  ['Varnish without a server', 503, '<h1>Error 503 Backend fetch failed</h1>', down],
  ['a reason of 401', 401, '{"error":{"code":1,"message":"order a dedicated node"}}', 'http/auth-required'],
  ['a reason of 403', 403, '{"error":{"code":1,"message":"origin is not allowed"}}', 'http/forbidden'],
];

const start: Readonly<Record<Exclude<Fault['kind'], 'peer'>, (reply: Required<Reply>) => Fault['start']>> = {
  grpc: ({ status, body, headers }) => grpcNode({ all: answerHttp(status, body, headers) }),
  evm: (reply) => node(() => reply),
  rpc: (reply) => answering(rpcKind, reply),
  rest: (reply) => answering(restKind, reply),
  'grpc-web': (all) => grpcWebNode({ all }),
  ws: (reply) => refusing(cometWebSockets, reply),
  'evm-ws': (reply) => refusing(evmWebSockets, reply),
};

function refusing(
  { path, start }: WebSocketKind,
  { status, body, headers }: Required<Reply>,
): Fault['start'] {
  const onRequest = page(status, body, headers);
  return async ({ serve }) => atPath(path, await serve(start({ path: '/elsewhere', onRequest })));
}

/** An EVM node behind a proxy that loses upgrades: it answers them with this status, or not at all, and passes a POST on. */
const losesUpgrades = (status: number | null) =>
  startWeb((request, response) => {
    if (request.headers.upgrade === undefined)
      return void text(request).then((body) => response.end(answerCall(body, {})));
    if (status !== null) response.writeHead(status, { via: '1.1 varnish' }).end();
  });

/** The faults of all kinds that no client was asked about. */
export const sharedRefusals: readonly Fault[] = [
  ...refusals.flatMap(([name, status, body, rule]) =>
    Object.entries(start).map(([kind, answer]) => ({
      kind: kind as Fault['kind'],
      name: `refused: ${name}`,
      start: answer({ status, headers: { 'content-type': 'text/html' }, body }),
      verdict: rule === limit ? ('inconclusive' as const) : ('fail' as const),
      rules: [rule],
    })),
  ),
  ...[404, 502, null].map((status) => ({
    kind: 'evm-ws' as const,
    name: `refused: a proxy that loses upgrades (${status})`,
    start: async ({ serve }: Lab) => `ws://localhost:${await serve(losesUpgrades(status)())}`,
    verdict: 'fail' as const,
    rules: ['evm-ws/upgrade-refused'],
  })),
  {
    kind: 'evm',
    name: 'refused: a websocket of EVM',
    start: async ({ serve }) => `http://localhost:${await serve(startEvmWebSocket())}`,
    verdict: 'fail',
    rules: ['evm/other-kind'],
  },
];
