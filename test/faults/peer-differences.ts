import { evmChallenges, evmLimits } from './evm-refusals.js';
import type { Fault, FaultOf } from './fault.js';
import { grpcChallenges, grpcLimits } from './grpc-refusals.js';

/** Programs that people use instead of endpoint-check. */
export type PeerName = 'grpcurl' | 'buf' | 'curl';

/** The tested versions; curl is the installed one. */
export const peerVersions = { grpcurl: 'v1.9.4', buf: '1.75.0' } as const;

/** The programs of each kind. */
export const peersOf: Readonly<Record<Fault['kind'], readonly PeerName[]>> = {
  grpc: ['grpcurl', 'buf'],
  evm: ['curl'],
};

/** Faults for which other programs report another result, and why endpoint-check is right. */
export interface PeerDifference {
  readonly kind: Fault['kind'];
  readonly faults: readonly string[];
  /** The programs that succeed. */
  readonly passes: readonly PeerName[];
  readonly why: string;
}

/** Reasons that apply to real nodes too. */
export const reasons = {
  claim:
    'they do not compare chain ids: the node answers, but wallets that take it from the registry would show another chain',
  limit:
    'a rate limit does not show whether the endpoint serves the chain; they report it like any other error',
  challenge:
    'who is refused by a bot protection cannot tell whether others are; they report it like any other error',
  chainIdLimited:
    'curl requests only the block; the request for the chain id was not answered, so the chain is unknown',
  alpn: 'other gRPC clients connect; the warning says that clients written in Go refuse the connection',
} as const;

/** All differences. On every fault that is not listed here, all programs of its kind agree. */
export const peerDifferences: readonly PeerDifference[] = [
  {
    kind: 'grpc',
    faults: ['HTTP/2 without ALPN', 'RSA key exchange (TLS 1.2)'],
    passes: [],
    why: reasons.alpn,
  },
  {
    kind: 'grpc',
    faults: [
      'HTTP 429',
      'status 8',
      'GOAWAY with code 11, then the connection closes',
      ...listNames(grpcLimits),
    ],
    passes: [],
    why: reasons.limit,
  },
  {
    kind: 'grpc',
    faults: listNames(grpcChallenges),
    passes: [],
    why: reasons.challenge,
  },
  {
    kind: 'grpc',
    faults: ['a node of another chain', 'another chain that only the newest block shows'],
    passes: ['grpcurl', 'buf'],
    why: reasons.claim,
  },
  {
    kind: 'grpc',
    faults: ['a chain id that is not UTF-8'],
    passes: ['grpcurl'],
    why: 'the bytes differ from the chain id in the file; grpcurl replaces invalid UTF-8 with U+FFFD',
  },
  {
    kind: 'grpc',
    faults: ['an empty message'],
    passes: ['grpcurl', 'buf'],
    why: 'every node fills in the fields of GetNodeInfo; they give missing fields their default values',
  },
  {
    kind: 'grpc',
    faults: ['3,000 services', 'a service name of 300 characters'],
    passes: ['grpcurl', 'buf'],
    why: 'no real node has such a list; they print whatever a server sends',
  },
  {
    kind: 'evm',
    faults: ['HTTP 429', 'error -32005', ...listNames(evmLimits)],
    passes: [],
    why: reasons.limit,
  },
  {
    kind: 'evm',
    faults: listNames(evmChallenges),
    passes: [],
    why: reasons.challenge,
  },
  {
    kind: 'evm',
    faults: ['a byte order mark', 'x-gzip'],
    passes: [],
    why: 'curl prints the body as it came, and the program behind it has to decode it; most clients do',
  },
  {
    kind: 'evm',
    faults: ['HTTP 503 to all but the block', 'a chain id that never comes, on another network'],
    passes: ['curl'],
    why: reasons.chainIdLimited,
  },
  {
    kind: 'evm',
    faults: ['another chain', 'another chain id as decimal text', 'another chain id, the second time'],
    passes: ['curl'],
    why: reasons.claim,
  },
  {
    kind: 'evm',
    faults: ['EVM over HTTP/2 only'],
    passes: ['curl'],
    why: 'curl is built with HTTP/2; most other clients of JSON-RPC, the ones in wallets and SDKs for Node among them, speak HTTP/1.1',
  },
  {
    kind: 'evm',
    faults: ['another id', 'no id', 'an id that is a string', 'no jsonrpc'],
    passes: ['curl'],
    why: 'JSON-RPC 2.0 requires both fields, and the id of the request; clients with several open requests match answers by id',
  },
  {
    kind: 'evm',
    faults: [
      'a block that is a string',
      'a block without a number',
      'a block with a decimal number',
      'a block with a short hash',
      'a block without a time',
      'a block number of 2,000 digits',
      'JSON nested 100,000 deep',
    ],
    passes: ['curl'],
    why: 'there is a result, but not the requested block, so a client that reads the block fails',
  },
];

function listNames(faults: readonly FaultOf[]): readonly string[] {
  return faults.map(({ name }) => name);
}
