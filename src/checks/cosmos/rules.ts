import { rulesInFamily } from '../../model/family.js';
import type { InFamily, RuleSet } from '../../model/rule.js';
import { formatAge, staleHint } from '../block/stale.js';

/** Data of the rules that every kind of endpoint of a Cosmos SDK node can break, by the name after the kind. */
type CosmosTexts = {
  syncing: Record<never, never>;
  'wrong-chain': { expected: string; actual: string; field: string };
  'chain-unknown': { expected: string };
  stale: { height: number | string; ageMs: number };
  'odd-timestamp': { height: number | string; reason: string };
};

/** The same, by the code that a kind gives them. */
export type CosmosData<Kind extends string> = InFamily<Kind, CosmosTexts>;

const texts: RuleSet<CosmosTexts> = {
  syncing: {
    severity: 'warning',
    summary: 'the node is catching up',
    explanation: 'The node reports that it is still reading old blocks, so it answers with an old state.',
    sample: {},
    message: () => 'the node is still catching up with the chain',
    hint: () => 'list the node once it is in sync',
  },
  'wrong-chain': {
    severity: 'error',
    summary: 'the endpoint serves another chain',
    explanation:
      'The chain id that the node reports is not the one of the registry file. Wallets that use the endpoint would show ' +
      "another chain's balances. A copied line or a reused host name is the usual cause.",
    sample: { expected: 'cosmoshub-4', actual: 'osmosis-1', field: 'chain_id' },
    message: ({ expected, actual, field }) => `the endpoint serves ${actual}, but ${field} is ${expected}`,
    hint: ({ expected, field }) =>
      `list an endpoint of ${expected}, or fix ${field} if the chain has changed its id`,
  },
  'chain-unknown': {
    severity: 'notice',
    summary: 'the node does not report its chain id',
    explanation:
      'The node reports an empty network, so it could not be compared with the chain id of the file.',
    sample: { expected: 'cosmoshub-4' },
    message: ({ expected }) => `the node does not report its chain id, so ${expected} is not confirmed`,
    hint: () => 'ask the provider to configure the node: it should report its network',
  },
  stale: {
    severity: 'warning',
    summary: 'the newest block is old',
    explanation:
      'The newest block that the node has is more than an hour old: the node has stopped, the chain has, or the chain makes blocks only when ' +
      'there are transactions (`create_empty_blocks = false`). Where other endpoints of the chain answer, they show which it is, and the ' +
      'endpoint is compared with them.',
    sample: { height: 7, ageMs: 7_200_000 },
    message: ({ height, ageMs }) => `the newest block (${height}) is ${formatAge(ageMs)} old`,
    hint: () => staleHint,
  },
  'odd-timestamp': {
    severity: 'notice',
    summary: 'the newest block is of the future',
    explanation:
      'The time of the newest block is more than an hour ahead. Programs that compare it with the clock are misled. If it is in the future, ' +
      'check the clock of the machine that runs the check too.',
    sample: { height: 7, reason: 'it is 2 days in the future' },
    message: ({ height, reason }) => `the time of the newest block (${height}) is odd: ${reason}`,
    hint: () => 'check the clocks of the validators, and that of this machine',
  },
};

/** The wording of these rules for a kind. */
export function createCosmosRules<Kind extends string>(kind: Kind): RuleSet<CosmosData<Kind>> {
  return rulesInFamily(kind, texts);
}
