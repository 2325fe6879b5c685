import type { InFamily, RuleSet } from '../../model/rule.js';
import { rulesInFamily } from '../../model/failure.js';
import { stale, type StaleData } from '../block/stale.js';
import { noBlock } from '../json/rules.js';

/** Data of the rules that every kind of endpoint of a node can break, by the name after the kind. */
type NodeTexts = {
  'no-block': Record<never, never>;
  syncing: Record<never, never>;
  'head-unknown': { detail: string };
  stale: StaleData;
  'odd-timestamp': { height: number | string; reason: string };
  'not-archive': { of: 'blocks' | 'state'; lowest: number | null };
  'archive-unproved': { detail: string };
};

export type NodeData<Kind extends string> = InFamily<Kind, NodeTexts>;

const texts: RuleSet<NodeTexts> = {
  'no-block': noBlock,
  syncing: {
    severity: 'warning',
    summary: 'the node is catching up',
    explanation: 'It still reads old blocks, so its answers are old.',
    sample: {},
    message: () => 'the node is still catching up with the chain',
    hint: () => 'list the node once it is in sync',
  },
  'head-unknown': {
    severity: 'notice',
    summary: 'the newest block could not be read',
    explanation:
      'The node does not answer with it, or it is larger than a check reads, as on Celestia and Osmosis. Whether the ' +
      'node keeps up is not known.',
    sample: { detail: 'HTTP 403' },
    message: ({ detail }) =>
      `the newest block was not read (${detail}), so its height and time are not known`,
    hint: () => 'check the log of the node, and that the proxy lets the request through',
  },
  stale,
  'odd-timestamp': {
    severity: 'notice',
    summary: 'the time of the newest block is odd',
    explanation:
      'It is more than an hour ahead or, for an EVM or Solana block, not in seconds: programs that compare it with the ' +
      'clock are misled.',
    sample: { height: 7, reason: 'it is 2 days in the future' },
    message: ({ height, reason }) => `the time of the newest block (${height}) is odd: ${reason}`,
    hint: () => 'check the clocks of the nodes that make blocks, and that of this machine',
  },
  'not-archive': {
    severity: 'warning',
    summary: 'the node does not have all blocks, or not their state',
    explanation:
      'The entry says `"archive": true`, so programs that read old blocks or balances choose it. The node refused the ' +
      'first block of its chain or the state after it.',
    sample: { of: 'blocks', lowest: 15_234_001 },
    message: ({ of, lowest }) =>
      'the entry is listed as an archive, but ' +
      (lowest === null
        ? `the node does not have the ${of === 'blocks' ? 'first blocks' : 'state of the first blocks'}`
        : `the lowest block ${of === 'blocks' ? '' : 'with state '}of the node is ${lowest}`),
    hint: ({ of }) =>
      of === 'blocks'
        ? 'remove "archive", or let the node keep all blocks (min-retain-blocks = 0 in app.toml)'
        : 'remove "archive", or let the node keep all state (pruning = "nothing" in app.toml, --gcmode archive with geth)',
  },
  'archive-unproved': {
    severity: 'notice',
    summary: 'whether the node is an archive could not be checked',
    explanation:
      'The entry says `"archive": true`, but the answers for the first block of the chain and its state prove nothing, ' +
      'or there is none.',
    sample: { detail: 'block 1 is answered without a block' },
    message: ({ detail }) => `the entry is listed as an archive, which could not be checked (${detail})`,
    hint: () => 'run the check again, or ask the provider for an old block',
  },
};

export function createNodeRules<Kind extends string>(kind: Kind): RuleSet<NodeData<Kind>> {
  return rulesInFamily(kind, texts);
}
