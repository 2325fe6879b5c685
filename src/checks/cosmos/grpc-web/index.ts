import type { RuleSet } from '../../../model/rule.js';
import { defineNodeCheck } from '../../node/check.js';
import { createOtherKindRule } from '../../rules/other-kind.js';
import { baseAddresses } from '../../url/addresses.js';
import { cosmosChainId, cosmosFacts, softwareFacts } from '../judge.js';
import { createCosmosRules, nodeError, serviceMissing } from '../rules.js';
import type { GrpcWebData } from './answer.js';

const whereServed =
  'a node has gRPC-web at the port of its REST API (1317; at 9091 before Cosmos SDK 0.50), where grpc-web is on in app.toml';

const grpcWebRules: RuleSet<GrpcWebData> = {
  'grpc-web/other-kind': createOtherKindRule('gRPC-web', whereServed, 'rest'),
  'grpc-web/not-grpc-web': {
    severity: 'error',
    summary: 'the answer is not gRPC-web',
    explanation:
      'The content type must be `application/grpc-web` or `application/grpc-web+proto`. The url leads to another ' +
      'service, or a proxy changes it.',
    sample: { contentType: 'text/html', begins: '<html>' },
    message: ({ contentType, begins }) =>
      `expected application/grpc-web, got ${contentType}${begins === '' ? '' : ` that begins with "${begins}"`}`,
    hint: () => `check the host and the path of the url: ${whereServed}`,
  },
  'grpc-web/malformed-response': {
    severity: 'error',
    // As JSON that is cut off.
    isTransient: ({ isCutOff }) => isCutOff === true,
    summary: 'the answer is malformed',
    explanation:
      'It must be the message of the method and then the trailers, each with its length before it. Usually a proxy cuts ' +
      'it off, or another service answers.',
    sample: { call: 'GetNodeInfo', reason: 'no message' },
    message: ({ call, reason }) => `malformed answer to ${call}: ${reason}`,
    hint: () => 'check the proxy in front of the node, and that a Cosmos SDK node answers at the endpoint',
  },
  'grpc-web/no-status': {
    severity: 'error',
    // As an answer that is cut off: between the message and its trailers.
    transient: true,
    summary: 'the answer has no gRPC status',
    explanation:
      'It ended without the trailers that have the status. A proxy that does not turn those of gRPC into those of ' +
      'gRPC-web loses them.',
    sample: { call: 'GetNodeInfo' },
    message: ({ call }) => `the answer to ${call} ended without a gRPC status`,
    hint: () =>
      'let the node or a proxy that supports gRPC-web answer (the node itself, Envoy with its grpc_web filter)',
  },
  'grpc-web/text-answer': {
    severity: 'warning',
    summary: 'the answer is in base64, which was not requested',
    explanation: 'Some clients, such as connect-web, refuse this text form (`application/grpc-web-text`).',
    sample: {},
    message: () => 'the answer has the text form of gRPC-web, though the request asks for the binary form',
    hint: () => 'let the proxy answer in the form of the request, application/grpc-web+proto',
  },
  'grpc-web/service-missing': {
    ...serviceMissing,
    sample: { detail: 'unknown service cosmos.base.tendermint.v1beta1.Service' },
    message: ({ detail }) => `the service cosmos.base.tendermint.v1beta1.Service is missing (${detail})`,
  },
  'grpc-web/method-unimplemented': {
    severity: 'error',
    summary: 'the endpoint does not implement GetNodeInfo',
    explanation: 'Every Cosmos SDK node has it: another service answers, or a proxy stops the path.',
    sample: { detail: 'unknown method GetNodeInfo' },
    message: ({ detail }) => `the endpoint does not implement GetNodeInfo (${detail})`,
    hint: () => 'let /cosmos.base.tendermint.v1beta1.Service/* through the proxy, to a Cosmos SDK node',
  },
  'grpc-web/node-error': nodeError,
  ...createCosmosRules('grpc-web'),
};

const wrongPathHint =
  'check the path of the url, and that gRPC-web is on at the node ([grpc-web] enable in app.toml)';

export const grpcWebCheck = defineNodeCheck({
  kind: 'grpc-web',
  title: 'gRPC-web',
  usualPort: 9091,
  ...baseAddresses('https://grpc-web.example.com'),
  description: 'gRPC-web endpoints of Cosmos SDK nodes, as full https urls.',
  ...cosmosChainId,
  noun: 'a gRPC-web endpoint',
  listing: 'list it as grpc-web',
  statusHints: { 404: wrongPathHint, 405: wrongPathHint, 415: wrongPathHint, 501: wrongPathHint },
  rules: grpcWebRules,
  adHocForms: { allowPlaintext: true },
  loadProbe: () => import('./probe.js'),
  kindFacts: { httpStatus: null, ...softwareFacts, ...cosmosFacts },
});
