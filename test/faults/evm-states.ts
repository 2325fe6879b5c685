import { expect } from 'vitest';
import { restOfBlock } from '../../src/sandbox/evm-node.js';
import { createRows, type Fault, type Terms } from './fault.js';
import { type Change, changed } from './json-rpc.js';

type EvmKind = 'evm' | 'evm-ws';
/** Changes of the answers about the newest block, the chain id and the network id; fields of the block in place of the right ones. */
interface EvmServer {
  /** The kinds by which it is listed; both by default. */
  readonly of?: readonly EvmKind[];
  readonly block?: Change;
  readonly id?: Change;
  readonly network?: Change;
  readonly syncing?: Change;
  readonly batch?: Change;
  readonly all?: Change;
  readonly fields?: object;
}

const overHttp = ['evm'] as const;
const overWebSockets = ['evm-ws'] as const;
const both: readonly EvmKind[] = [...overHttp, ...overWebSockets];

/** Rows of one state of a node for both kinds, or for one. */
function state(name: string, result: string, server: Terms & EvmServer): readonly Fault[] {
  return (server.of ?? both).map((kind) =>
    createRows<EvmServer>(kind, ({ block, id, network, syncing, batch, all, fields }) =>
      changed(kind, {
        ...(fields === undefined ? {} : { eth_getBlockByNumber: blockWith(fields) }),
        ...(block === undefined ? {} : { eth_getBlockByNumber: block }),
        ...(id === undefined ? {} : { eth_chainId: id }),
        net_version: network ?? { result: '31337' },
        ...(syncing === undefined ? {} : { eth_syncing: syncing }),
        ...(batch === undefined ? {} : { 'a batch': batch }),
        ...(all === undefined ? {} : { all }),
      }),
    )(name, result, server),
  );
}

const seconds = Math.trunc(Date.now() / 1_000);
const hex = (value: number | bigint) => `0x${value.toString(16)}`;
const block = { ...restOfBlock, hash: `0x${'ab'.repeat(32)}`, number: '0x10', timestamp: hex(seconds) };
const blockWith = (fields: object): Change => ({ result: { ...block, ...fields } });
const many = Array<string>(32_000).fill(block.hash);
const header: Partial<typeof block> = { ...block };
delete header.transactions;
const chainId = '31337';
const waits = true;
const missing: Change = { error: { code: -32601, message: '' } };
const noBlock: Change = { result: null };
const limited: Change = { error: { code: -32005, message: 'slow down' } };

const reason = (text: string) => ({ data: { reason: text } });
const large = (result: object): EvmServer => ({ of: overHttp, block: { result } });
const oddTime = (timestamp: number | bigint) => ({ fields: { timestamp: hex(timestamp) } });

const catchingUp: Change = { result: { currentBlock: '0x0', highestBlock: '0x10' } };

/** The states of an EVM node that clients were asked about. */
export const evmStates: readonly Fault[] = [
  ...state('no batches', 'pass no-batch', {
    of: overHttp,
    batch: { status: 405, body: 'Not allowed' },
    data: { detail: 'HTTP 405, "Not allowed"' },
  }),
  ...state('a node that is catching up', 'pass syncing', { syncing: catchingUp }),
  ...state('a node that never synced', 'fail no-block', {
    attempts: [1, 2],
    syncing: catchingUp,
    fields: { number: '0x0', timestamp: '0x0' },
  }),
  ...state('a new chain', 'pass', { fields: { number: '0x0' } }),
  ...state('no block', 'fail no-block', { block: noBlock }),
  ...state('a block that is a string', 'fail malformed-block', { of: overHttp, block: { result: '0x10' } }),
  ...state('a block without a number', 'fail malformed-block', { fields: { number: null } }),
  ...state('a block with a short hash', 'fail malformed-block', {
    fields: { hash: '0xab' },
    ...reason('"hash" must be a hash of 32 bytes'),
  }),
  ...state('a block without a time', 'fail malformed-block', { fields: { timestamp: undefined } }),
  ...state('a block number of 2,000 digits', 'fail malformed-block', {
    of: overHttp,
    fields: { number: `0x${'f'.repeat(2_000)}` },
  }),
  ...state('an old block', 'pass stale', { fields: { timestamp: '0x5f5e1000' } }),
  ...state('another chain', 'fail wrong-chain', {
    id: { result: '0x1' },
    chainId,
    data: { expected: chainId, actual: '1 (0x1)', field: 'chain_id', derived: false },
  }),
  ...state('a chain id that is not reported', 'pass chain-unknown', {
    id: missing,
    chainId,
    data: { detail: 'the method does not exist' },
  }),
  ...state('a block of 32,000 transactions after its header', 'pass', {
    ...large({ ...header, transactions: many }),
    chainId,
  }),
  ...state('a block of 32,000 transactions before its header', 'pass head-unknown', {
    ...large({ transactions: many, ...header }),
    chainId,
    attempts: [1, 2],
    data: { detail: 'it is larger than 2048 KiB' },
    facts: { chainId: 31_337, blockHeight: null },
  }),
  ...state('a block of 32,000 transactions of another chain', 'fail wrong-chain', {
    ...large({ ...header, transactions: many }),
    chainId: '1',
  }),
  ...state('a text of 3 MiB in place of a block', 'fail net/response-too-large', {
    of: overHttp,
    block: { result: 'x'.repeat(3 << 20) },
  }),
  ...state('a chain id as decimal text', 'pass nonstandard-answer', {
    of: overHttp,
    id: { result: '31337' },
    chainId,
    ...reason('eth_chainId answers a decimal number'),
  }),
  ...state('a chain id as a number', 'pass nonstandard-answer', {
    id: { result: 31_337 },
    chainId,
    ...reason('eth_chainId answers a decimal number'),
  }),
  ...state('another chain id as decimal text', 'fail wrong-chain nonstandard-answer', {
    of: overHttp,
    id: { result: '5' },
    chainId,
  }),
  ...state('a chain id with leading zeros', 'pass nonstandard-answer', {
    id: { result: '0x07a69' },
    chainId,
    ...reason('the answer to eth_chainId has leading zeros'),
  }),
  ...state('an empty chain id', 'pass chain-unknown', { id: { result: '0x' } }),
  ...state('a block with a decimal number', 'pass nonstandard-answer', {
    fields: { number: 16 },
    ...reason('"number" of the block is a JSON number'),
  }),
  ...state('a block with a decimal time', 'pass nonstandard-answer', { fields: { timestamp: seconds } }),
  ...state('a block with leading zeros', 'pass nonstandard-answer nonstandard-answer', {
    fields: { number: '0x010', timestamp: `0x0${seconds.toString(16)}` },
  }),
  ...state('a chain id that never comes', 'pass chain-unknown', { waits, id: null, chainId }),
  ...state('a chain id that never comes, on another network', 'inconclusive chain-unknown network-differs', {
    of: overHttp,
    waits,
    id: null,
    network: { result: '1' },
    chainId,
  }),
  ...state('another chain id, the second time', 'fail wrong-chain', {
    of: overHttp,
    id: ({ id }) => (id === 2 ? { error: { code: -32603, message: 'internal' } } : { result: '0x7' }),
    chainId,
  }),
  ...state('two chain ids, of which the second is claimed', 'pass chain/unsteady', {
    of: overHttp,
    id: ({ id }) => ({ result: `0x${id}` }),
    chainId: '4',
  }),
  ...state('two chain ids', 'pass chain/unsteady', {
    of: overHttp,
    id: ({ id }) => ({ result: `0x${id}` }),
    facts: { chainId: 2, otherChainId: 4 },
  }),
  ...state('timestamps in milliseconds', 'pass odd-timestamp', oddTime(seconds * 1_000)),
  ...state('timestamps in nanoseconds', 'pass odd-timestamp', {
    of: overHttp,
    ...oddTime(BigInt(seconds) * 10n ** 9n),
  }),
  ...state('a block of tomorrow', 'pass odd-timestamp', {
    of: overHttp,
    ...oddTime(seconds + 91_800),
    data: { height: 16, reason: 'it is 25 hours in the future' },
  }),
  ...state('the chain that is claimed', 'pass', { of: overWebSockets, chainId }),
  ...state(
    'a chain id that is not reported, on another network',
    'inconclusive network-differs chain-unknown',
    {
      of: overWebSockets,
      id: missing,
      network: { result: '5' },
      chainId,
      data: { expected: chainId, detail: 'the method does not exist', networkId: '5' },
    },
  ),
  ...state('a limit: the chain id', 'inconclusive net/rate-limited', {
    of: overWebSockets,
    waits,
    id: limited,
    chainId,
  }),
  ...state('a block of 32,000 transactions', 'pass head-unknown', {
    of: overWebSockets,
    block: { result: { ...block, transactions: many } },
    chainId,
    attempts: [1, 2],
    data: { detail: 'it is larger than 2048 KiB' },
  }),
];

/** Two heads, of which the call with the first id gets the newer one. */
const twoHeads: Change = ({ id }) => {
  const [number, age] = id === 1 ? [100, 0] : [50, 300];
  return { result: { ...block, number: hex(number), timestamp: hex(seconds - age) } };
};
const unsafe = 2n ** 53n;
const iso = (s: number) => new Date(s * 1_000).toISOString();
const claimed = (as: string, result: string, verdict: string) =>
  state(`the chain ${result}, claimed as ${as}`, verdict, { id: { result }, chainId: as });

/** What else the states of a node mean. */
export const moreEvmStates: readonly Fault[] = [
  ...state('facts', 'pass http/plaintext', {
    fields: { timestamp: hex(seconds - 7) },
    chainId,
    facts: {
      address: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string,
      chainId: 31_337,
      blockHeight: 16,
      blockTime: iso(seconds - 7),
      certificateExpiresAt: null,
      phasesMs: expect.objectContaining({ firstByte: expect.any(Number) as number, tls: null }) as object,
    },
  }),
  ...state('one chain id', 'pass', {
    of: overHttp,
    facts: { otherChainId: null, cors: null },
    attempts: [1, 2],
  }),
  ...state('two heads, of two chains', 'pass chain/unsteady', {
    block: twoHeads,
    id: ({ id }) => ({ result: `0x${id}` }),
    facts: { chainId: 2, otherChainId: 4, blockHeight: 100, otherHead: { blockHeight: 50, syncing: false } },
  }),
  ...state('a node that is catching up, which is asked for less', 'pass', {
    syncing: catchingUp,
    attempts: [2],
  }),
  ...state('a new chain that does not say whether it is catching up', 'pass', {
    syncing: { result: null },
    fields: { number: '0x0' },
  }),
  ...state('no block, and no chain id', 'fail no-block', {
    of: overHttp,
    all: noBlock,
    chainId,
    facts: { blockHeight: null, blockTime: null },
  }),
  ...['milli', 'micro', 'nano'].flatMap((unit, at) =>
    state(`an old block in ${unit}seconds`, 'pass odd-timestamp stale', {
      ...oddTime(BigInt(seconds - 7_200) * 1_000n ** BigInt(at + 1)),
      data: { height: 16, reason: `it is in ${unit}seconds instead of seconds` },
      facts: { blockTime: iso(seconds - 7_200) },
    }),
  ),
  ...state('numbers beyond 2^53', 'pass', {
    fields: { number: hex(unsafe + 1n) },
    id: { result: hex(unsafe) },
    facts: { blockHeight: String(unsafe + 1n), chainId: String(unsafe) },
  }),
  ...state('a number below that', 'pass', {
    fields: { number: hex(unsafe - 1n) },
    facts: { blockHeight: 2 ** 53 - 1 },
  }),
  ...state('a time beyond those of Date', 'pass odd-timestamp', {
    fields: { timestamp: `0x${'f'.repeat(64)}` },
    facts: { blockTime: null },
  }),
  ...['0x6F0', '0x6f0', '0x06f0', '1776'].flatMap((as) => claimed(as, '0x6f0', 'pass')),
  // Equal once rounded to 53 bits.
  ...claimed('0x20000000000000', '0x20000000000001', 'fail wrong-chain'),
  ...[null, 0, -1, 1.5, 2 ** 60, '6f0', {}, '0X6f0', '1'.repeat(81)].flatMap((result) =>
    state(`no chain id: ${JSON.stringify(result)}`, 'pass chain-unknown', {
      id: { result },
      chainId,
      data: { detail: 'not a chain id' },
      facts: { chainId: null },
    }),
  ),
  ...state('"error" beside two results', 'pass nonstandard-answer', {
    of: overHttp,
    all: ({ result }) => ({ result, error: 0 }),
    ...reason('it has "error" beside "result"'),
  }),
  ...state('a chain id that is not reported, on its network', 'pass chain-unknown', { id: missing }),
  ...state(
    'another chain id in place of a number, on another network',
    'inconclusive network-differs chain-unknown',
    {
      of: overHttp,
      id: { result: null },
      network: { result: '5' },
      chainId,
      data: { expected: chainId, detail: 'not a chain id', networkId: '5' },
    },
  ),
  ...state('a chain id that is limited, and no claim', 'pass', { waits, id: limited }),
  ...state('an old header before many transactions', 'pass stale', {
    ...large({ ...header, timestamp: hex(seconds - 7_200), transactions: many }),
    attempts: [1, 2],
  }),
  ...state('megabytes to each call', 'fail net/response-too-large', {
    of: overWebSockets,
    all: { result: { transactions: many } },
  }),
];
