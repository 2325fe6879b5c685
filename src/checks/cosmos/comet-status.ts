import { isJsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/truncate.js';
import { findCosmjsFault } from './cosmjs-status.js';
import { cosmosFacts, type CosmosReading, readTxIndex } from './judge.js';
import { readHeight, readText, readTime } from './json.js';

export const cometFacts = { moniker: null, version: null, ...cosmosFacts };

/** What a CometBFT node reports, and how not every client can read it: null if all can. */
export interface CometReading extends CosmosReading {
  readonly deviation: string | null;
}

/** The result of `status` (https://docs.cometbft.com/v0.38/rpc/#/Info/status), or why it is invalid. Forks send plain numbers. */
export function readCometStatus(value: JsonValue): CometReading | { readonly reason: string } {
  if (!isJsonObject(value)) return { reason: 'expected an object' };
  const { node_info: node, sync_info: sync } = value;
  if (!isJsonObject(node)) return { reason: '"node_info" must be an object' };
  if (!isJsonObject(sync)) return { reason: '"sync_info" must be an object' };
  const { network, moniker, version, other } = node;
  if (typeof network !== 'string') return { reason: '"network" must be a string' };
  const height = readHeight(sync['latest_block_height']);
  if (height === null) return { reason: '"latest_block_height" must be a number' };
  const timeMs = readTime(sync['latest_block_time']);
  if (timeMs === null) return { reason: '"latest_block_time" must be a time' };
  if (typeof sync['catching_up'] !== 'boolean') return { reason: '"catching_up" must be true or false' };
  return {
    chainId: truncate(network),
    facts: { moniker: readText(moniker), version: readText(version) },
    txIndex: readTxIndex(isJsonObject(other) ? other['tx_index'] : null),
    syncing: sync['catching_up'],
    head: { height, timeMs, unit: 'seconds' },
    // A node without a block has no hashes yet.
    deviation: height === 0 ? null : findCosmjsFault(value),
  };
}
