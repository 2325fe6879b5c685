import { formatAmount } from '../../../model/amount.js';
import type { FailureData } from '../../../model/failure.js';
import type { AddressForms, UrlCorrection, UrlReading } from '../../../model/kind.js';
import { findOneEditAway } from '../../../model/describe-unknown.js';
import type { RuleSet } from '../../../model/rule.js';
import { defineNodeCheck } from '../../node/check.js';
import { createOtherKindRule } from '../../rules/other-kind.js';
import { misspelledSchemes } from '../../url/addresses.js';
import { removeBlanks, unwrapUrl } from '../../url/corrections.js';
import { readHostPort } from '../../url/host-port.js';
import { cosmosChainId } from '../judge.js';
import {
  type CosmosData,
  createCosmosRules,
  nodeError,
  type NodeErrorData,
  serviceMissing,
} from '../rules.js';
import { grpcFacts } from './judge.js';

type GrpcData = Pick<FailureData, Extract<keyof FailureData, `grpc/${string}`>> &
  CosmosData<'grpc'> & {
    'grpc/plaintext': Record<never, never>;
    'grpc/reflection-unavailable': { detail: string };
    'grpc/service-missing': { services: number | null };
    'grpc/method-unimplemented': { detail: string };
    'grpc/node-error': NodeErrorData;
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

export const grpcRules: RuleSet<GrpcData> = {
  'grpc/plaintext': {
    severity: 'notice',
    summary: 'the endpoint speaks gRPC without TLS',
    explanation: 'Anyone on the way can read and change the traffic.',
    sample: {},
    message: () => 'the endpoint speaks gRPC without TLS',
    hint: () => 'put TLS in front of the node; without it, clients need an option (grpcurl -plaintext)',
  },
  'grpc/other-kind': createOtherKindRule(
    'gRPC',
    'the gRPC port of a node is 9090, or what the proxy maps to it',
    'rpc',
  ),
  'grpc/wants-tls': {
    severity: 'error',
    summary: 'the port requires TLS',
    explanation:
      'The address says `http`, but TLS works. Or it has no scheme, and the port answers plaintext as TLS ports do, but ' +
      'a TLS handshake fails too.',
    sample: { address: '192.0.43.8:9090' },
    message: ({ address, isListedPlain }) =>
      `${address} requires TLS, but ${isListedPlain === true ? 'is listed as http' : 'the TLS handshake with it fails'}`,
    hint: ({ isListedPlain }) =>
      isListedPlain === true
        ? 'write https in place of http'
        : 'check the log of the server for the reason that it refuses the handshake',
  },
  'grpc/not-http2': {
    severity: 'error',
    summary: 'the port does not speak HTTP/2',
    explanation: 'gRPC runs on HTTP/2. Usually the port is that of another service of the node.',
    sample: { detail: 'HTTP/1.1 400 Bad Request' },
    message: ({ detail }) =>
      detail === '' ? 'not an HTTP/2 server' : `not an HTTP/2 server: it answered "${detail}"`,
    hint: () =>
      'list the gRPC port (9090, or what the proxy maps to it); this may be the REST (1317) or RPC (26657) port',
  },
  'grpc/not-grpc': {
    severity: 'error',
    summary: 'the server does not answer in gRPC',
    explanation:
      'It answers with a page or JSON, as a web server, the REST API or a proxy that does not pass gRPC on.',
    sample: { contentType: 'text/html' },
    message: ({ contentType }) =>
      contentType.includes('html')
        ? `expected gRPC, got a web page (${contentType})`
        : `expected gRPC, got ${contentType}`,
    hint: () => 'pass gRPC on to the node (with nginx, grpc_pass), or list the port that does',
  },
  'grpc/no-status': {
    severity: 'error',
    summary: 'the answer has no gRPC status',
    explanation: 'gRPC sends its status in trailers after the answer. A plain HTTP proxy loses them.',
    sample: { call: 'GetNodeInfo' },
    message: ({ call }) => `the answer to ${call} ended without a gRPC status`,
    hint: () => 'the proxy loses trailers: with nginx, use grpc_pass in place of proxy_pass',
  },
  'grpc/stream-reset': {
    severity: 'error',
    transient: true,
    summary: 'the server reset the stream',
    explanation: 'REFUSED_STREAM and ENHANCE_YOUR_CALM mean overload; other HTTP/2 codes point at the proxy.',
    sample: { errorCode: 11 },
    message: ({ errorCode }) =>
      `the server reset the call (${http2Errors[errorCode] ?? `code ${errorCode}`})`,
    hint: () => 'check the log of the proxy in front of the node, and its load',
  },
  'grpc/connection-dropped': {
    severity: 'error',
    transient: true,
    summary: 'the server dropped the connection',
    explanation:
      'It ended the HTTP/2 connection before it answered: the node restarts, or a proxy does not support gRPC.',
    sample: { code: 'ECONNRESET' },
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
      'It is not the message of the method, or far too large: another service answers, or a broken one.',
    sample: { call: 'GetNodeInfo', reason: 'no message' },
    message: ({ call, reason }) => `malformed answer to ${call}: ${reason}`,
    hint: () => 'check that a Cosmos SDK node answers at the endpoint',
  },
  'grpc/reflection-unavailable': {
    severity: 'error',
    summary: 'server reflection is not available',
    explanation:
      'The registry requires it. The node answers other calls, but neither `grpc.reflection.v1` nor `v1alpha`. A Cosmos ' +
      'SDK node has reflection on wherever gRPC is on.',
    sample: { detail: 'UNIMPLEMENTED' },
    message: ({ detail }) => `the services cannot be listed: server reflection is not available (${detail})`,
    hint: () =>
      'turn reflection on, and let /grpc.reflection.v1.* and /grpc.reflection.v1alpha.* through the proxy',
  },
  'grpc/service-missing': {
    ...serviceMissing,
    sample: { services: 3 },
    message: ({ services }) =>
      services === null
        ? 'the service cosmos.base.tendermint.v1beta1.Service is missing'
        : `the service cosmos.base.tendermint.v1beta1.Service is not among the ${formatAmount(services, 'service')} of the endpoint`,
  },
  'grpc/not-routed': {
    severity: 'error',
    summary: 'no gRPC service is routed here',
    explanation:
      'Envoy answers so for a host or path without a route. A Cosmos SDK node names the service that it lacks; other ' +
      'gRPC servers may not.',
    sample: {},
    message: () =>
      'reflection and GetNodeInfo are answered UNIMPLEMENTED without a reason, as a proxy without a route does',
    hint: () => 'route the host name to the node in the proxy, or list the address that is routed',
  },
  'grpc/method-unimplemented': {
    severity: 'error',
    summary: 'the node lists the service but does not answer GetNodeInfo',
    explanation: 'Every Cosmos SDK node answers it. Usually a proxy lets only some paths through.',
    sample: { detail: 'unknown method' },
    message: ({ detail }) => `the node lists the service but does not implement GetNodeInfo (${detail})`,
    hint: () => 'let /cosmos.base.tendermint.v1beta1.Service/* through the proxy',
  },
  'grpc/node-error': nodeError,
  ...createCosmosRules('grpc'),
};

const grpcExample = 'grpc.example.com:443';

export function readGrpcUrl(url: string, forms: AddressForms = {}): UrlReading {
  return readHostPort(url, forms, { example: grpcExample, defaultPort: '443' });
}

const schemes = ['https', 'http', 'grpc', 'grpcs', 'tcp', 'dns', 'h2', 'h2c'];

/** A scheme, once or again, and the host with or without a port. What separates them may have too few or too many of its characters. */
const schemedAddress =
  /^([a-z][\da-z]*)(?=[/\\]*:|[/\\]{2})([:/\\]+)(?:\1\2)*(?=[^/?#\\@\s]*[.\]])([^:/?#\\@\s]+|\[[^\]\s]+\])(:\d+)?\/?$/i;

/** Removes a scheme before `host:port`; without a port the one of TLS is added, if the scheme says TLS. Schemes that the format allows stay. */
const removeScheme: UrlCorrection = (url, { allowScheme = false }) => {
  const [, written = '', , host = '', port = ''] = schemedAddress.exec(url) ?? [];
  const scheme =
    schemes.find((scheme) => scheme === written.toLowerCase()) ?? findOneEditAway(written, ['https', 'http']);
  if (scheme === null || (allowScheme && scheme.startsWith('http'))) return url;
  if (port !== '') return host + port;
  return scheme === 'https' || scheme === 'grpcs' ? `${host}:443` : url;
};

const correctPlainOnTls: UrlCorrection = (url) => url.replace(/^http(?=:\/\/[^/?#\\@\s]+:443\/?$)/i, 'https');

const schemeCorrections = [...misspelledSchemes, correctPlainOnTls].map(
  (correct): UrlCorrection =>
    (url, forms) =>
      forms.allowScheme === true ? correct(url, forms) : url,
);

const removeSlash: UrlCorrection = (url) => url.replace(/^((?:[^:/?#\\@\s]+|\[[^\]\s]+\]):\d+)\/$/, '$1');

const grpcCorrections: readonly UrlCorrection[] = [
  removeBlanks,
  unwrapUrl,
  removeScheme,
  ...schemeCorrections,
  removeSlash,
];

export const grpcCheck = defineNodeCheck({
  kind: 'grpc',
  title: 'gRPC',
  usualPort: 9090,
  urlForm: 'host:port',
  example: grpcExample,
  description: 'gRPC endpoints of Cosmos SDK nodes, as host:port.',
  ...cosmosChainId,
  noun: 'a gRPC server',
  listing: 'list it as grpc, as host:port',
  bindHint: '(a Cosmos SDK node binds gRPC to localhost by default)',
  statusHints: {
    all: 'pass gRPC on to the node (with nginx, grpc_pass grpc://…), or list the port that does',
  },
  hostWords: ['grpc'],
  sharesAddressWith: ['grpc-web'],
  rules: grpcRules,
  readUrl: readGrpcUrl,
  corrections: grpcCorrections,
  loadProbe: () => import('./probe.js'),
  kindFacts: grpcFacts,
});
