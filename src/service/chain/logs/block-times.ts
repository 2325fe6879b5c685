import { aborted, waitAtMost } from '../../../net/abort.js';
import { isJsonObject, type JsonValue } from '../../../model/json.js';
import { BoundedMap } from '../../bounded-map.js';
import type { EvmClient } from '../nodes/evm-client.js';
import { formatQuantity } from './get-logs.js';
import type { NodeLimits } from './node-limits.js';
import type { TransactionPlace } from '../../api/answers.js';
import { type Log, parseBlockTime } from './parse-logs.js';

/** A transaction and its events, in the order in which they were logged. */
export type LoggedTransaction = Omit<TransactionPlace, 'timestamp'> & { readonly logs: readonly Log[] };

/** Blocks that are known, of all chains. */
const maxKnown = 20_000;
/** Blocks that are looked up for one answer, and together: nodes that take batches take so many. */
const maxLookups = 1_000;
const batchSize = 20;
const maxParallel = 4;

/** The place of a block. */
type Block = Pick<LoggedTransaction, 'blockNumber' | 'blockHash'>;

/** Knows when blocks were made: from their events, from earlier answers, or from a node. */
export class BlockTimes {
  /** Seconds since 1970 by the block's hash, which no other chain has. */
  readonly #known = new BoundedMap<string, number>(maxKnown);
  readonly #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** The time of a transaction's block in ISO 8601; null if it is not known. */
  get({ blockHash, logs }: LoggedTransaction): string | null {
    const seconds = logs.find(({ blockTime }) => blockTime !== null)?.blockTime ?? this.#known.get(blockHash);
    return seconds === undefined ? null : new Date(seconds * 1_000).toISOString();
  }

  /** The times that were looked up for transactions, by block. */
  list(
    transactions: readonly LoggedTransaction[],
  ): readonly (readonly [block: number, hash: string, time: number])[] {
    return transactions.flatMap(({ blockNumber, blockHash }) => {
      const seconds = this.#known.get(blockHash);
      return seconds === undefined ? [] : [[blockNumber, blockHash, seconds] as const];
    });
  }

  /** Looks up the blocks whose time is not known, as many as the node gives in time. Never fails: times are no reason to withhold an answer. */
  async lookUp(
    transactions: readonly LoggedTransaction[],
    { client, limits }: { readonly client: EvmClient; readonly limits: NodeLimits },
  ): Promise<void> {
    const unknown = transactions.filter((transaction) => this.get(transaction) === null);
    const blocks = [...new Map(unknown.map((block) => [block.blockHash, block])).values()].slice(
      0,
      maxLookups,
    );
    if (blocks.length === 0) return;
    const batches = Array.from({ length: Math.ceil(blocks.length / batchSize) }, (_, at) =>
      blocks.slice(at * batchSize, (at + 1) * batchSize),
    );
    let isOver = false;
    const work = async () => {
      for (let batch = batches.shift(); batch !== undefined && !isOver; batch = batches.shift())
        await this.#lookUpBatch(batch, { client, limits }, () => isOver);
    };
    const workers = Array.from({ length: Math.min(maxParallel, limits.parallel) }, work);
    const outcome = await waitAtMost(Promise.allSettled(workers), this.#limitMs);
    isOver = outcome === aborted;
  }

  async #lookUpBatch(
    blocks: readonly Block[],
    { client, limits }: { readonly client: EvmClient; readonly limits: NodeLimits },
    isOver: () => boolean,
  ): Promise<void> {
    const method = 'eth_getBlockByNumber';
    const formatParams = ({ blockNumber }: Block) => [formatQuantity(blockNumber), false];
    if (limits.takesBatches && blocks.length > 1) {
      const results = await client.callTogether(method, blocks.map(formatParams));
      if (results !== null) {
        blocks.forEach((block, at) => this.#keep(block, results[at]));
        return;
      }
      limits.takesBatches = false;
    }
    for (const block of blocks) {
      if (isOver()) return;
      const outcome = await client.call(method, formatParams(block));
      // A node that refuses one call is spared the others.
      if (outcome.kind === 'problem') return;
      this.#keep(block, outcome.result);
    }
  }

  /** Keeps the time of a block, if it is the block of the event: the node may see another one there by now. */
  #keep({ blockHash }: Block, result: JsonValue | undefined): void {
    if (!isJsonObject(result) || typeof result['hash'] !== 'string') return;
    const seconds = parseBlockTime(result['timestamp']);
    if (seconds !== null && result['hash'].toLowerCase() === blockHash) this.#known.set(blockHash, seconds);
  }
}
