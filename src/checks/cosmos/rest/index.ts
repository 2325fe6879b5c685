import type { RuleSet } from '../../../model/rule.js';
import { nonstandardAnswer, notJson } from '../../json/rules.js';
import { defineNodeCheck } from '../../node/check.js';
import { getStatusHints } from '../../rules/http.js';
import { createOtherKindRule } from '../../rules/other-kind.js';
import { baseAddresses } from '../../url/addresses.js';
import { cosmosChainId, cosmosFacts, softwareFacts } from '../judge.js';
import { createCosmosRules, nodeError } from '../rules.js';
import type { RestData } from './probe.js';

const whereServed = 'the REST port of a node is 1317, or what the proxy maps to it';

const restRules: RuleSet<RestData> = {
  'rest/not-json': notJson,
  'rest/other-kind': createOtherKindRule('a Cosmos REST API', whereServed, 'rpc'),
  'rest/method-missing': {
    severity: 'error',
    summary: 'the REST API has neither node_info nor blocks/latest',
    explanation:
      'It answers as gRPC-Gateway, as a node does, but every Cosmos SDK node since 0.40 has these routes below ' +
      '`/cosmos/base/tendermint/v1beta1/`.',
    sample: { call: 'node_info' },
    message: ({ call }) => `the REST API does not have /cosmos/base/tendermint/v1beta1/${call}`,
    hint: () => 'check the path of the url: the routes begin with /cosmos, right after it',
  },
  'rest/legacy-api': {
    severity: 'error',
    summary: 'the node has only the REST API of Cosmos SDK before 0.40',
    explanation:
      'It answers `/node_info` of the old REST API (LCD), which Cosmos SDK 0.40 to 0.46 replaced and removed. Wallets ' +
      'and explorers use only routes below `/cosmos/`.',
    sample: { chainId: 'cosmoshub-3' },
    message: ({ chainId }) =>
      `the node has only the old REST API, of Cosmos SDK before 0.40${chainId === '' ? '' : `, for ${chainId}`}`,
    hint: () => 'upgrade the node to Cosmos SDK 0.40 or later, or remove the entry',
  },
  'rest/node-error': { ...nodeError, sample: { ...nodeError.sample, call: 'node_info' } },
  'rest/malformed-response': {
    severity: 'error',
    summary: 'the answer is malformed',
    explanation:
      '`node_info` must have `default_node_info` with a `network`, `blocks/latest` a `block` with a `header`. Clients fail on ' +
      'anything else.',
    sample: { call: 'node_info', reason: 'expected an object' },
    message: ({ call, reason }) => `malformed answer to ${call}: ${reason}`,
    hint: () => 'check that the REST API of a Cosmos SDK node answers at the endpoint',
  },
  'rest/node-info-unavailable': {
    severity: 'notice',
    summary: 'the node does not answer node_info',
    explanation: 'The chain id is taken from `blocks/latest`. Most clients do without `node_info`.',
    sample: { detail: 'HTTP 403' },
    message: ({ detail }) => `node_info is not answered (${detail})`,
    hint: () => 'let /cosmos/base/tendermint/v1beta1/node_info through the proxy',
  },
  'rest/nonstandard-answer': nonstandardAnswer,
  ...createCosmosRules('rest'),
};

export const restCheck = defineNodeCheck({
  kind: 'rest',
  title: 'REST API',
  otherNames: ['lcd', 'api', 'http'],
  usualPort: 1317,
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
