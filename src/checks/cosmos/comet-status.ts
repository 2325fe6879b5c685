import { isJsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/truncate.js';
import { findCosmjsFault } from './cosmjs-status.js';
import { readHeight, readText, readTime } from './json.js';

/** What a CometBFT node reports about itself, over HTTP or a websocket. */
export interface CometStatus {
  /** `node_info.network`; empty if the node names none. */
  readonly chainId: string;
  readonly moniker: string | null;
  readonly version: string | null;
  /** A string if it is beyond 2^53, so that it is not rounded. */
  readonly blockHeight: number | string;
  /** Milliseconds since the epoch. */
  readonly blockTimeMs: number;
  readonly syncing: boolean;
}

/** A status that was read. */
export interface CometReading extends CometStatus {
  /** The field that CosmJS cannot read, null if it reads all. */
  readonly deviation: string | null;
}

/**
 * Reads the result of `status` (https://docs.cometbft.com/v0.38/rpc/#/Info/status), or the reason why it is invalid. The numbers of CometBFT
 * are strings (its `libs/json`); forks send plain ones.
 */
export function readCometStatus(value: JsonValue): CometReading | { readonly reason: string } {
  if (!isJsonObject(value)) return { reason: 'expected an object' };
  const { node_info: node, sync_info: sync } = value;
  if (!isJsonObject(node)) return { reason: '"node_info" must be an object' };
  if (!isJsonObject(sync)) return { reason: '"sync_info" must be an object' };
  const { network, moniker, version } = node;
  if (typeof network !== 'string') return { reason: '"network" must be a string' };
  const blockHeight = readHeight(sync['latest_block_height']);
  if (blockHeight === null) return { reason: '"latest_block_height" must be a number' };
  const blockTimeMs = readTime(sync['latest_block_time']);
  if (blockTimeMs === null) return { reason: '"latest_block_time" must be a time' };
  if (typeof sync['catching_up'] !== 'boolean') return { reason: '"catching_up" must be true or false' };
  return {
    chainId: truncate(network),
    moniker: readText(moniker),
    version: readText(version),
    blockHeight,
    blockTimeMs,
    syncing: sync['catching_up'],
    // A node without a block has no hashes yet.
    deviation: blockHeight === 0 ? null : findCosmjsFault(value),
  };
}
