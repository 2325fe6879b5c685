import type { FailureData } from '../../model/failure.js';
import type { RuleSet } from '../../model/rule.js';
import { describeOtherKind, hintForOtherKind } from '../other-kind.js';
import { formatAge, staleHint } from '../stale.js';

/** Data of the rules that only a gRPC endpoint can break. */
export type GrpcData = Pick<FailureData, Extract<keyof FailureData, `grpc/${string}`>> & {
  'grpc/plaintext': Record<never, never>;
  'grpc/reflection-unavailable': { detail: string };
  'grpc/service-missing': { services: number | null };
  'grpc/method-unimplemented': { detail: string };
  'grpc/node-error': { call: string; status: string; details: string };
  'grpc/syncing': Record<never, never>;
  'grpc/wrong-chain': { expected: string; actual: string; field: string };
  'grpc/chain-unknown': { expected: string };
  'grpc/stale': { height: number; ageMs: number };
  'grpc/head-unknown': { limitBytes: number };
  'grpc/odd-timestamp': { height: number; reason: string };
  'grpc/not-routed': Record<never, never>;
};

/** RFC 9113 section 7. */
const http2Errors = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];

/** The wording of the rules for gRPC endpoints. */
export const grpcRules: RuleSet<GrpcData> = {
  'grpc/plaintext': {
    severity: 'notice',
    summary: 'the endpoint speaks gRPC without TLS',
    explanation:
      'The port does not speak TLS, and gRPC works in plaintext. Clients need an option for it (grpcurl: `-plaintext`), and ' +
      'anyone on the way can read and change the traffic. Put TLS in front of the node.',
    message: () => 'the endpoint speaks gRPC without TLS',
    hint: () => 'put TLS in front of the node; without it, clients need an option (grpcurl -plaintext)',
  },
  'grpc/other-kind': {
    severity: 'error',
    summary: 'the endpoint is of another kind',
    explanation:
      'The endpoint answers, but not gRPC: as CometBFT RPC (port 26657 of a node), as the REST API (1317), as EVM JSON-RPC (8545), or with ' +
      'a web page. A node has gRPC at port 9090.',
    message: (data) => describeOtherKind(data, 'gRPC'),
    hint: (data) => hintForOtherKind(data, 'the gRPC port of a node is 9090, or what the proxy maps to it'),
  },
  'grpc/wants-tls': {
    severity: 'error',
    summary: 'the port requires TLS, but the TLS handshake fails',
    explanation:
      'The server answered a plaintext client with a TLS alert, though the TLS handshake with it failed too.',
    message: ({ address }) => `${address} requires TLS, but the TLS handshake with it fails`,
    hint: () => 'check the log of the server for the reason that it refuses the handshake',
  },
  'grpc/not-http2': {
    severity: 'error',
    summary: 'the port does not speak HTTP/2',
    explanation:
      'gRPC runs on HTTP/2, and the server speaks another protocol. Most often the port is the REST port (1317) or the ' +
      'CometBFT RPC port (26657) of the node, while gRPC is at 9090.',
    message: ({ detail }) =>
      detail === '' ? 'not an HTTP/2 server' : `not an HTTP/2 server: it answered "${detail}"`,
    hint: () =>
      'list the gRPC port (9090, or what the proxy maps to it); this may be the REST (1317) or RPC (26657) port',
  },
  'grpc/not-grpc': {
    severity: 'error',
    summary: 'the server does not answer in gRPC',
    explanation:
      'The answer is a page or a JSON document in place of gRPC. The host name leads to a web server or to the REST API, ' +
      'or the proxy does not pass gRPC on.',
    message: ({ contentType }) => `expected gRPC, got ${describeContent(contentType)}`,
    hint: () => 'pass gRPC on to the node (with nginx, grpc_pass), or list the port that does',
  },
  'grpc/no-status': {
    severity: 'error',
    summary: 'the answer has no gRPC status',
    explanation:
      'The answer ended without the trailers in which gRPC sends its status. A proxy that passes requests on as plain ' +
      'HTTP loses them: with nginx, `proxy_pass` must be `grpc_pass`.',
    message: ({ call }) => `the answer to ${call} ended without a gRPC status`,
    hint: () => 'the proxy loses trailers: with nginx, use grpc_pass in place of proxy_pass',
  },
  'grpc/stream-reset': {
    severity: 'error',
    transient: true,
    summary: 'the server reset the stream',
    explanation:
      'The server ended the call with an HTTP/2 error code. REFUSED_STREAM and ENHANCE_YOUR_CALM mean overload; ' +
      'other codes point at the proxy in front of the node.',
    message: ({ errorCode }) =>
      `the server reset the call (${http2Errors[errorCode] ?? `code ${errorCode}`})`,
    hint: () => 'check the log of the proxy in front of the node, and its load',
  },
  'grpc/connection-dropped': {
    severity: 'error',
    transient: true,
    summary: 'the server dropped the connection',
    explanation:
      'The HTTP/2 connection was established, and the server ended it before it answered. The usual causes are a node that ' +
      'restarts and a proxy that does not support gRPC.',
    message: ({ code }) =>
      code === '' || code === 'closed'
        ? 'the server dropped the connection before it answered'
        : `the server dropped the connection before it answered (${code})`,
    hint: () => 'check the log of the node and of the proxy in front of it',
  },
  'grpc/malformed-response': {
    severity: 'error',
    summary: 'the answer is malformed',
    explanation:
      'The answer could not be decoded as the message that the method returns, or it is beyond all bounds: another service ' +
      'answers, or a broken one.',
    message: ({ call, reason }) => `malformed answer to ${call}: ${reason}`,
    hint: () => 'check that a Cosmos SDK node answers at the endpoint',
  },
  'grpc/reflection-unavailable': {
    severity: 'error',
    summary: 'server reflection is not available',
    explanation:
      'The registry requires that the services can be listed by server reflection. The node answers other calls, but neither ' +
      '`grpc.reflection.v1` nor `v1alpha`. A Cosmos SDK node has reflection on wherever gRPC is on; a proxy that lets ' +
      'only some paths through must let `/grpc.reflection.` through too.',
    message: ({ detail }) => `the services cannot be listed: server reflection is not available (${detail})`,
    hint: () =>
      'turn reflection on, and let /grpc.reflection.v1.* and /grpc.reflection.v1alpha.* through the proxy',
  },
  'grpc/service-missing': {
    severity: 'error',
    summary: 'this is not a Cosmos SDK node',
    explanation:
      'The endpoint speaks gRPC but does not have `cosmos.base.tendermint.v1beta1.Service`, which every Cosmos SDK node ' +
      'has. Another service is behind the url, or the proxy lets only some paths through.',
    message: ({ services }) =>
      services === null
        ? 'the service cosmos.base.tendermint.v1beta1.Service is missing'
        : `the service cosmos.base.tendermint.v1beta1.Service is not among the ${services} services of the endpoint`,
    hint: () => 'check that the url leads to a Cosmos SDK node and that the proxy lets the service through',
  },
  'grpc/not-routed': {
    severity: 'error',
    summary: 'no gRPC service is routed here',
    explanation:
      'Server reflection and GetNodeInfo are both answered UNIMPLEMENTED without a reason, as Envoy answers a host or path that it has no route ' +
      'for. A Cosmos SDK node that lacks a service gives its name; a gRPC server of another kind may give none.',
    message: () =>
      'reflection and GetNodeInfo are answered UNIMPLEMENTED without a reason, as a proxy without a route does',
    hint: () => 'route the host name to the node in the proxy, or list the address that is routed',
  },
  'grpc/method-unimplemented': {
    severity: 'error',
    summary: 'the node lists the service but does not answer GetNodeInfo',
    explanation:
      'Reflection lists `cosmos.base.tendermint.v1beta1.Service`, but the method answers UNIMPLEMENTED. A proxy that lets ' +
      'only some paths through is the usual cause.',
    message: ({ detail }) => `the node lists the service but does not implement GetNodeInfo (${detail})`,
    hint: () => 'let /cosmos.base.tendermint.v1beta1.Service/* through the proxy',
  },
  'grpc/node-error': {
    severity: 'error',
    isTransient: ({ status, details }) => transientStatuses.includes(status) || isRestarting(details),
    summary: 'the node answered with an error',
    explanation:
      'The call reached the node, and the node answered with an error of its own. `no RPC client is defined in offline ' +
      'mode` is a bug of Cosmos SDK 0.45: upgrade. `please wait for first block` means that the node has just started, and ' +
      '`connection refused` that its CometBFT RPC does not listen (yet); these are retried before they are reported.',
    message: ({ call, status, details }) =>
      `${call} failed: ${status}${details === '' ? '' : `, "${details}"`}`,
    hint: ({ details }) => hintForNodeError(details),
  },
  'grpc/syncing': {
    severity: 'warning',
    summary: 'the node is catching up',
    explanation: 'The node reports that it is still reading old blocks, so it answers with an old state.',
    message: () => 'the node is still catching up with the chain',
    hint: () => 'list the node once it is in sync',
  },
  'grpc/wrong-chain': {
    severity: 'error',
    summary: 'the endpoint serves another chain',
    explanation:
      'The chain id that the node reports is not the one of the registry file. Wallets that use the endpoint would show ' +
      "another chain's balances. A copied line or a reused host name is the usual cause.",
    message: ({ expected, actual, field }) => `the endpoint serves ${actual}, but ${field} is ${expected}`,
    hint: ({ expected, field }) =>
      `list an endpoint of ${expected}, or fix ${field} if the chain has changed its id`,
  },
  'grpc/chain-unknown': {
    severity: 'notice',
    summary: 'the node does not report its chain id',
    explanation:
      'The node reports an empty network, so it could not be compared with the chain id of the file.',
    message: ({ expected }) => `the node does not report its chain id, so ${expected} is not confirmed`,
    hint: () => 'ask the provider to configure the node: it should report its network',
  },
  'grpc/head-unknown': {
    severity: 'notice',
    summary: 'the newest block is too large to be read',
    explanation:
      'The newest block is larger than what a check reads, as blocks of Celestia and Osmosis can be, so whether the node keeps up with its ' +
      'chain is not known.',
    message: ({ limitBytes }) =>
      `the newest block is larger than ${limitBytes / 1_024} KiB, so its height and time were not read`,
    hint: () => 'run the check again: later blocks may be smaller',
  },
  'grpc/odd-timestamp': {
    severity: 'notice',
    summary: 'the newest block is of the future',
    explanation:
      'The time of the newest block is more than an hour ahead. Programs that compare it with the clock are misled. If it is in the future, ' +
      'check the clock of the machine that runs the check too.',
    message: ({ height, reason }) => `the time of the newest block (${height}) is odd: ${reason}`,
    hint: () => 'check the clocks of the validators, and that of this machine',
  },
  'grpc/stale': {
    severity: 'warning',
    summary: 'the newest block is old',
    explanation:
      'The newest block that the node has is more than an hour old: the node has stopped, the chain has, or the chain makes blocks only when ' +
      'there are transactions (`create_empty_blocks = false`). Where other endpoints of the chain answer, they show which it is, and the ' +
      'endpoint is compared with them.',
    message: ({ height, ageMs }) => `the newest block (${height}) is ${formatAge(ageMs)} old`,
    hint: () => staleHint,
  },
};

function hintForNodeError(details: string): string {
  if (details.includes('no RPC client is defined in offline mode')) {
    return 'upgrade the node: this is a known bug of Cosmos SDK 0.45';
  }
  if (waitsForFirstBlock(details)) return 'wait until the node has a block: it has just started';
  return 'check the log of the node';
}

/** Statuses that a retry may cure, https://grpc.io/docs/guides/status-codes/. */
const transientStatuses: readonly string[] = ['DEADLINE_EXCEEDED', 'ABORTED', 'CANCELLED'];

/** A node reports so while it restarts: its gRPC server runs, but the CometBFT RPC that it asks does not listen yet. */
function isRestarting(details: string): boolean {
  return (
    waitsForFirstBlock(details) || /connection refused|connection reset|i\/o timeout|\bEOF$/.test(details)
  );
}

/** A node reports so between its start and its first block. */
function waitsForFirstBlock(details: string): boolean {
  return details.includes('wait for first block');
}

function describeContent(contentType: string): string {
  return contentType.includes('html') ? `a web page (${contentType})` : contentType;
}
