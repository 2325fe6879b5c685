import type { SearchedPage } from '../../api/answers.js';
import { Bookmarks } from '../bookmarks.js';
import type { CheckedNode } from '../nodes/health-check.js';
import { type ChosenRange, chooseRange } from './choose-range.js';
import { createEvmClient, type EvmClient, getBlockNumber } from '../nodes/evm-client.js';
import { getLogs } from './get-logs.js';
import type { SearchParams } from './search-params.js';
import { NodeError } from '../nodes/node-error.js';
import type { Nodes } from '../nodes/failover.js';
import type { Log, LogFilter } from './parse-logs.js';
import { createWidth, type LoggedTransaction, searchRange, type SearchWidth } from './search-range.js';

/** What to search for. */
export interface EventSearch extends SearchParams {
  readonly filters: readonly LogFilter[];
  /** Excludes events that match the filters all the same. */
  readonly accepts: (log: Log) => boolean;
  /** Identifies the search, whatever its page and blocks. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A page of a search. */
export interface FoundPage {
  readonly place: SearchedPage;
  readonly transactions: readonly LoggedTransaction[];
}

/** Finds pages of events of a chain, and remembers where pages begin. */
export class PageFinder {
  readonly #nodes: Nodes;
  readonly #maxBlocks: number;
  readonly #marks: Bookmarks<number>;
  /** The range of a search's first page, for clients that request the next pages without it. */
  readonly #ranges: Bookmarks<ChosenRange>;
  readonly #widths = new WeakMap<CheckedNode, SearchWidth>();

  constructor(nodes: Nodes, { maxBlocks, now }: { readonly maxBlocks: number; readonly now: () => number }) {
    this.#nodes = nodes;
    this.#maxBlocks = maxBlocks;
    this.#marks = new Bookmarks(now);
    this.#ranges = new Bookmarks(now);
  }

  /** Finds a page; where a node fails, the next one begins anew. */
  findPage(search: EventSearch): Promise<FoundPage> {
    const { network, signal } = search;
    return this.#nodes.request({ network, kind: 'evm', signal }, async (node, ended) => {
      const client = createEvmClient(node, ended);
      try {
        return await this.#findPageAt(node, client, search);
      } finally {
        client.close();
      }
    });
  }

  async #findPageAt(node: CheckedNode, client: EvmClient, search: EventSearch): Promise<FoundPage> {
    const { page, offset, sort } = search;
    const chosen = await this.#chooseRange(client, search);
    const { range } = chosen;
    if (range === null) return { place: { page, offset, sort, ...chosen, hasMore: false }, transactions: [] };

    const key = JSON.stringify([node.id, search.network, search.key, sort, range]);
    const skip = (page - 1) * offset;
    const mark = this.#marks.findNearest(key, skip);
    const { transactions, ended } = await searchRange({
      range,
      sort,
      skip,
      take: offset,
      from: {
        count: mark?.count ?? 0,
        block: mark?.place ?? (sort === 'asc' ? range.startBlock : range.endBlock),
      },
      getLogs: async (blocks) => {
        const logs = await getLogs(client, search.filters, blocks);
        return logs?.filter(search.accepts) ?? null;
      },
      onEnd: (block, count) => this.#marks.keep(key, count, block),
      width: this.#findWidth(node),
    });
    return { place: { page, offset, sort, ...chosen, hasMore: !ended }, transactions };
  }

  /** The same range for all pages: as requested, else that of the first page up to a minute ago. */
  async #chooseRange(client: EvmClient, search: EventSearch): Promise<ChosenRange> {
    const { network, page, offset, sort, startBlock, endBlock } = search;
    const key = JSON.stringify([network, search.key, sort, offset, startBlock, endBlock]);
    const before = page > 1 ? this.#ranges.findNearest(key, 0)?.place : undefined;
    const latest = await getBlockNumber(client);
    if (before !== undefined) {
      this.#ranges.keep(key, 0, before);
      // A node that is not in sync would leave out events that another one has reported.
      if (latest < (before.range?.endBlock ?? 0)) throw new NodeError('the node is behind the others');
      return before;
    }
    const chosen = chooseRange({ startBlock, endBlock }, { latest, maxBlocks: this.#maxBlocks, sort });
    this.#ranges.keep(key, 0, chosen);
    return chosen;
  }

  #findWidth(node: CheckedNode): SearchWidth {
    const width = this.#widths.get(node) ?? createWidth();
    this.#widths.set(node, width);
    return width;
  }
}
