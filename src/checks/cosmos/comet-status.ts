import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { Problem } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';
import type { NodeAnswers } from '../node/observation.js';
import type { Head } from '../block/stale.js';
import { findCosmjsFault } from './cosmjs-status.js';
import { cosmosFacts, describeCosmosNode, readTxIndex } from './judge.js';
import { readHeight, readText, readTime } from './json.js';

/** What a CometBFT node reports of itself and of its chain, over HTTP or a websocket; all text is untrusted. */
export interface CometStatus {
  /** `node_info.network`; empty if the node names none. */
  readonly chainId: string;
  readonly moniker: string | null;
  /** Of CometBFT, or of the software that the chain runs instead. */
  readonly version: string | null;
  /** Whether it has an index of transactions; null if it does not say. */
  readonly txIndex: boolean | null;
  readonly syncing: boolean | null;
  /** Its height is 0 if the node has no block yet. Null if it answers with none. */
  readonly head: Head | null;
}

/** The facts that only such a node has. */
export const cometFacts = { moniker: null, version: null, ...cosmosFacts };

/** What the statuses of a CometBFT node say of it. Pure. */
export function describeCometNode(
  kind: string,
  statuses: readonly CometStatus[],
  problems: readonly Problem[],
): NodeAnswers {
  const [{ moniker, version, txIndex } = cometFacts] = statuses;
  return describeCosmosNode(kind, {
    chainIds: statuses.map(({ chainId }) => chainId),
    heads: statuses.flatMap(({ head }) => head ?? []),
    syncing: statuses.flatMap(({ syncing }) => syncing ?? []),
    hasNoBlock: statuses.every(({ head }) => head === null),
    problems,
    txIndex,
    facts: { moniker, version },
  });
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
  const { network, moniker, version, other } = node;
  if (typeof network !== 'string') return { reason: '"network" must be a string' };
  const height = readHeight(sync['latest_block_height']);
  if (height === null) return { reason: '"latest_block_height" must be a number' };
  const timeMs = readTime(sync['latest_block_time']);
  if (timeMs === null) return { reason: '"latest_block_time" must be a time' };
  if (typeof sync['catching_up'] !== 'boolean') return { reason: '"catching_up" must be true or false' };
  return {
    chainId: truncate(network),
    moniker: readText(moniker),
    version: readText(version),
    txIndex: readTxIndex(isJsonObject(other) ? other['tx_index'] : null),
    syncing: sync['catching_up'],
    head: { height, timeMs, unit: 'seconds' },
    // A node without a block has no hashes yet.
    deviation: height === 0 ? null : findCosmjsFault(value),
  };
}
