import { defineNodeCheck } from '../../node/facts.js';
import { cosmosChainId, cosmosFacts, softwareFacts } from '../judge.js';
import { baseAddresses } from '../../url/addresses.js';
import { grpcWebRules } from './rules.js';

const wrongPathHint =
  'check the path of the url, and that gRPC-web is on at the node ([grpc-web] enable in app.toml)';

export const grpcWebCheck = defineNodeCheck({
  kind: 'grpc-web',
  title: 'gRPC-web',
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
