/** A state of a real node, and whether endpoint-check and other programs that ask for GetNodeInfo by reflection call it good. */
export interface PeerState {
  readonly name: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** The rules of all findings. */
  readonly rules: readonly string[];
  readonly grpcurl: boolean;
  readonly buf: boolean;
  /** Where they differ, why ours is right; null where they agree. */
  readonly why: string | null;
}

/** The versions that were asked. */
export const peerVersions = { grpcurl: 'v1.9.4', buf: '1.75.0' } as const;

const bothPass = { grpcurl: true, buf: true } as const;
const bothFail = { grpcurl: false, buf: false } as const;

/** What `test/nodes/peers.test.ts` holds, on a real node behind real proxies. */
export const peerStates = [
  { name: 'plaintext', verdict: 'pass', rules: ['grpc/plaintext'], ...bothPass, why: null },
  { name: 'behind nginx', verdict: 'pass', rules: [], ...bothPass, why: null },
  {
    name: 'reflection blocked',
    verdict: 'fail',
    rules: ['grpc/reflection-unavailable'],
    ...bothFail,
    why: null,
  },
  { name: 'paused', verdict: 'fail', rules: ['net/connect-timeout'], ...bothFail, why: null },
  { name: 'stopped behind nginx', verdict: 'fail', rules: ['http/upstream-down'], ...bothFail, why: null },
  {
    name: 'another chain than the file claims',
    verdict: 'fail',
    rules: ['grpc/wrong-chain', 'grpc/plaintext'],
    ...bothPass,
    why: 'they know no claim: the node answers, but wallets that find it in the registry would show another chain',
  },
  {
    name: 'limited by nginx to one call',
    verdict: 'inconclusive',
    rules: ['net/rate-limited'],
    ...bothFail,
    why: 'the node answered one call, so it is there; a limit says nothing of whether it serves the chain',
  },
  {
    name: 'limited by nginx to two calls',
    verdict: 'pass',
    rules: [],
    ...bothFail,
    why: 'the node answered all that is required; they try the newer reflection first, and come to the limit',
  },
  {
    name: 'HTTP/2 without ALPN, by HAProxy',
    verdict: 'pass',
    rules: ['tls/no-alpn'],
    ...bothFail,
    why: 'other clients of gRPC use it; that clients written in Go refuse it is what the warning says',
  },
] as const satisfies readonly PeerState[];
