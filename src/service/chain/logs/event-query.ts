import type { EvmClient } from '../nodes/evm-client.js';
import { type Blocks, getLogs, type LogsOutcome } from './get-logs.js';
import { type Log, type LogFilter, matchesFilter } from './parse-logs.js';

/** Which events to search for. */
export interface EventFilters {
  /** An event is one of those if it matches any of these filters; each costs a call. */
  readonly filters: readonly LogFilter[];
  /** One filter that all of them match, and others too; null where there is a single one anyway. */
  readonly broad: LogFilter | null;
  /** Tells it from others with the same filters. */
  readonly name: string;
  /** Excludes events that match the filters all the same. */
  readonly accepts: (log: Log) => boolean;
}

/** What is known of the contract that is searched. */
export interface QueryHint {
  /** True where the broad filter finds too much. */
  isBusy: boolean;
  /** A number of blocks with few enough events. */
  mostBlocks: number;
}

/** Events of a broad answer from which on two calls that find only the right ones are less work. */
const manyLogs = 1_000;

/**
 * Asks a node for events: by one broad filter first, of whose events the right ones are chosen here, since most contracts are quiet and a call
 * costs more than its events; by the exact filters where a contract is busy.
 */
export class EventQuery {
  readonly #filters: EventFilters;
  readonly #hint: QueryHint;
  readonly #client: EvmClient;

  /** @param hint kept by the caller: what this query learns is for the next ones too */
  constructor(filters: EventFilters, hint: QueryHint, client: EvmClient) {
    this.#filters = filters;
    this.#hint = hint;
    this.#client = client;
  }

  /** Gets the right events of some blocks, oldest first, as `getLogs` does. */
  async getLogs(blocks: Blocks): Promise<LogsOutcome> {
    const outcome = await this.#ask(blocks);
    const count = blocks.to - blocks.from + 1;
    if (outcome.kind === 'too-much') this.#hint.mostBlocks = Math.ceil(count / 2);
    if (outcome.kind !== 'logs') return outcome;
    if (outcome.logs.length < manyLogs && count >= this.#hint.mostBlocks) this.#hint.mostBlocks = count * 2;
    return { ...outcome, logs: outcome.logs.filter(this.#filters.accepts) };
  }

  async #ask(blocks: Blocks): Promise<LogsOutcome> {
    const { filters, broad } = this.#filters;
    if (broad !== null && !this.#hint.isBusy) {
      const outcome = await getLogs(this.#client, [broad], blocks);
      this.#hint.isBusy =
        outcome.kind === 'too-much' || (outcome.kind === 'logs' && outcome.logs.length > manyLogs);
      if (outcome.kind === 'logs')
        return {
          ...outcome,
          logs: outcome.logs.filter((log) => filters.some((filter) => matchesFilter(log, filter))),
        };
      if (outcome.kind !== 'too-much') return outcome;
    }
    return getLogs(this.#client, filters, blocks);
  }
}
