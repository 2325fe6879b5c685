import type { Fault } from './fault.js';

/** Programs that people use in place of endpoint-check. */
export type PeerName = 'grpcurl' | 'buf' | 'curl';

/** The versions that are asked; curl is the one that is installed. */
export const peerVersions = { grpcurl: 'v1.9.4', buf: '1.75.0' } as const;

/** The programs of each kind. */
export const peersOf: Readonly<Record<Fault['kind'], readonly PeerName[]>> = {
  grpc: ['grpcurl', 'buf'],
  evm: ['curl'],
};

/** Faults of which other programs say something else, and why endpoint-check is right. */
export interface PeerDifference {
  readonly kind: Fault['kind'];
  readonly faults: readonly string[];
  /** The programs that succeed. */
  readonly passes: readonly PeerName[];
  readonly why: string;
}

/** Why endpoint-check is right, where that holds of real nodes too. */
export const reasons = {
  claim:
    'they know no claim: the node answers, but wallets that find it in the registry would show another chain',
  limit:
    'a limit says nothing of whether the endpoint serves the chain; to them it is an error like any other',
  keptBack: 'it asks for the block alone; which chain that is of, a limit kept back',
  alpn: 'other clients of gRPC use it; that clients written in Go refuse it is what the warning says',
} as const;

/** All differences: a fault that does not stand here is one that all of its kind's programs agree on. */
export const peerDifferences: readonly PeerDifference[] = [
  { kind: 'grpc', faults: ['no ALPN, but HTTP/2'], passes: [], why: reasons.alpn },
  { kind: 'grpc', faults: ['HTTP 429', 'status 8'], passes: [], why: reasons.limit },
  { kind: 'grpc', faults: ['a node of another chain'], passes: ['grpcurl', 'buf'], why: reasons.claim },
  {
    kind: 'grpc',
    faults: ['a chain id that is no UTF-8'],
    passes: ['grpcurl'],
    why: 'the bytes are not those of the chain id in the file; grpcurl puts other characters in their place',
  },
  {
    kind: 'grpc',
    faults: ['an empty message'],
    passes: ['grpcurl', 'buf'],
    why: 'no node leaves out what GetNodeInfo is asked for; to them, what is missing has its default value',
  },
  {
    kind: 'grpc',
    faults: ['3,000 services', 'a service name of 300 characters'],
    passes: ['grpcurl', 'buf'],
    why: 'no node has such a list; they print whatever a server makes up',
  },
  { kind: 'evm', faults: ['HTTP 429', 'error -32005'], passes: [], why: reasons.limit },
  {
    kind: 'evm',
    faults: ['HTTP 503 to all but the block'],
    passes: ['curl'],
    why: reasons.keptBack,
  },
  { kind: 'evm', faults: ['another chain'], passes: ['curl'], why: reasons.claim },
  {
    kind: 'evm',
    faults: ['another id', 'no id', 'an id as a text', 'no jsonrpc'],
    passes: ['curl'],
    why: 'JSON-RPC 2.0 requires both fields, with the id of the request; by the id, a client with several requests under way finds its answer',
  },
  {
    kind: 'evm',
    faults: [
      'a block that is a text',
      'a block without a number',
      'a block with a decimal number',
      'a block with a short hash',
      'a block without a time',
      'a block number of 2,000 digits',
      'JSON nested 100,000 deep',
    ],
    passes: ['curl'],
    why: 'there is a result, but not the block that was asked for, so a client that reads the block fails',
  },
];
