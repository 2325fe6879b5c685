import { URLSearchParams } from 'node:url';
import {
  accounts,
  contracts,
  createEvents,
  hashBlock,
  hashTransaction,
  sparseAccount,
  transferTopic,
} from '../support/events.js';
import { findHead, findTimestamp } from '../support/head.js';
import { network } from '../support/service-registry.js';

/** @typedef {import('./holder-clients.js').Context} Context */
/** @typedef {import('../support/events.js').Log} Log */
/** @typedef {{ path: string, contract: string, account: string | null, sort: 'asc' | 'desc', start: number | null, end: number | null, size: number }} Search */

/** Blocks that must lie over what is answered: the default of --confirmations. */
const confirmations = 2;

/**
 * Follows the cursors of a search of logs to its end, and compares every page with the events of the chain in the range that the answers
 * name.
 * @param {Context} context
 */
export async function walkLogs({ ask, random, counts, clock }) {
  const search = chooseSearch(random, clock.blocks);
  /** @type {{ startBlock: number, endBlock: number } | null} */
  let range = null;
  /** @type {string[]} */
  let expected = [];
  let position = 0;
  /** @type {string | null} */
  let cursor = null;
  // A search of many pages is left in the middle now and then.
  for (let page = 0; page < 80; page++) {
    const path = cursor === null ? search.path : `${search.path}&cursor=${cursor}`;
    const answer = await ask(path);
    /** @param {string} kind @param {string} details */
    const violate = (kind, details) => counts.violate(kind, `${path} at ${position}: ${details}`);
    if (answer === null) return violate('logs that expired', '');
    if (range === null) {
      const fault = findRangeFault(answer['range'], search, findHead(clock));
      if (fault !== null) return violate('a wrong range', `${fault}: ${JSON.stringify(answer['range'])}`);
      range = answer['range'];
      if (range !== null)
        expected = listTransactions(search, createEvents(clock.blocks), range.startBlock, range.endBlock);
    } else if (JSON.stringify(answer['range']) !== JSON.stringify(range)) {
      return violate('a range that changes', `${JSON.stringify(range)} ${JSON.stringify(answer['range'])}`);
    }
    /** @type {string[]} */
    const found = answer['transactions'].map((/** @type {any} */ transaction) => describeAnswer(transaction));
    const wrong = found.findIndex((text, at) => text !== expected[position + at]);
    if (wrong >= 0)
      return violate(
        'a wrong page of logs',
        `record ${wrong} is ${found[wrong]}, expected ${expected[position + wrong]}`,
      );
    const badTime = answer['transactions'].find(
      (/** @type {any} */ { timestamp, blockNumber }) =>
        timestamp !== null && Date.parse(timestamp) !== findTimestamp(clock, blockNumber) * 1_000,
    );
    if (badTime !== undefined) return violate('a wrong timestamp', JSON.stringify(badTime).slice(0, 300));
    if (found.length === 0 && answer['next'] !== null) violate('an empty page with a next', '');
    counts.count('pages of logs');
    position += found.length;
    cursor = answer['next'];
    if (cursor === null) {
      if (position < expected.length) violate('logs that end early', `of ${expected.length}`);
      counts.count('walks through logs to the end');
      return;
    }
  }
  counts.count('walks through logs that were left');
}

/** @param {(limit: number) => number} random @param {number} blocks @returns {Search} */
function chooseSearch(random, blocks) {
  const kind = random(4);
  const sort = random(2) === 0 ? 'asc' : 'desc';
  const contract =
    [contracts.dense, contracts.sparse, contracts.dense, contracts.crowded][kind] ?? contracts.dense;
  const account = kind === 0 ? (accounts[random(accounts.length)] ?? '') : kind === 1 ? sparseAccount : null;
  const length = [20_000, Infinity, 2_000, 300][kind] ?? 0;
  // Half of the searches end at the head, where blocks arrive.
  const isOpen = length === Infinity || random(2) === 0;
  const start = length === Infinity ? null : isOpen ? blocks - random(length) : random(blocks - length);
  const end = isOpen || start === null ? null : start + random(length);
  const size = [10, 50, 500][random(3)] ?? 10;
  const query = new URLSearchParams({ address: account ?? contract, sort, offset: String(size) });
  if (account !== null) query.set('contract_address', contract);
  if (account !== null) query.set('token_type', 'ERC20');
  if (account === null && random(2) === 0) query.set('topics', transferTopic);
  if (start !== null) query.set('start_block', String(start));
  if (end !== null) query.set('end_block', String(end));
  const route = account === null ? 'tx/list-by-event' : 'account/transfer-event';
  return {
    path: `/v1/evm/${network}/${route}?${query.toString()}`,
    contract,
    account,
    sort,
    start,
    end,
    size,
  };
}

/**
 * @param {{ startBlock: number, endBlock: number } | null} range
 * @param {Search} search
 * @param {number} head
 */
function findRangeFault(range, { start, end }, head) {
  if (range === null) return start !== null && start > head - 60 ? null : 'no range';
  // The first block of a chain may be 0 or 1.
  if (start === null ? range.startBlock > 1 : range.startBlock !== start) return 'another start';
  if (end !== null && end < head - 60) return range.endBlock === end ? null : 'another end';
  return range.endBlock > head - confirmations ? 'a block that is not confirmed' : null;
}

/**
 * The transactions that a search has, in its order, each as a string that holds all that an answer says of it.
 * @param {Search} search
 * @param {ReturnType<typeof createEvents>} events
 * @param {number} from
 * @param {number} to
 */
function listTransactions({ contract, account, sort }, { listEvents }, from, to) {
  const side = account === null ? null : `0x${account.slice(2).padStart(64, '0')}`;
  /** @type {Map<string, Log[]>} */
  const transactions = new Map();
  for (const log of listEvents(contract, from, to)) {
    if (side !== null && log.topics[1] !== side && log.topics[2] !== side) continue;
    const key = `${log.blockNumber} ${log.transactionIndex}`;
    transactions.set(key, [...(transactions.get(key) ?? []), log]);
  }
  const list = [...transactions.values()].map((logs) => describeTruth(logs, account !== null));
  return sort === 'asc' ? list : list.reverse();
}

/** @param {readonly Log[]} logs @param {boolean} isTransfer */
function describeTruth(logs, isTransfer) {
  const { blockNumber = 0, transactionIndex = 0 } = logs[0] ?? {};
  const place = [
    blockNumber,
    transactionIndex,
    hashBlock(blockNumber),
    hashTransaction(blockNumber, transactionIndex),
  ];
  return JSON.stringify([
    ...place,
    logs.map(({ logIndex, address, topics: [kind, from = '', to = ''], data }) =>
      isTransfer
        ? [logIndex, `0x${from.slice(26)}`, `0x${to.slice(26)}`, String(BigInt(data))]
        : [logIndex, address, [kind, from, to], data],
    ),
  ]);
}

/** @param {any} transaction */
function describeAnswer({ blockNumber, transactionIndex, blockHash, transactionHash, transfers, logs }) {
  const events =
    transfers?.map((/** @type {any} */ { logIndex, from, to, items }) => [
      logIndex,
      from,
      to,
      items[0].amount,
    ]) ??
    logs.map((/** @type {any} */ { logIndex, address, topics, data }) => [logIndex, address, topics, data]);
  return JSON.stringify([blockNumber, transactionIndex, blockHash, transactionHash, events]);
}
