import { joinChoices } from '../model/describe-unknown.js';
import type { RuleSet } from '../model/rule.js';

export type IdentityData = {
  /** The chain as the path names it; the value as JSON. */
  'file/name-differs': { chain: string; field: string; value: string };
  /** The other chain that claims the id. */
  'file/chain-id-repeated': {
    field: string;
    chainId: string;
    chain: string | null;
    file: string;
    line: number;
  };
  /** The value as JSON; the nearest of the known ones, if one is near. */
  'file/unknown-status': { field: string; value: string; values: readonly string[]; near: string | null };
};

export const identityRules: RuleSet<IdentityData> = {
  'file/name-differs': {
    severity: 'warning',
    summary: 'path and content of a file name two chains',
    explanation:
      'Programs find a chain by the path, or by the field that repeats it: `chain_name` in chain-registry, `name` in ' +
      'hyperlane, `chainId` in ethereum-lists, DefiLlama and Keplr. Probably the file was copied, and some of its ' +
      'content, such as the chain id, may still be that of the other chain.',
    sample: { chain: 'kava', field: 'chain_name', value: '"osmosis"' },
    message: ({ chain, field, value }) => `the path names ${chain}, but ${field} is ${value}`,
    hint: ({ field }) => `correct ${field}, or rename the file or its directory`,
  },
  'file/chain-id-repeated': {
    severity: 'warning',
    summary: 'two live chains claim the same chain id',
    explanation:
      'Wallets that find chains by their id sign transactions for the wrong one. Chains that have ended, and ids ' +
      'derived from others, do not count. superchain and DefiLlama list chains more than once, so they are not ' +
      'compared; in hyperlane and Keplr, only chains of the same protocol are. `chain/listed-twice` compares what the ' +
      'endpoints report.',
    sample: { field: 'chain_id', chainId: 'kava_2222-10', chain: 'kava', file: 'kava/chain.json', line: 4 },
    message: ({ field, chainId, chain, file, line }) =>
      `${field} ${chainId} is also claimed by ${chain === null ? '' : `${chain} in `}${file}:${line}`,
    hint: () => 'correct the chain id of one of them, or mark the chain that has ended',
  },
  'file/unknown-status': {
    severity: 'warning',
    summary: 'the registry has no such status of a chain',
    explanation:
      'Programs may refuse the file, or treat a chain that has ended as live. Here it counts as live.',
    sample: {
      field: 'status',
      value: '"liev"',
      values: ['live', 'upcoming', 'killed'],
      near: 'live',
    },
    message: ({ field, value, near }) =>
      `unknown ${field} ${value}${near === null ? '' : `, did you mean "${near}"?`}`,
    hint: ({ values }) => `write ${joinChoices(values.map((value) => `"${value}"`))}`,
  },
};
