import { rulesInFamily } from '../../model/failure.js';
import type { InFamily, RuleSet, RuleText } from '../../model/rule.js';
import { isTransientRefusal, type NodeErrorData as NodeErrors } from '../../net/refusal.js';
import { createNodeRules, type NodeData } from '../node/rules.js';

/** Data of the rules that every kind of endpoint of a Cosmos SDK node can break, by the name after the kind. */
type CosmosTexts = {
  'wrong-chain': { expected: string; actual: string; field: string };
  'chain-unknown': { expected: string };
  'no-tx-index': Record<never, never>;
};

export type CosmosData<Kind extends string> = InFamily<Kind, CosmosTexts> & NodeData<Kind>;

const texts: RuleSet<CosmosTexts> = {
  'wrong-chain': {
    severity: 'error',
    summary: 'the endpoint serves another chain',
    explanation:
      "Wallets would show another chain's balances. Usually it is a copied line or a reused host name.",
    sample: { expected: 'cosmoshub-4', actual: 'osmosis-1', field: 'chain_id' },
    message: ({ expected, actual, field }) => `the endpoint serves ${actual}, but ${field} is ${expected}`,
    hint: ({ expected, field }) =>
      `list an endpoint of ${expected}, or fix ${field} if the chain has changed its id`,
  },
  'chain-unknown': {
    severity: 'notice',
    summary: 'the node does not report its chain id',
    explanation: 'Its network is empty, so there is nothing to compare with the file.',
    sample: { expected: 'cosmoshub-4' },
    message: ({ expected }) => `the node does not report its chain id, so ${expected} is not confirmed`,
    hint: () => 'ask the provider to configure the node: it should report its network',
  },
  'no-tx-index': {
    severity: 'notice',
    summary: 'the node has no index of transactions',
    explanation:
      'It says `tx_index: off`, or refused a search. CosmJS searches for each transaction that it has sent, and throws ' +
      'an error even if it is in a block. Explorers and relayers find none.',
    sample: {},
    message: () => 'the node has no index of transactions, so clients do not find those that they send',
    hint: () => 'ask the provider to set indexer = "kv" in config.toml, or list a node with an index',
  },
};

export type NodeErrorData = NodeErrors['node-error'];

export const nodeError: RuleText<NodeErrorData> = {
  severity: 'error',
  isTransient: ({ status, details }) => isTransientRefusal({ status, words: details }),
  summary: 'the node answered with an error',
  explanation:
    '`no RPC client is defined in offline mode` is a bug of Cosmos SDK 0.45. `please wait for first block` and ' +
    '`latest height: 0` mean that the node has just started, and `connection refused` that its CometBFT RPC does not ' +
    'listen (yet); these are retried.',
  sample: { call: 'GetNodeInfo', status: 'UNKNOWN', details: 'panic' },
  message: ({ call, status, details }) =>
    `${call} failed: ${status}${details === '' ? '' : `, "${details}"`}`,
  hint: ({ details }) => {
    if (details.includes('no RPC client is defined in offline mode'))
      return 'upgrade the node: this is a known bug of Cosmos SDK 0.45';
    // Cosmos SDK 0.45 and 0.46 report the height 0 as long as they find no peers.
    if (/wait for first block|\(latest height: 0\)/.test(details))
      return 'wait until the node has a block: it has just started, or finds no peers';
    return 'check the log of the node';
  },
};

/** The text of `service-missing`, the same for both kinds that speak gRPC, but for its data. */
export const serviceMissing = {
  severity: 'error',
  summary: 'this is not a Cosmos SDK node',
  explanation: 'Every Cosmos SDK node has `cosmos.base.tendermint.v1beta1.Service`.',
  hint: () => 'check that the url leads to a Cosmos SDK node and that the proxy lets the service through',
} as const;

export function createCosmosRules<Kind extends string>(kind: Kind): RuleSet<CosmosData<Kind>> {
  // The compiler does not follow that the two are all.
  return { ...createNodeRules(kind), ...rulesInFamily(kind, texts) } as RuleSet<CosmosData<Kind>>;
}
