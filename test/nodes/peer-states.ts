import { type PeerName, reasons } from '../faults/peer-differences.js';

/** A state of a real node, and whether endpoint-check and other programs that ask for the same call it good. */
export interface PeerState {
  readonly name: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** The rules of all findings. */
  readonly rules: readonly string[];
  /** The programs that succeed. */
  readonly passes: readonly PeerName[];
  /** Where they differ, why ours is right; null where they agree. */
  readonly why: string | null;
}

const both = ['grpcurl', 'buf'] as const;

/** What `test/nodes/peers.test.ts` holds, on a real node behind real proxies. */
export const peerStates = [
  { name: 'plaintext', verdict: 'pass', rules: ['grpc/plaintext'], passes: both, why: null },
  { name: 'behind nginx', verdict: 'pass', rules: [], passes: both, why: null },
  {
    name: 'reflection blocked',
    verdict: 'fail',
    rules: ['grpc/reflection-unavailable'],
    passes: [],
    why: null,
  },
  { name: 'paused', verdict: 'fail', rules: ['net/connect-timeout'], passes: [], why: null },
  { name: 'stopped behind nginx', verdict: 'fail', rules: ['http/upstream-down'], passes: [], why: null },
  {
    name: 'another chain than the file claims',
    verdict: 'fail',
    rules: ['grpc/wrong-chain', 'grpc/plaintext'],
    passes: both,
    why: reasons.claim,
  },
  {
    name: 'limited by nginx to one call',
    verdict: 'inconclusive',
    rules: ['net/rate-limited'],
    passes: [],
    why: reasons.limit,
  },
  {
    name: 'limited by nginx to two calls',
    verdict: 'pass',
    rules: [],
    passes: [],
    why: 'the node answered all that is required; they try the newer reflection first, and come to the limit',
  },
  {
    name: 'HTTP/2 without ALPN, by HAProxy',
    verdict: 'pass',
    rules: ['tls/no-alpn'],
    passes: [],
    why: reasons.alpn,
  },
] as const satisfies readonly PeerState[];
