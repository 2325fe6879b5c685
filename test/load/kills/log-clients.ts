import {
  accounts,
  contracts,
  createEvents,
  findHead,
  findTimestamp,
  hashBlock,
  hashTransaction,
  type Log,
  sparseAccount,
  transferTopic,
} from '../../../bench/support/events.js';
import { network } from '../../../bench/support/registries.js';
import type {
  BlockRange,
  EventTransaction,
  TransactionsByEventPage,
  TransferEventsPage,
  TransferTransaction,
} from '../../../src/query/client/index.js';
import { type Client, pick } from './holder-clients.js';
import type { Random } from './kill-at-random.js';

/** Blocks that must lie over what is answered: the default of --confirmations. */
const confirmations = 2;
/** How much earlier than the head a block is surely answered, though nodes lag. */
const settledBlocks = 60;

/** A search, without a start or end if it is of all blocks there are. */
interface Search {
  readonly path: string;
  readonly contract: string;
  /** The sender or receiver; null for all events of the contract. */
  readonly account: string | null;
  readonly sort: 'asc' | 'desc';
  readonly start: number | null;
  readonly end: number | null;
}

/** Follows the cursors of a search of logs to its end, and compares every page with the events of the chain in the range that the answers name. */
export async function walkLogs({ ask, random, counts, clock }: Client): Promise<void> {
  const search = chooseSearch(random, clock.blocks);
  let range: BlockRange | null | undefined;
  let expected: readonly string[] = [];
  let position = 0;
  let path = search.path;
  // A search of many pages is left in the middle now and then.
  for (let page = 0; page < 80; page++) {
    const violate = (kind: string, details: string) =>
      counts.violate(kind, `${path} at ${position}: ${details}`);
    const answer = (await ask(path)) as unknown as TransferEventsPage | TransactionsByEventPage | null;
    if (answer === null) return violate('logs that expired', '');
    const { transactions, next } = answer;
    if (range === undefined) {
      ({ range } = answer);
      const fault = findRangeFault(range, search, findHead(clock));
      if (fault !== null) return violate('a wrong range', `${fault}: ${JSON.stringify(range)}`);
      if (range !== null) expected = listTransactions(search, clock.blocks, range);
    } else if (JSON.stringify(answer.range) !== JSON.stringify(range)) {
      return violate('a range that changes', `${JSON.stringify(range)} ${JSON.stringify(answer.range)}`);
    }
    const found = transactions.map(describeAnswer);
    const wrong = found.findIndex((text, at) => text !== expected[position + at]);
    if (wrong >= 0)
      return violate(
        'a wrong page of logs',
        `record ${wrong} is ${found[wrong]}, expected ${expected[position + wrong]}`,
      );
    const badTime = transactions.find(
      ({ timestamp, blockNumber }) =>
        timestamp !== null && Date.parse(timestamp) !== findTimestamp(clock, blockNumber) * 1_000,
    );
    if (badTime !== undefined) return violate('a wrong timestamp', JSON.stringify(badTime).slice(0, 300));
    if (found.length === 0 && next !== null) violate('an empty page with a next', '');
    counts.count('pages of logs');
    position += found.length;
    if (next === null) {
      if (position < expected.length) violate('logs that end early', `of ${expected.length}`);
      counts.count('walks through logs to the end');
      return;
    }
    path = `${search.path}&cursor=${next}`;
  }
  counts.count('walks through logs that were left');
}

function chooseSearch(random: Random, blocks: number): Search {
  const [contract, account, length] = pick(
    [
      [contracts.dense, pick(accounts, random), 20_000],
      [contracts.sparse, sparseAccount, Infinity],
      [contracts.dense, null, 2_000],
      [contracts.crowded, null, 300],
    ] as const,
    random,
  );
  const sort = pick(['asc', 'desc'] as const, random);
  // Half of the searches end at the head, where blocks arrive.
  const isOpen = length === Infinity || random(2) === 0;
  const start = length === Infinity ? null : isOpen ? blocks - random(length) : random(blocks - length);
  const end = isOpen || start === null ? null : start + random(length);
  const size = pick([10, 50, 500], random);
  const query = new URLSearchParams({ address: account ?? contract, sort, offset: String(size) });
  if (account !== null) {
    query.set('contract_address', contract);
    query.set('token_type', 'ERC20');
  } else if (random(2) === 0) query.set('topics', transferTopic);
  if (start !== null) query.set('start_block', String(start));
  if (end !== null) query.set('end_block', String(end));
  const route = account === null ? 'tx/list-by-event' : 'account/transfer-event';
  return { path: `/v1/evm/${network}/${route}?${query.toString()}`, contract, account, sort, start, end };
}

function findRangeFault(range: BlockRange | null, { start, end }: Search, head: number): string | null {
  if (range === null) return start !== null && start > head - settledBlocks ? null : 'no range';
  // The first block of a chain may be 0 or 1.
  if (start === null ? range.startBlock > 1 : range.startBlock !== start) return 'another start';
  if (end !== null && end < head - settledBlocks) return range.endBlock === end ? null : 'another end';
  return range.endBlock > head - confirmations ? 'a block that is not confirmed' : null;
}

/** The transactions that a search has, in its order, each as a string that holds all that an answer says of it. */
function listTransactions(
  { contract, account, sort }: Search,
  blocks: number,
  { startBlock, endBlock }: BlockRange,
): readonly string[] {
  const side = account === null ? null : `0x${account.slice(2).padStart(64, '0')}`;
  const transactions = new Map<string, Log[]>();
  for (const log of createEvents(blocks).listEvents(contract, startBlock, endBlock)) {
    if (side !== null && log.topics[1] !== side && log.topics[2] !== side) continue;
    const key = `${log.blockNumber} ${log.transactionIndex}`;
    transactions.set(key, [...(transactions.get(key) ?? []), log]);
  }
  const list = [...transactions.values()].map((logs) => describeTruth(logs, account !== null));
  return sort === 'asc' ? list : list.reverse();
}

function describeTruth(logs: readonly Log[], isTransfer: boolean): string {
  const { blockNumber = 0, transactionIndex = 0 } = logs[0] ?? {};
  return JSON.stringify([
    blockNumber,
    transactionIndex,
    hashBlock(blockNumber),
    hashTransaction(blockNumber, transactionIndex),
    logs.map(({ logIndex, address, topics: [kind, from = '', to = ''], data }) =>
      isTransfer
        ? [logIndex, `0x${from.slice(26)}`, `0x${to.slice(26)}`, String(BigInt(data))]
        : [logIndex, address, [kind, from, to], data],
    ),
  ]);
}

function describeAnswer(transaction: TransferTransaction | EventTransaction): string {
  const { blockNumber, transactionIndex, blockHash, transactionHash } = transaction;
  const events =
    'transfers' in transaction
      ? transaction.transfers.map(({ logIndex, from, to, items }) => [logIndex, from, to, items[0]?.amount])
      : transaction.logs.map(({ logIndex, address, topics, data }) => [logIndex, address, topics, data]);
  return JSON.stringify([blockNumber, transactionIndex, blockHash, transactionHash, events]);
}
