import type { Fault } from '../faults/fault.js';
import type { ClientName } from '../opinions/clients.js';
import { reasons } from '../opinions/reasons.js';

/** A state of a real node, and whether endpoint-check and other programs that make the same calls succeed. */
export interface PeerState {
  readonly kind: Extract<Fault['kind'], 'grpc' | 'evm'>;
  readonly name: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** The rules of all findings. */
  readonly rules: readonly string[];
  /** The programs that succeed. */
  readonly passes: readonly ClientName[];
  /** Why endpoint-check is right if they differ; null if they agree. */
  readonly why: string | null;
}

const both = ['grpcurl', 'buf'] as const;
const allEvm = ['curl', 'viem', 'ethers', 'web3', 'cast', 'ethclient'] as const;

/** The states that `test/nodes/peers.test.ts` sets up, with a real node and real proxies. */
export const peerStates = [
  { kind: 'grpc', name: 'plaintext', verdict: 'pass', rules: ['grpc/plaintext'], passes: both, why: null },
  { kind: 'grpc', name: 'behind nginx', verdict: 'pass', rules: [], passes: both, why: null },
  {
    kind: 'grpc',
    name: 'reflection blocked',
    verdict: 'fail',
    rules: ['grpc/reflection-unavailable'],
    passes: [],
    why: null,
  },
  { kind: 'grpc', name: 'paused', verdict: 'fail', rules: ['net/connect-timeout'], passes: [], why: null },
  {
    kind: 'grpc',
    name: 'stopped behind nginx',
    verdict: 'fail',
    rules: ['http/upstream-down'],
    passes: [],
    why: null,
  },
  {
    kind: 'grpc',
    name: 'another chain than the file claims',
    verdict: 'fail',
    rules: ['grpc/wrong-chain', 'grpc/plaintext'],
    passes: both,
    why: reasons.claim,
  },
  {
    kind: 'grpc',
    name: 'limited by nginx to one call',
    verdict: 'inconclusive',
    rules: ['net/rate-limited'],
    passes: [],
    why: reasons.limit,
  },
  {
    kind: 'grpc',
    name: 'limited by nginx to two calls',
    verdict: 'pass',
    rules: ['grpc/head-unknown'],
    passes: [],
    why: 'the node answered all required calls; they try the newer reflection version first, and hit the limit',
  },
  {
    kind: 'grpc',
    name: 'HTTP/2 without ALPN, by HAProxy',
    verdict: 'pass',
    rules: ['tls/no-alpn'],
    passes: [],
    why: reasons.alpn,
  },
  {
    kind: 'evm',
    name: 'plain http',
    verdict: 'pass',
    rules: ['http/plaintext'],
    passes: allEvm,
    why: null,
  },
  { kind: 'evm', name: 'behind nginx', verdict: 'pass', rules: [], passes: allEvm, why: null },
  { kind: 'evm', name: 'paused', verdict: 'fail', rules: ['net/response-timeout'], passes: [], why: null },
  {
    kind: 'evm',
    name: 'stopped behind nginx',
    verdict: 'fail',
    rules: ['http/upstream-down'],
    passes: [],
    why: null,
  },
  {
    kind: 'evm',
    name: 'another chain than the file claims',
    verdict: 'fail',
    rules: ['evm/wrong-chain', 'http/plaintext'],
    passes: ['curl'],
    why: 'curl does not compare chain ids; the others do, and fail',
  },
  {
    kind: 'evm',
    name: 'limited by nginx to one request',
    verdict: 'inconclusive',
    rules: ['net/rate-limited'],
    passes: ['curl'],
    why: 'curl requests only the block; the others ask for the chain id too, are limited, and report it like any other error',
  },
] as const satisfies readonly PeerState[];
