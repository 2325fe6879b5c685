import { defineNodeCheck } from '../../node/facts.js';
import { getStatusHints } from '../../rules/http.js';
import { baseAddresses } from '../../url/addresses.js';
import { cosmosChainId, cosmosFacts, softwareFacts } from '../judge.js';
import { restRules } from './rules.js';

export const restCheck = defineNodeCheck({
  kind: 'rest',
  title: 'REST API',
  ...baseAddresses('https://rest.example.com'),
  description: 'REST APIs (LCD) of Cosmos SDK nodes, as full https urls.',
  ...cosmosChainId,
  noun: 'a Cosmos REST API',
  listing: 'list it as rest',
  bindHint:
    '(a Cosmos SDK node has its REST API off, and on localhost, unless [api] in app.toml says otherwise)',
  statusHints: getStatusHints,
  hostWords: ['rest', 'lcd'],
  // Since Cosmos SDK 0.50 the same server answers gRPC-web.
  sharesAddressWith: ['grpc-web'],
  rules: restRules,
  adHocForms: { allowPlaintext: true },
  loadProbe: () => import('./probe.js'),
  kindFacts: { httpStatus: null, ...softwareFacts, version: null, ...cosmosFacts, simulate: null },
});
