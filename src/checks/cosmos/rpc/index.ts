import type { RuleSet } from '../../../model/rule.js';
import { keyRequired, notJson, rpcError } from '../../json/rules.js';
import { defineNodeCheck } from '../../node/check.js';
import { getStatusHints } from '../../rules/http.js';
import { createOtherKindRule } from '../../rules/other-kind.js';
import { baseAddresses } from '../../url/addresses.js';
import { cometFacts, cosmosChainId } from '../judge.js';
import { createCosmosRules } from '../rules.js';
import type { RpcData } from './answer.js';

const rpcRules: RuleSet<RpcData> = {
  'rpc/not-json': notJson,
  'rpc/other-kind': createOtherKindRule(
    'a CometBFT RPC',
    'the CometBFT RPC port of a node is 26657, or what the proxy maps to it',
    'rest',
  ),
  'rpc/bad-envelope': {
    severity: 'error',
    summary: 'the answer is JSON, but not that of CometBFT RPC',
    explanation:
      'CometBFT answers `/status` with `"jsonrpc": "2.0"`, and `result` or `error`. The bare result is accepted too.',
    sample: { reason: 'expected an object, got an array' },
    message: ({ reason }) => `not an answer of CometBFT RPC: ${reason}`,
    hint: () => 'check that the url is that of a CometBFT RPC, without a route such as /status',
  },
  'rpc/rpc-error': {
    ...rpcError,
    sample: { call: 'status', code: -32603, detail: 'Internal error' },
    hint: () => 'check the log of the node; it must answer /status',
  },
  'rpc/method-missing': {
    severity: 'error',
    summary: 'the endpoint does not have the method status',
    explanation: 'It does not have `block` either. It may be EVM JSON-RPC (port 8545).',
    sample: { call: 'status' },
    message: ({ call }) => `the endpoint does not have the method ${call}`,
    hint: () =>
      'list the CometBFT RPC port (26657, or what the proxy maps to it), and let /status through the proxy',
  },
  'rpc/key-required': keyRequired,
  'rpc/malformed-response': {
    severity: 'error',
    summary: 'the answer is malformed',
    explanation:
      '`/status` must have `node_info` with a `network`, and `sync_info` with the height and time of the newest block; ' +
      '`/block` a `block` with a `header`. Clients fail on anything else.',
    sample: { call: 'status', reason: '"node_info" must be an object' },
    message: ({ call, reason }) => `malformed answer to /${call}: ${reason}`,
    hint: () => 'check that a CometBFT node answers at the endpoint',
  },
  'rpc/no-post': {
    severity: 'warning',
    summary: 'a POST to the url is refused',
    explanation:
      '`/status` is answered by GET, but not by POST. CosmJS, on which most wallets and pages are built, only sends POST.',
    sample: { detail: 'HTTP 405' },
    message: ({ detail }) =>
      `a POST to the url is refused (${detail}), though /status is answered by GET; CosmJS posts`,
    hint: () => 'let POST to the url through the proxy, to the root of the CometBFT RPC',
  },
  'rpc/no-get': {
    severity: 'warning',
    summary: 'a GET of /status is refused',
    explanation:
      'It is answered by POST, so CosmJS works, but browsers, monitors and the checks of registries use GET.',
    sample: { detail: 'HTTP 404' },
    message: ({ detail }) => `a GET of /status is refused (${detail}), though the status is answered by POST`,
    hint: () => 'let GET requests of all routes through the proxy',
  },
  'rpc/status-unavailable': {
    severity: 'warning',
    summary: 'the node does not answer /status',
    explanation:
      'It is refused, by POST too. Chain id, height and time are taken from `/block`; whether the node is catching up ' +
      'is not known. Clients that request the status first, such as CosmJS, fail.',
    sample: { detail: 'HTTP 403' },
    message: ({ detail }) =>
      `/status is not answered (${detail}), which CosmJS requests first; whether the node is catching up is not known`,
    hint: () => 'let /status through the proxy',
  },
  'rpc/nonstandard-answer': {
    severity: 'warning',
    summary: 'not every client reads the answer',
    explanation:
      "CosmJS fails if a field of the status is missing or of another form than in CometBFT's. Others fail on a byte " +
      'order mark (forbidden by RFC 8259 section 8.1), or on an empty `error` beside the `result` (JSON-RPC 2.0 section 5).',
    sample: {
      reason: '"sync_info.latest_block_height" must be digits in a string, got 1234, so that CosmJS fails',
    },
    message: ({ reason }) => `not every client reads the answer: ${reason}`,
    hint: () =>
      'check the proxy in front of the node, or report a bug to the developers of the node or of the client',
  },
  ...createCosmosRules('rpc'),
};

export const rpcCheck = defineNodeCheck({
  kind: 'rpc',
  title: 'CometBFT RPC',
  otherNames: ['tendermint', 'comet', 'cometbft', 'cosmos-rpc'],
  usualPort: 26_657,
  ...baseAddresses('https://rpc.example.com'),
  description: 'CometBFT RPC endpoints, as full https urls.',
  ...cosmosChainId,
  noun: 'a CometBFT RPC',
  listing: 'list it as rpc',
  bindHint: '(CometBFT binds its RPC to localhost unless laddr in config.toml says otherwise)',
  statusHints: getStatusHints,
  rules: rpcRules,
  adHocForms: { allowPlaintext: true },
  loadProbe: () => import('./probe.js'),
  kindFacts: { httpStatus: null, ...cometFacts },
});
