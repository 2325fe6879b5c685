import { cometWebSocketFaults } from './comet-websockets.js';
import { evmChallenges, evmLimits } from './evm-refusals.js';
import { evmWebSocketFaults } from './evm-websockets.js';
import type { Fault, FaultOf } from './fault.js';
import { restKind, rpcKind } from './get-kinds.js';
import { createGetRedirects } from './get-redirects.js';
import { restChallenges, restLimits, rpcChallenges, rpcLimits } from './get-refusals.js';
import { grpcChallenges, grpcLimits } from './grpc-refusals.js';
import { grpcWebChallenges, grpcWebLimits } from './grpc-web-refusals.js';
import { restAnswerFaults } from './rest-answers.js';
import { rpcAnswerFaults } from './rpc-answers.js';

/** Programs that people use instead of endpoint-check. */
export type PeerName = 'grpcurl' | 'buf' | 'curl' | 'connect-web' | 'undici';

/** The tested versions; curl is the installed one. */
export const peerVersions = { grpcurl: 'v1.9.4', buf: '1.75.0' } as const;

/** The programs of each kind. */
export const peersOf: Readonly<Record<Fault['kind'], readonly PeerName[]>> = {
  grpc: ['grpcurl', 'buf'],
  evm: ['curl'],
  rpc: ['curl'],
  rest: ['curl'],
  'grpc-web': ['curl', 'buf', 'connect-web'],
  ws: ['undici'],
  'evm-ws': ['undici'],
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

const getRefusals = {
  rpc: { limits: rpcLimits, challenges: rpcChallenges, redirects: createGetRedirects(rpcKind) },
  rest: { limits: restLimits, challenges: restChallenges, redirects: createGetRedirects(restKind) },
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
  ...(['rpc', 'rest'] as const).flatMap(listGetDifferences),
  {
    kind: 'rpc',
    faults: listStartingWith(rpcAnswerFaults, '/status blocked:', 'pass'),
    passes: [],
    why: 'curl requests only /status; the newest block shows that the node is up and which chain it has, and a notice says what is missing',
  },
  {
    kind: 'rpc',
    faults: ['a node without a block'],
    passes: ['curl'],
    why: 'the node answers, but it has no block, so clients get no state of the chain from it',
  },
  {
    kind: 'rpc',
    faults: [
      'another version of JSON-RPC',
      'no sync_info',
      'a height that is no number',
      'a height below zero',
      'a time that is no time',
    ],
    passes: ['curl'],
    why: 'the chain id is there, but clients decode the whole answer, and fail on the rest of it',
  },
  {
    kind: 'rest',
    faults: [...listStartingWith(restAnswerFaults, 'no node_info', 'pass'), 'a bot protection of one route'],
    passes: [],
    why: 'curl requests only node_info; another route shows that the REST API is up, and a notice says what is missing',
  },
  {
    kind: 'rest',
    faults: ['no block: another chain'],
    passes: ['curl'],
    why: reasons.claim,
  },
  {
    kind: 'grpc-web',
    faults: listNames(grpcWebLimits),
    passes: [],
    why: reasons.limit,
  },
  { kind: 'grpc-web', faults: listNames(grpcWebChallenges), passes: [], why: reasons.challenge },
  {
    kind: 'grpc-web',
    faults: ['another chain', 'another chain that only the newest block shows'],
    passes: ['curl', 'buf', 'connect-web'],
    why: reasons.claim,
  },
  {
    kind: 'grpc-web',
    faults: ['RSA key exchange (TLS 1.2)'],
    passes: ['curl', 'connect-web'],
    why: reasons.alpn,
  },
  {
    kind: 'grpc-web',
    faults: ['the text form'],
    passes: [],
    why: 'clients that read both forms, such as grpc-web of npm, get their answer; the warning says that others refuse it',
  },
  {
    kind: 'grpc-web',
    faults: ['gzip, though it was not requested'],
    passes: ['connect-web'],
    why: 'browsers decode every coding that they know, requested or not; buf and curl leave the body as it came',
  },
  {
    kind: 'grpc-web',
    faults: ['no content type', 'messages in JSON', 'the content type of gRPC', 'the content type of JSON'],
    passes: ['curl', 'connect-web'],
    why: 'PROTOCOL-WEB requires the content type; connect-web does not look at it, buf refuses the answer',
  },
  {
    kind: 'grpc-web',
    faults: ['an unknown flag'],
    passes: ['curl', 'connect-web'],
    why: 'only two flags are defined, and there is no message; connect-web takes the frame for an empty one',
  },
  {
    kind: 'grpc-web',
    faults: [
      'a compressed message',
      'two messages',
      'a message that is not protobuf',
      'OK without a message',
      'a message of 1 MiB and a byte',
      'a body of 3 MB',
    ],
    passes: ['curl'],
    why: 'the trailers say OK, but there is no message that a client can read; curl does not read it',
  },
  {
    kind: 'grpc-web',
    faults: ['an empty message'],
    passes: ['curl', 'buf', 'connect-web'],
    why: 'every node fills in the fields of GetNodeInfo; they give missing fields their default values',
  },
  {
    kind: 'grpc-web',
    faults: ['trailers of 20 KB'],
    passes: ['curl', 'buf', 'connect-web'],
    why: 'no real node has such trailers; as header fields, they would be beyond the limits of most servers and clients',
  },
  {
    kind: 'grpc-web',
    faults: ['a body that is shorter than its length'],
    passes: ['buf'],
    why: 'RFC 9112 section 8 calls such an answer incomplete; buf reads no further than the trailers',
  },
  ...webSocketDifferences('ws', cometWebSocketFaults),
  {
    kind: 'ws',
    faults: [
      'no block',
      'a status that is a string',
      'a status without node_info',
      'a status without sync_info',
      'a network that is a number',
      'a height that is a word',
      'a time that is a number',
      'a subscription that is confirmed with text',
    ],
    passes: ['undici'],
    why: 'there is a result, but not the requested one, so a client that reads it fails',
  },
  ...webSocketDifferences('evm-ws', evmWebSocketFaults),
  {
    kind: 'evm-ws',
    faults: ['a limit: the chain id', 'a chain id that is not reported, on another network'],
    passes: ['undici'],
    why: 'it requests the block and the subscription; the request for the chain id was not answered, so the chain is unknown',
  },
  {
    kind: 'evm-ws',
    faults: [
      'a block without a number',
      'a block with a decimal number',
      'a block with a short hash',
      'a block without a time',
      'a subscription with the id true',
      'a subscription with the id 7',
      'a subscription with the id ""',
      'a subscription with the id {}',
    ],
    passes: ['undici'],
    why: 'there is a result, but not the requested one, so a client that reads it fails',
  },
];

/** The differences that kinds have in common that are requested by GET. */
function listGetDifferences(kind: 'rpc' | 'rest'): readonly PeerDifference[] {
  const { limits, challenges, redirects } = getRefusals[kind];
  return [
    {
      kind,
      faults: ['HTTP 429', 'a redirect to what is limited', ...listNames(limits)],
      passes: [],
      why: reasons.limit,
    },
    {
      kind,
      faults: challenges.filter(({ verdict }) => verdict !== 'pass').map(({ name }) => name),
      passes: [],
      why: reasons.challenge,
    },
    {
      kind,
      faults: redirects.filter(({ verdict }) => verdict === 'pass').map(({ name }) => name),
      passes: [],
      why: 'curl follows redirects only with -L; browsers and most clients of these kinds follow them, and the warning names the url to list',
    },
    {
      kind,
      faults: ['another chain', 'a chain id of 10,000 characters'],
      passes: ['curl'],
      why: reasons.claim,
    },
    {
      kind,
      faults: ['a byte order mark', 'gzip, though it was not requested'],
      passes: [],
      why: 'curl prints the body as it came, and the program behind it has to decode it; most clients do',
    },
    {
      kind,
      faults: ['no chain id'],
      passes: [],
      why: 'the node is up and answers all else; that its chain is not known is a notice',
    },
  ];
}

function listStartingWith(
  faults: readonly FaultOf[],
  start: string,
  verdict: FaultOf['verdict'],
): readonly string[] {
  return listNames(faults.filter((fault) => fault.name.startsWith(start) && fault.verdict === verdict));
}

function listNames(faults: readonly FaultOf[]): readonly string[] {
  return faults.map(({ name }) => name);
}

/** The differences that both kinds of websockets have. */
function webSocketDifferences(kind: 'ws' | 'evm-ws', faults: readonly FaultOf[]): readonly PeerDifference[] {
  const limits = faults.filter(({ rules }) => rules[0] === 'net/rate-limited');
  return [
    {
      kind,
      faults: listNames(limits).filter((name) => name !== 'a limit: the chain id'),
      passes: [],
      why: reasons.limit,
    },
    {
      kind,
      faults: listNames(faults.filter(({ rules }) => rules[0] === 'http/challenged')),
      passes: [],
      why: reasons.challenge,
    },
    { kind, faults: ['another chain'], passes: ['undici'], why: reasons.claim },
    {
      kind,
      faults: ['no jsonrpc'],
      passes: ['undici'],
      why: 'JSON-RPC 2.0 requires the field; strict clients refuse an answer without it',
    },
    {
      kind,
      faults: ['JSON nested 10,000 deep'],
      passes: ['undici'],
      why: 'there is a result, but not the requested one, so a client that reads it fails',
    },
  ];
}
