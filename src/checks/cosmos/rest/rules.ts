import type { ServiceKind } from '../../../model/failure.js';
import type { RuleSet } from '../../../model/rule.js';
import { type CosmosData, createCosmosRules } from '../rules.js';
import { createHeadRule, type HeadUnknownData } from '../head-unknown.js';
import type { NotJsonData } from '../../json/body.js';
import { notJson } from '../../json/rules.js';
import {
  describeNodeError,
  hintForNodeError,
  isTransientNodeError,
  type NodeErrorData,
} from '../node-error.js';
import { describeOtherKind, hintForOtherKind } from '../../rules/other-kind.js';

/** Data of the rules that only a REST API can break. */
export type RestData = CosmosData<'rest'> & {
  'rest/not-json': NotJsonData;
  'rest/other-kind': { kind: ServiceKind };
  'rest/method-missing': { call: string };
  'rest/legacy-api': { chainId: string };
  'rest/node-error': NodeErrorData;
  'rest/malformed-response': { call: string; reason: string };
  'rest/node-info-unavailable': { detail: string };
  'rest/head-unknown': HeadUnknownData;
  'rest/nonstandard-answer': { reason: string };
};

const whereServed = 'the REST port of a node is 1317, or what the proxy maps to it';

/** The wording of the rules for the REST API. */
export const restRules: RuleSet<RestData> = {
  'rest/not-json': {
    ...notJson,
    explanation:
      'The url leads to a web page or to an error message of a proxy, not to the REST API of a Cosmos SDK node: ' +
      '`/cosmos/base/tendermint/v1beta1/node_info` below the url must answer in JSON. A missing path (`/api`, `/rest`) is the usual cause.',
  },
  'rest/other-kind': {
    severity: 'error',
    summary: 'the endpoint is of another kind',
    explanation:
      'The endpoint answers, but not as the REST API: it is a gRPC server (port 9090 of a Cosmos SDK node), CometBFT RPC (26657), EVM JSON-RPC ' +
      '(8545), or a web site. A node has the REST API at port 1317.',
    sample: { kind: 'rpc' },
    message: (data) => describeOtherKind(data, 'a Cosmos REST API'),
    hint: (data) => hintForOtherKind(data, whereServed),
  },
  'rest/method-missing': {
    severity: 'error',
    summary: 'the REST API has neither node_info nor blocks/latest',
    explanation:
      'The endpoint answers as gRPC-Gateway does, which makes the REST API of a node, but it has none of the routes ' +
      '`/cosmos/base/tendermint/v1beta1/node_info` and `/blocks/latest`, which every Cosmos SDK node has since 0.40. Another service is ' +
      'behind the url, or the path of the url is wrong.',
    sample: { call: 'node_info' },
    message: ({ call }) => `the REST API does not have /cosmos/base/tendermint/v1beta1/${call}`,
    hint: () => 'check the path of the url: the routes begin with /cosmos, right after it',
  },
  'rest/legacy-api': {
    severity: 'error',
    summary: 'the node has only the REST API of Cosmos SDK before 0.40',
    explanation:
      'The node answers `/node_info`, a route of the old REST API (LCD) that Cosmos SDK 0.40 to 0.46 replaced and removed, but none of the ' +
      'routes below `/cosmos/`. Wallets and explorers of today use only these.',
    sample: { chainId: 'cosmoshub-3' },
    message: ({ chainId }) =>
      `the node has only the old REST API, of Cosmos SDK before 0.40${chainId === '' ? '' : `, for ${chainId}`}`,
    hint: () => 'upgrade the node to Cosmos SDK 0.40 or later, or remove the entry',
  },
  'rest/node-error': {
    severity: 'error',
    isTransient: isTransientNodeError,
    summary: 'the node answered with an error',
    explanation:
      'The request reached the node, and its gRPC service answered with an error, which the REST API passes on. `please wait for first ' +
      'block` means that the node has just started, and `connection refused` that its CometBFT RPC does not listen (yet); these are retried ' +
      'before they are reported.',
    sample: { call: 'node_info', status: 'UNKNOWN', details: 'panic' },
    message: describeNodeError,
    hint: hintForNodeError,
  },
  'rest/malformed-response': {
    severity: 'error',
    summary: 'the answer is malformed',
    explanation:
      'The answer to `node_info` has `default_node_info` with a `network`, that to `blocks/latest` a `block` with a `header`. Clients fail on ' +
      'anything else.',
    sample: { call: 'node_info', reason: 'expected an object' },
    message: ({ call, reason }) => `malformed answer to ${call}: ${reason}`,
    hint: () => 'check that the REST API of a Cosmos SDK node answers at the endpoint',
  },
  'rest/node-info-unavailable': {
    severity: 'notice',
    summary: 'the node does not answer node_info',
    explanation:
      'The endpoint answers `blocks/latest`, from which the chain id is then taken, but not `node_info`. Some nodes and proxies do not serve ' +
      'it, and most clients do without.',
    sample: { detail: 'HTTP 403' },
    message: ({ detail }) => `node_info is not answered (${detail})`,
    hint: () => 'let /cosmos/base/tendermint/v1beta1/node_info through the proxy',
  },
  'rest/head-unknown': createHeadRule('`node_info`', '/cosmos/base/tendermint/v1beta1/blocks'),
  'rest/nonstandard-answer': {
    severity: 'warning',
    summary: 'the answer departs from the specifications',
    explanation:
      'The answer can be read, but not by every client: it begins with a byte order mark, which RFC 8259 section 8.1 forbids.',
    sample: { reason: 'it begins with a byte order mark' },
    message: ({ reason }) => `the answer departs from the specifications: ${reason}`,
    hint: () => 'check the proxy in front of the node, or report a bug to the developers of the node',
  },
  ...createCosmosRules('rest'),
};
