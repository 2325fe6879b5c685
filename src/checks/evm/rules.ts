import type { InFamily, RuleSet } from '../../model/rule.js';
import { rulesInFamily } from '../../model/family.js';
import { formatAge, staleHint } from '../block/stale.js';

/** Data of the rules that every kind of endpoint of an EVM node can break, by the name after the kind. */
type EvmTexts = {
  'no-block': Record<never, never>;
  'malformed-block': { reason: string };
  'head-unknown': { limitBytes: number };
  'wrong-chain': { expected: string; actual: string; field: string; derived: boolean };
  'chain-unknown': { detail: string };
  'network-differs': { expected: string; detail: string; networkId: string };
  'nonstandard-answer': { reason: string };
  'odd-timestamp': { number: number; reason: string };
  stale: { number: number; ageMs: number };
};

/** The same, by the code that a kind gives them. */
export type EvmNodeData<Kind extends string> = InFamily<Kind, EvmTexts>;

/** The wording of these rules for a kind. */
export function createEvmRules<Kind extends string>(kind: Kind): RuleSet<EvmNodeData<Kind>> {
  return rulesInFamily(kind, texts);
}

const texts: RuleSet<EvmTexts> = {
  'no-block': {
    severity: 'error',
    transient: true,
    summary: 'the node has no latest block',
    explanation: 'The node answered `null` for the latest block: it has none yet, or it has lost its data.',
    sample: {},
    message: () => 'the node has no latest block (the result is null)',
    hint: () => 'list the node once it is in sync',
  },
  'malformed-block': {
    severity: 'error',
    summary: 'the latest block is not a block',
    explanation:
      'A block has a `hash` of 32 bytes and a `number` and `timestamp` as hex quantities (ethereum/execution-apis). ' +
      'ethers fails on anything else, and each other client on some of it: go-ethereum on a missing time, cast on a short hash.',
    sample: { reason: 'expected an object' },
    message: ({ reason }) => `the latest block is malformed: ${reason}`,
    hint: () => 'check that the url leads to an EVM node; if it does, report a bug to its developers',
  },
  'head-unknown': {
    severity: 'notice',
    summary: 'the newest block is too large to be read',
    explanation:
      'The newest block is larger than what a check reads, as one with 32,000 transactions is, and its header was not in the part that was read. ' +
      'Whether the node keeps up with its chain is not known.',
    sample: { limitBytes: 2_097_152 },
    message: ({ limitBytes }) =>
      `the newest block is larger than ${limitBytes / 1_024} KiB, so its number and time were not read`,
    hint: () => 'run the check again: later blocks may be smaller',
  },
  'wrong-chain': {
    severity: 'error',
    milder: { severity: 'warning', applies: ({ derived }) => derived },
    summary: 'the endpoint serves another chain',
    explanation:
      'The chain id that the endpoint reports (`eth_chainId`) is not the one of the registry file. A wallet would send ' +
      'transactions to another chain. A copied line or a reused host name is the usual cause. Where the file has no EVM chain id but one ' +
      'such as `kava_2222-10`, the endpoint is compared with the number in it, and a difference is only a warning.',
    sample: { expected: '0x6f0', actual: '1 (0x1)', field: 'chain_id_evm', derived: false },
    message: ({ expected, actual, field, derived }) =>
      `the endpoint serves chain ${actual}, but ${derived ? `the EVM chain id in ${field}` : field} is ${expected}`,
    hint: ({ expected, field }) => `list an endpoint of chain ${expected}, or fix ${field}`,
  },
  'chain-unknown': {
    severity: 'warning',
    summary: 'the endpoint does not report its chain id',
    explanation:
      'The endpoint answered with its latest block, but not to `eth_chainId`. Clients request that first: ethers, web3.js and what is built on ' +
      'them stop there, and viem refuses to send transactions. Nor could the chain be compared with the file.',
    sample: { detail: 'the method does not exist' },
    message: ({ detail }) => `no valid answer to eth_chainId (${detail}), without which many clients stop`,
    hint: () => 'let the node answer eth_chainId, which wallets request first',
  },
  'network-differs': {
    severity: 'notice',
    inconclusive: true,
    summary: 'the endpoint reports no chain id, and the network id of another chain',
    explanation:
      'The endpoint has no valid answer to `eth_chainId`, and its network id (`net_version`) is not the chain id of the file. On most chains ' +
      'the two are the same, on some, such as Ethereum Classic, they are not. So which chain it serves is not proved, and the verdict is ' +
      'inconclusive.',
    sample: { expected: '0x6f0', detail: 'no answer within 5 s', networkId: '5' },
    message: ({ expected, detail, networkId }) =>
      `no valid answer to eth_chainId (${detail}), and net_version is ${networkId}, not ${expected}`,
    hint: () => 'let the node answer eth_chainId, which wallets request first',
  },
  'nonstandard-answer': {
    severity: 'warning',
    summary: 'the answer departs from the specifications',
    explanation:
      'The answer can be read, but not by every client: it begins with a byte order mark (RFC 8259 section 8.1 forbids it), it has an ' +
      '`error` of `null`, `false`, `0` or `""` beside its `result` (JSON-RPC 2.0 section 5), or its chain id or the number or time of its block ' +
      'are decimal numbers or have leading zeros (ethereum/execution-apis). go-ethereum fails on each of these, cast and ethers on the first two. ' +
      'Over HTTP it may name gzip `x-gzip` (ethers, cast and go-ethereum fail).',
    sample: { reason: 'it begins with a byte order mark' },
    message: ({ reason }) => `the answer departs from the specifications: ${reason}`,
    hint: () => 'check the proxy in front of the node, or report a bug to the developers of the node',
  },
  'odd-timestamp': {
    severity: 'notice',
    summary: 'the timestamp of the newest block is odd',
    explanation:
      'The timestamp of a block is in seconds, and not in the future (ethereum/execution-apis). Programs that compare it with the clock are ' +
      'misled. If it is in the future, check the clock of the machine that runs the check too.',
    sample: { number: 16, reason: 'it is in milliseconds instead of seconds' },
    message: ({ number, reason }) => `the timestamp of the newest block (${number}) is odd: ${reason}`,
    hint: () => 'check the clock of the nodes that make blocks, and the unit of their timestamps',
  },
  stale: {
    severity: 'warning',
    summary: 'the newest block is old',
    explanation:
      'The newest block that the node has is more than an hour old: the node has stopped, the chain has, or the chain makes blocks only when ' +
      'there are transactions. Where other endpoints of the chain answer, they show which it is, and the endpoint is compared with them.',
    sample: { number: 16, ageMs: 7_200_000 },
    message: ({ number, ageMs }) => `the newest block (${number}) is ${formatAge(ageMs)} old`,
    hint: () => staleHint,
  },
};
