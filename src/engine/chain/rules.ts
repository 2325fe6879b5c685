import type { RuleSet } from '../../model/rule.js';

export type ChainData = {
  'chain/odd-one-out': { actual: string; expected: string; count: number };
  'chain/disagreement': { actual: string; ids: readonly string[]; count: number };
  'chain/claim-outvoted': { field: string; claimed: string; actual: string; count: number };
  'chain/kinds-disagree': { actual: string; expected: string; cosmosId: string };
  'chain/behind': { height: number; blocks: number; behindMs: number };
  'chain/listed-twice': { chainId: string; chains: readonly string[] };
  'chain/unsteady': {
    ids: readonly [string, string] | null;
    heights: readonly [string, string] | null;
    /** Whether one answer is of a node that is catching up, and another is not. */
    isSyncing: boolean;
  };
  'chain/still-alive': { alive: number; asked: number; height: string | null; time: string };
};

export const chainRules: RuleSet<ChainData> = {
  'chain/odd-one-out': {
    severity: 'error',
    summary: 'the endpoint serves another chain than all others of its chain',
    explanation:
      'The file claims no chain id, so the endpoints of a chain are compared: at least two report the same one, and ' +
      'only this one another. Its users read and sign for the wrong chain. Usually it is a testnet endpoint in the file ' +
      'of the mainnet.',
    sample: { actual: 'test-1', expected: 'main-1', count: 3 },
    message: ({ actual, expected, count }) =>
      `the endpoint serves ${actual}, but ${count} other endpoints of this chain serve ${expected}`,
    hint: ({ expected }) => `list an endpoint of ${expected}, or move the entry to the file of its chain`,
  },
  'chain/disagreement': {
    severity: 'warning',
    summary: 'the endpoints of the chain do not agree on a chain id',
    explanation: 'No majority shows which ones are wrong. A chain id in the file would.',
    sample: { actual: 'a-1', ids: ['a-1', 'b-1'], count: 2 },
    message: ({ actual, ids, count }) =>
      `the endpoint serves ${actual}, but the endpoints of this chain report ${count} different chain ids: ${ids.join(', ')}` +
      (ids.length < count ? ', …' : ''),
    hint: () => 'claim the chain id in the file, and remove the endpoints of other chains',
  },
  'chain/claim-outvoted': {
    severity: 'warning',
    summary: 'no endpoint confirms the chain id that the file claims',
    explanation:
      'At least two agree on another one. Probably the claim is out of date or misspelled, so no endpoint is blamed.',
    sample: { field: 'chain_id_cosmos', claimed: 'old-1', actual: 'new-2', count: 2 },
    message: ({ field, claimed, actual, count }) =>
      `${field} is ${claimed}, but ${count} endpoints serve ${actual}, and none that was probed serves ${claimed}`,
    hint: ({ field, actual }) => `write ${actual} in ${field}, if the chain has changed its id`,
  },
  'chain/kinds-disagree': {
    severity: 'warning',
    summary: 'the EVM endpoints serve another chain than the gRPC endpoints',
    explanation:
      'The chain id of a Cosmos SDK chain with an EVM ends in the EVM chain id and a version: `kava_2222-10` contains 2222.',
    sample: { actual: '1', expected: '2222', cosmosId: 'kava_2222-10' },
    message: ({ actual, expected, cosmosId }) =>
      `the endpoint serves chain ${actual}, but ${cosmosId} has the EVM chain id ${expected}`,
    hint: ({ expected }) =>
      `list an endpoint of chain ${expected}, or check the gRPC endpoints of this chain`,
  },
  'chain/behind': {
    severity: 'warning',
    summary: 'the endpoint is behind the others of its chain',
    explanation:
      'Its newest block is more than 60 seconds and 20 blocks behind the best one: the node is syncing, is overloaded ' +
      'or has stopped.',
    sample: { height: 10, blocks: 90, behindMs: 90_000 },
    message: ({ height, blocks, behindMs }) =>
      `the newest block (${height}) is ${blocks} blocks and ${Math.round(behindMs / 1_000)} s behind the best endpoint of this chain`,
    hint: () => 'let the node catch up, or remove the entry if it does not',
  },
  'chain/listed-twice': {
    severity: 'warning',
    summary: 'the endpoints of two chains serve the same chain',
    explanation: 'One lists endpoints of the other, or one chain is listed under two names.',
    sample: { chainId: 'a-1', chains: ['kava'] },
    message: ({ chainId, chains }) =>
      `the endpoint serves ${chainId}, as the endpoints of ${chains.join(', ')} do`,
    hint: () => 'list the endpoint under the chain that it serves',
  },
  'chain/unsteady': {
    severity: 'warning',
    summary: 'the endpoint answers as two nodes that do not agree',
    explanation:
      'A load balancer spreads requests over nodes of two chains, nodes a minute and 20 blocks apart, or one in sync ' +
      'and one catching up. Of two ids, neither counts.',
    sample: { ids: ['a-1', 'b-1'], heights: null, isSyncing: false },
    message: ({ ids, heights, isSyncing }) => {
      if (ids !== null) return `the endpoint serves ${ids[0]} and then ${ids[1]}`;
      const late = isSyncing ? ', of a node that is catching up' : '';
      return heights === null
        ? 'the endpoint answers as a node in sync and as one that is catching up'
        : `the endpoint answers with block ${heights[0]} and with block ${heights[1]}${late}`;
    },
    hint: () =>
      'check which nodes the load balancer passes requests to, and take out those that are not in sync',
  },
  'chain/still-alive': {
    severity: 'warning',
    summary: 'the change calls a chain ended whose endpoints make blocks',
    explanation: 'The registry then hides the chain, so endpoints that worked before are probed once more.',
    sample: { alive: 2, asked: 3, height: '12345', time: '2026-01-31T12:00:00Z' },
    message: ({ alive, asked, height, time }) =>
      `the change calls the chain ended, but ${alive} of its ${asked} endpoints make blocks: ` +
      `the newest is ${height === null ? '' : `${height} `}of ${time}`,
    hint: () => 'leave the status as it is, or say in the pull request why the chain has ended',
  },
};
