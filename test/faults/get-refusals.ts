import { answerGatewayError } from '../../src/sandbox/rest-node.js';
import { answerJson, type WebAnswer } from '../../src/sandbox/web-node.js';
import { challengeReplies, paymentReplies } from './evm-refusals.js';
import type { FaultOf } from './fault.js';
import { answering, type GetKind, restKind, row, rpcKind, withRoute } from './get-kinds.js';

const limited = (kind: GetKind, name: string, answer: WebAnswer) =>
  row(`a limit: ${name}`, 'inconclusive', ['net/rate-limited'], answering(kind, answer));

/** Limits in the words of gateways; `src/net/limit-texts.ts` has the sources. */
function createLimits(kind: GetKind): readonly FaultOf[] {
  return [
    limited(kind, 'Retry-After', { status: 429, headers: { 'retry-after': '3' }, body: 'slow down' }),
    limited(kind, 'a sentence with HTTP 200', { body: 'Too many requests' }),
    limited(kind, 'a message without an envelope', answerJson({ message: 'API rate limit exceeded' })),
    limited(kind, 'a code without an envelope', answerJson({ code: 429 })),
    ...[403, 404].map((status) =>
      row(`a limit after HTTP ${status}`, 'inconclusive', ['net/rate-limited'], refusingFirst(kind, status)),
    ),
  ];
}

/** A node that refuses its first route, and limits the requests in its place. */
function refusingFirst(kind: GetKind, status: number): FaultOf['start'] {
  return async ({ serve }) => {
    const answer = ({ path }: { readonly path: string }) => ({ status: path === kind.route ? status : 429 });
    return `http://localhost:${await serve(kind.start({ answer }))}`;
  };
}

function createChallenges(kind: GetKind): readonly FaultOf[] {
  return challengeReplies.map(([name, reply]) =>
    row(`a bot protection: ${name}`, 'inconclusive', ['http/challenged'], answering(kind, reply)),
  );
}

const rpcError = (code: number, message: string, data?: string) =>
  answerJson({ jsonrpc: '2.0', id: -1, error: { code, message, data } });

/** How the RPC of a provider limits requests. */
export const rpcLimits: readonly FaultOf[] = [
  ...createLimits(rpcKind),
  limited(rpcKind, 'a code of JSON-RPC', rpcError(-32005, 'slow down')),
  limited(rpcKind, 'a message of JSON-RPC', rpcError(-32000, 'too many requests')),
];

/** How the REST API of a provider limits requests. */
export const restLimits: readonly FaultOf[] = [
  ...createLimits(restKind),
  limited(restKind, 'RESOURCE_EXHAUSTED', answerGatewayError(8, 'slow down', 500)),
  limited(restKind, 'a message of the gateway', answerGatewayError(2, 'rate limit exceeded', 500)),
];

/** Demands of payment in place of a node's answers. */
export function createPayments(kind: GetKind): readonly FaultOf[] {
  return paymentReplies.map(([name, reply]) =>
    row(`a price ${name}`, 'fail', ['http/payment-required'], answering(kind, reply)),
  );
}

/** Answers of bot protections in place of an RPC. */
export const rpcChallenges: readonly FaultOf[] = createChallenges(rpcKind);

/** Answers of bot protections in place of a REST API. */
export const restChallenges: readonly FaultOf[] = [
  ...createChallenges(restKind),
  row(
    'a bot protection of one route',
    'pass',
    ['rest/node-info-unavailable'],
    withRoute(restKind, { status: 403, headers: { 'cf-mitigated': 'challenge' } }),
  ),
];
