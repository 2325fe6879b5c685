import type { Problem } from '../../model/rule.js';
import { classifyHeightRefusal, parseLowestHeight } from '../../net/grpc/height.js';
import { type Archive, unproved, unprovedBy } from '../node/archive.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { readLowestState } from '../../net/grpc/node-status.js';
import type { FailedOutcome } from '../http/outcome.js';
import { readHeight } from './json.js';

/** The outcome of a request: what it proves, or a refusal in the node's words, or why it proves nothing. */
export type ArchiveAnswer<Proof> = Proof | { readonly refusal: string } | { readonly problem: Problem };

/** The lowest height with state; null if the node does not say. */
export interface LowestState {
  readonly lowest: number | null;
}

/** How a kind asks for what an archive has. */
export interface ArchiveCalls {
  /** Whether the chain begins with the block of a height. */
  readonly getBlock: (height: number) => Promise<ArchiveAnswer<{ readonly isFirst: boolean }>>;
  /**
   * The lowest height with state, which nodes since Cosmos SDK 0.50 report as `earliest_store_height` of `cosmos.base.node.v1beta1.Service/Status`.
   */
  readonly getLowestState: () => Promise<ArchiveAnswer<LowestState>>;
  /** Anything of the state of a height. */
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

/** A query of CometBFT for `cosmos.base.node.v1beta1.Service/Status`, and one for state of a height. */
export const statusQuery = '/cosmos.base.node.v1beta1.Service/Status';
export const stateQuery = '/cosmos.bank.v1beta1.Query/Params';

/** The outcome of a request for JSON. */
export type JsonOutcome = { readonly kind: 'result'; readonly value: JsonObject } | FailedOutcome<Problem>;

/** Reads the block of a height, in the form of CometBFT or of the REST API. */
export function readArchiveBlock(
  outcome: JsonOutcome,
  height: number,
): ArchiveAnswer<{ readonly isFirst: boolean }> {
  if (outcome.kind === 'problem') return readArchiveRefusal(outcome);
  const { block, sdk_block: sdkBlock } = outcome.value;
  const header = readField(sdkBlock ?? block, 'header');
  if (!isJsonObject(header)) return unread(`block ${height} is answered without a block`);
  // A proxy may drop the height, so that the newest block is answered.
  return readHeight(header['height']) === height
    ? { isFirst: (readField(header['last_block_id'], 'hash') ?? '') === '' }
    : unread(`block ${height} is answered with another one`);
}

/** The answer to an `abci_query` of state (https://docs.cometbft.com/v0.38/rpc/#/ABCI/abci_query). */
export function readStateQuery(outcome: JsonOutcome): ArchiveAnswer<{ readonly hasState: true }> {
  if (outcome.kind === 'problem') return readArchiveRefusal(outcome);
  const { response } = outcome.value;
  const { code = 0, log } = isJsonObject(response) ? response : {};
  return code === 0 ? { hasState: true } : { refusal: typeof log === 'string' ? log : '' };
}

/** The lowest height with state, of the answer to such a query. */
export function readStatusQuery(outcome: JsonOutcome): ArchiveAnswer<LowestState> {
  if (outcome.kind === 'problem') return outcome;
  const value = readField(outcome.value['response'], 'value');
  return { lowest: typeof value === 'string' ? readLowestState(Buffer.from(value, 'base64')) : null };
}

/** Whether a search for transactions was answered. */
export function readTxSearch(outcome: JsonOutcome): ArchiveAnswer<{ readonly isIndexed: true }> {
  return outcome.kind === 'problem' ? readArchiveRefusal(outcome) : { isIndexed: true };
}

/** A node refuses in its own words; any other problem is none of the node. */
export function readArchiveRefusal({ problem }: FailedOutcome<Problem>): ArchiveAnswer<never> {
  const { detail, details } = problem.data;
  if (problem.code.endsWith('/rpc-error') && typeof detail === 'string') return { refusal: detail };
  const isNodes = problem.code.endsWith('/node-error') && typeof details === 'string';
  return isNodes ? { refusal: details } : { problem };
}

function unread(detail: string): ArchiveAnswer<never> {
  return { problem: { code: 'archive', data: { detail } } };
}

function readField(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
