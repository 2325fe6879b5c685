import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { Problem } from '../../model/rule.js';
import { classifyHeightRefusal, parseLowestHeight } from '../../net/words.js';
import type { FailedOutcome } from '../http/outcome.js';
import { type Archive, unproved, unprovedBy } from '../node/observation.js';
import { readHeight } from './judge.js';

/** The outcome of a request: what it proves, or a refusal in the node's words, or why it proves nothing. */
export type ArchiveAnswer<Proof> = Proof | { readonly refusal: string } | { readonly problem: Problem };

export interface ArchiveCalls {
  /** Whether the chain begins with the block of a height. */
  readonly getBlock: (height: number) => Promise<ArchiveAnswer<{ readonly isFirst: boolean }>>;
  /** The lowest height with state, which nodes since Cosmos SDK 0.50 report in their status; null if the node does not say. */
  readonly getLowestState: () => Promise<ArchiveAnswer<{ readonly lowest: number | null }>>;
  readonly getState: (height: number) => Promise<ArchiveAnswer<{ readonly hasState: true }>>;
}

/**
 * Requests block 1 and its state. A chain that continues an older one begins at a later height: a node names its lowest height, and the first block
 * of a chain has none before it. `earliest_block_height` of the status may be wrong, so it is not read.
 */
export async function searchCosmosArchive(calls: ArchiveCalls): Promise<Archive> {
  const firstHeight = await findFirst(calls);
  if (typeof firstHeight !== 'number') return firstHeight;
  const status = await calls.getLowestState();
  const lowest = 'lowest' in status ? status.lowest : null;
  if (lowest !== null && lowest > firstHeight) return { kind: 'pruned', of: 'state', lowest };
  // A node that was pruned before the Cosmos SDK noted its lowest height reports 1 (cosmos/cosmos-sdk#25647).
  const state = await calls.getState(firstHeight);
  if ('refusal' in state && classifyHeightRefusal({ details: state.refusal }) === 'gone')
    return { kind: 'pruned', of: 'state', lowest: null };
  // Where the query proves nothing, the report does.
  if ('hasState' in state || lowest !== null) return { kind: 'whole' };
  return 'problem' in state
    ? unprovedBy(state.problem)
    : unproved(`the state of block ${firstHeight} is refused`);
}

/** The height of the first block of the chain, if the node has it. */
async function findFirst({ getBlock }: ArchiveCalls): Promise<number | Archive> {
  const block = await getBlock(1);
  if ('isFirst' in block) return 1;
  if ('problem' in block) return unprovedBy(block.problem);
  const lowest = parseLowestHeight(block.refusal);
  if (lowest === null) return unproved('block 1 is refused');
  const lowestBlock = await getBlock(lowest);
  if ('problem' in lowestBlock) return unprovedBy(lowestBlock.problem);
  if ('refusal' in lowestBlock) {
    // The node has removed its lowest block since.
    const later = parseLowestHeight(lowestBlock.refusal);
    return later !== null && later > lowest
      ? { kind: 'pruned', of: 'blocks', lowest: later }
      : unproved(`block ${lowest} is refused`);
  }
  return lowestBlock.isFirst ? lowest : { kind: 'pruned', of: 'blocks', lowest };
}

export type JsonOutcome = { readonly kind: 'result'; readonly value: JsonObject } | FailedOutcome<Problem>;

export function readArchiveBlock(
  outcome: JsonOutcome,
  height: number,
): ArchiveAnswer<{ readonly isFirst: boolean }> {
  if (outcome.kind === 'problem') return readArchiveRefusal(outcome);
  const { block, sdk_block: sdkBlock } = outcome.value;
  const header = readField(sdkBlock ?? block, 'header');
  // A proxy may drop the height, so that the newest block is answered.
  if (isJsonObject(header) && readHeight(header['height']) === height)
    return { isFirst: (readField(header['last_block_id'], 'hash') ?? '') === '' };
  const fault = isJsonObject(header) ? 'with another one' : 'without a block';
  return { problem: { code: 'archive', data: { detail: `block ${height} is answered ${fault}` } } };
}

export function prove<Proof>(outcome: JsonOutcome, proof: Proof): ArchiveAnswer<Proof> {
  return outcome.kind === 'problem' ? readArchiveRefusal(outcome) : proof;
}

/** A node refuses in its own words; any other problem is none of the node. */
export function readArchiveRefusal({ problem }: FailedOutcome<Problem>): ArchiveAnswer<never> {
  const { detail, details } = problem.data;
  if (problem.code.endsWith('/rpc-error') && typeof detail === 'string') return { refusal: detail };
  const isNodes = problem.code.endsWith('/node-error') && typeof details === 'string';
  return isNodes ? { refusal: details } : { problem };
}

export function readField(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
