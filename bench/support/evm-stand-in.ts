// A process with an EVM node of a long chain, over HTTPS: the sandbox's, which makes blocks, searches logs up to a number of blocks, and takes its
// time for each call. Its latest blocks do not last: another block with other hashes replaces each, until it is `unsettled` blocks deep.
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxChain } from '../../src/sandbox/evm-logs.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import {
  type Clock,
  contracts,
  createEvents,
  findHead,
  findTimestamp,
  hashBlock,
  hashTransaction,
} from './events.js';
import { readOptions, sendReady } from './process.js';

interface EvmOptions {
  clock: Clock;
  tls: { key: string; cert: string };
  port?: number;
  /** The delay of an answer. */
  callMs?: number;
  /** Blocks of one search. */
  blockLimit?: number;
  /** How many blocks it is behind. */
  lag?: number;
}
/** What it has been asked, by method. */
export type Stats = { calls: Record<string, number>; mostAtOnce: Record<string, number> };

const { clock, tls, port = 0, callMs = 50, blockLimit = 10_000, lag = 0 } = readOptions<EvmOptions>();

/** How many of the latest blocks may still be replaced. */
const unsettled = 2;
const { listEvents } = createEvents(clock.blocks);
const getHead = () => findHead(clock) - lag;
/** Other than 0 for a block that may be replaced: this node's, by its head. */
const findFork = (block: number, head: number) => (block > head - unsettled ? head * 16 + lag + 1 : 0);

const chain: SandboxChain = {
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

let stats: Stats = { calls: {}, mostAtOnce: {} };
const running: Record<string, number> = {};

/** Counts the calls of a request while it waits. */
async function delay(body: string) {
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
const node = await startEvmNode({
  tls,
  port,
  chain,
  delay,
  chainId: 2_222,
  blockNumber: getHead,
  finalized: () => getHead() - unsettled,
  logLimits: { blocks: blockLimit },
});
sendReady({ port: node.port });
