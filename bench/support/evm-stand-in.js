// A process with an EVM node of a long chain, over HTTPS: it passes the check, makes blocks, searches logs up to a number of blocks and of
// results, each call after a delay, and takes batches. Its latest blocks do not last: another block with other hashes replaces each,
// until it is `unsettled` blocks deep.
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { contracts, createEvents, hashBlock, hashTransaction } from './events.js';
import { findHead, findTimestamp } from './head.js';
import { serveStats } from './stand-in-stats.js';

/**
 * @typedef {object} EvmOptions
 * @property {import('./head.js').Clock} clock
 * @property {{ key: string, cert: string }} tls
 * @property {number} [port]
 * @property {number} [callMs] The delay of an answer.
 * @property {number} [blockLimit] Blocks of one search.
 * @property {number} [resultLimit] Results of one search.
 * @property {number} [unsettled] How many of the latest blocks may still be replaced.
 * @property {number} [lag] How many blocks it is behind.
 */

/** @type {EvmOptions} */
const {
  clock,
  tls,
  port = 0,
  callMs = 50,
  blockLimit = 10_000,
  resultLimit = 10_000,
  unsettled = 2,
  lag = 0,
} = JSON.parse(process.argv[2] ?? '{}');
const stats = serveStats();
const { listEvents } = createEvents(clock.blocks);
const getHead = () => findHead(clock) - lag;
/** @param {number} number */
const hex = (number) => `0x${number.toString(16)}`;
/** Other than 0 for a block that may be replaced: this node's own, by its head. @param {number} block @param {number} head */
const findFork = (block, head) => (block > head - unsettled ? head * 16 + lag + 1 : 0);

/** @param {unknown} tag @param {number} head */
const readTag = (tag, head) =>
  typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : tag === 'earliest' ? 0 : head;

/** @param {string | undefined} topic @param {string | string[] | null} expected */
const fits = (topic, expected) =>
  expected === null ||
  (topic !== undefined && (Array.isArray(expected) ? expected.includes(topic) : expected === topic));

/** @param {any} filter @param {number} head */
function getLogs({ fromBlock, toBlock, address, topics = [] }, head) {
  const [from, to] = [readTag(fromBlock, head), readTag(toBlock, head)];
  // As QuickNode and Infura word it.
  if (to - from + 1 > blockLimit)
    return {
      error: {
        code: -32602,
        message: `eth_getLogs is limited to a ${blockLimit.toLocaleString('en')} range`,
      },
    };
  const addresses = address === undefined ? Object.values(contracts) : [address].flat();
  const found = addresses
    .flatMap((contract) => listEvents(String(contract).toLowerCase(), from, Math.min(to, head)))
    .filter((log) =>
      topics.every((/** @type {any} */ expected, /** @type {number} */ at) => fits(log.topics[at], expected)),
    );
  if (found.length > resultLimit)
    return { error: { code: -32005, message: `query returned more than ${resultLimit} results` } };
  if (addresses.length > 1) found.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return {
    result: found.map(({ blockNumber, transactionIndex, logIndex, ...log }) => {
      const fork = findFork(blockNumber, head);
      return {
        ...log,
        blockNumber: hex(blockNumber),
        blockHash: hashBlock(blockNumber, fork),
        transactionHash: hashTransaction(blockNumber, transactionIndex, fork),
        transactionIndex: hex(transactionIndex),
        logIndex: hex(logIndex),
        removed: false,
      };
    }),
  };
}

/** @param {unknown} tag @param {number} head */
function getBlock(tag, head) {
  const number = readTag(tag, head);
  if (!(number >= 0 && number <= head)) return { result: null };
  const isLatestOfAll = clock.blockMs === 0 && number === head;
  const seconds = isLatestOfAll ? Math.floor(Date.now() / 1_000) : findTimestamp(clock, number);
  const [hash, parentHash] = [
    hashBlock(number, findFork(number, head)),
    hashBlock(number - 1, findFork(number - 1, head)),
  ];
  return { result: { hash, parentHash, number: hex(number), timestamp: hex(seconds), transactions: [] } };
}

/** @param {any} call */
function answer({ id, method, params = [] }) {
  const head = getHead();
  const end = stats.begin(method);
  /** @returns {object} */
  const run = () => {
    switch (method) {
      case 'eth_chainId':
        return { result: '0x8ae' };
      case 'eth_blockNumber':
        return { result: hex(head) };
      case 'eth_getBlockByNumber':
        return getBlock(params[0], head);
      case 'eth_getLogs':
        return getLogs(params[0], head);
      default:
        return { error: { code: -32601, message: `the method ${method} does not exist/is not available` } };
    }
  };
  return { end, run: () => ({ jsonrpc: '2.0', id, ...run() }) };
}

const server = createServer(tls, (request, response) => {
  const handle = async () => {
    const body = JSON.parse(await text(request));
    const endRequest = stats.begin('requests');
    const calls = [body].flat().map(answer);
    setTimeout(() => {
      const answers = calls.map((call) => {
        const result = call.run();
        call.end('error' in result ? 'refused' : 'answered');
        return result;
      });
      endRequest();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
    }, callMs);
  };
  // A client may go away in the middle of its request.
  handle().catch(() => response.destroy());
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
