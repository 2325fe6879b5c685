// A process with an EVM node of a long chain, over HTTPS: the sandbox's, which makes blocks, searches logs up to a number of blocks, and takes its
// time for each call. Its latest blocks do not last: another block with other hashes replaces each, until it is `unsettled` blocks deep.
import { setTimeout as pause } from 'node:timers/promises';
import { importTypeScript } from '../../scripts/import-typescript.js';
import { contracts, createEvents, hashBlock, hashTransaction } from './events.js';
import { findHead, findTimestamp } from './head.js';

/**
 * @typedef {object} EvmOptions
 * @property {import('./head.js').Clock} clock
 * @property {{ key: string, cert: string }} tls
 * @property {number} [port]
 * @property {number} [callMs] The delay of an answer.
 * @property {number} [blockLimit] Blocks of one search.
 * @property {number} [lag] How many blocks it is behind.
 */
/** What it has been asked, by method. @typedef {{ calls: Record<string, number>, mostAtOnce: Record<string, number> }} Stats */

/** @type {EvmOptions} */
const {
  clock,
  tls,
  port = 0,
  callMs = 50,
  blockLimit = 10_000,
  lag = 0,
} = JSON.parse(process.argv[2] ?? '{}');
/** @type {typeof import('../../src/sandbox/evm-node.js')} */
const { startEvmNode } = await importTypeScript('src/sandbox/evm-node.ts');

/** How many of the latest blocks may still be replaced. */
const unsettled = 2;
const { listEvents } = createEvents(clock.blocks);
const getHead = () => findHead(clock) - lag;
/** Other than 0 for a block that may be replaced: this node's, by its head. @param {number} block @param {number} head */
const findFork = (block, head) => (block > head - unsettled ? head * 16 + lag + 1 : 0);

/** @type {import('../../src/sandbox/evm-logs.js').SandboxChain} */
const chain = {
  describeBlock: (number, head) => ({
    hash: hashBlock(number, findFork(number, head)),
    timestamp: findTimestamp(clock, number),
  }),
  listLogs: (address, from, to, head) =>
    (address === null ? Object.values(contracts) : [address])
      .flatMap((contract) => listEvents(contract, from, to))
      .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
      .map((log) => {
        const fork = findFork(log.blockNumber, head);
        return { ...log, transactionHash: hashTransaction(log.blockNumber, log.transactionIndex, fork) };
      }),
};

/** @type {Stats} */
let stats = { calls: {}, mostAtOnce: {} };
/** @type {Record<string, number>} */
const running = {};

/** Counts the calls of a request while it waits. @param {string} body */
async function delay(body) {
  const methods = [JSON.parse(body)].flat().map(({ method }) => String(method));
  for (const method of methods) {
    running[method] = (running[method] ?? 0) + 1;
    stats.calls[method] = (stats.calls[method] ?? 0) + 1;
    stats.mostAtOnce[method] = Math.max(stats.mostAtOnce[method] ?? 0, running[method]);
  }
  await pause(callMs);
  for (const method of methods) running[method] = (running[method] ?? 1) - 1;
}

// A message asks for what came since the one before.
process.on('message', () => {
  process.send?.(stats);
  stats = { calls: {}, mostAtOnce: {} };
});
// The parent may exit without a message.
process.on('disconnect', () => process.exit());
const node = await startEvmNode({
  ...{ tls, port, chain, delay },
  chainId: 2_222,
  blockNumber: getHead,
  finalized: () => getHead() - unsettled,
  logLimits: { blocks: blockLimit },
});
process.send?.({ port: node.port });
