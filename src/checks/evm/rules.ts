import type { KindWith, InFamily, RuleSet } from '../../model/rule.js';
import { rulesInFamily } from '../../model/failure.js';
import { nonstandardAnswer } from '../json/rules.js';
import { createNodeRules, type NodeData } from '../node/rules.js';

/** Data of the rules that every kind of endpoint of an EVM node can break, by the name after the kind. */
type EvmTexts = {
  'malformed-block': { reason: string };
  'wrong-chain': { expected: string; actual: string; field: string; derived: boolean };
  'chain-unknown': { detail: string };
  'network-differs': { expected: string; detail: string; networkId: string };
  'nonstandard-answer': { reason: string };
  'no-logs': { detail: string };
};

export type EvmKind = KindWith<'no-logs'>;

export type EvmNodeData<Kind extends string> = NodeData<Kind> & InFamily<Kind, EvmTexts>;

export function createEvmRules<Kind extends string>(kind: Kind): RuleSet<EvmNodeData<Kind>> {
  // The compiler does not follow that the two are all.
  return { ...createNodeRules(kind), ...rulesInFamily(kind, texts) } as RuleSet<EvmNodeData<Kind>>;
}

const texts: RuleSet<EvmTexts> = {
  'malformed-block': {
    severity: 'error',
    summary: 'the latest block is not a block',
    explanation:
      'A block has a `hash` of 32 bytes, and a `number` and `timestamp` as hex quantities (ethereum/execution-apis). ' +
      'ethers fails on anything else, go-ethereum on a missing time, cast on a short hash.',
    sample: { reason: 'expected an object' },
    message: ({ reason }) => `the latest block is malformed: ${reason}`,
    hint: () => 'check that the url leads to an EVM node; if it does, report a bug to its developers',
  },
  'wrong-chain': {
    severity: 'error',
    milder: { severity: 'warning', applies: ({ derived }) => derived },
    summary: 'the endpoint serves another chain',
    explanation:
      'Wallets would send transactions to another chain. Usually it is a copied line or a reused host name. If the file ' +
      'has only a chain id such as `kava_2222-10`, the number in it is compared with `eth_chainId`, and a difference is ' +
      'only a warning.',
    sample: { expected: '0x6f0', actual: '1 (0x1)', field: 'chain_id_evm', derived: false },
    message: ({ expected, actual, field, derived }) =>
      `the endpoint serves chain ${actual}, but ${derived ? `the EVM chain id in ${field}` : field} is ${expected}`,
    hint: ({ expected, field }) => `list an endpoint of chain ${expected}, or fix ${field}`,
  },
  'chain-unknown': {
    severity: 'warning',
    summary: 'the endpoint does not report its chain id',
    explanation:
      'It answers with its latest block, but not to `eth_chainId`: ethers, web3.js and what is built on them stop ' +
      'there, and viem sends no transactions. The chain could not be compared.',
    sample: { detail: 'the method does not exist' },
    message: ({ detail }) => `no valid answer to eth_chainId (${detail}), without which many clients stop`,
    hint: () => 'let the node answer eth_chainId, which wallets request first',
  },
  'network-differs': {
    severity: 'notice',
    inconclusive: true,
    summary: 'the endpoint reports no chain id, and the network id of another chain',
    explanation:
      'Usually the network id (`net_version`) is the chain id; on some chains, such as Ethereum Classic, it is not.',
    sample: { expected: '0x6f0', detail: 'no answer within 5 s', networkId: '5' },
    message: ({ expected, detail, networkId }) =>
      `no valid answer to eth_chainId (${detail}), and net_version is ${networkId}, not ${expected}`,
    hint: () => 'let the node answer eth_chainId, which wallets request first',
  },
  'nonstandard-answer': nonstandardAnswer,
  'no-logs': {
    severity: 'warning',
    summary: 'the endpoint refuses searches for logs',
    explanation:
      'Wallets and indexers read token transfers by `eth_getLogs`. It was asked for one block, ten below the newest, ' +
      'and a filter that matches nothing. Checked only with `--capabilities`.',
    sample: { detail: 'the method does not exist' },
    message: ({ detail }) => `the endpoint refuses eth_getLogs of a single block (${detail})`,
    hint: () => 'let the node and the proxy answer eth_getLogs',
  },
};
