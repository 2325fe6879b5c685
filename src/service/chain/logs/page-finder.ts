import { aborted, raceAbort } from '../../../net/abort.js';
import type { SearchedPage, TransactionPlace } from '../../api/answers.js';
import { ServiceProblem } from '../../http/service-problem.js';
import { Bookmarks } from '../bookmarks.js';
import { BoundedMap } from '../bounded-map.js';
import { createEvmClient, type EvmClient } from '../nodes/evm-client.js';
import type { Nodes } from '../nodes/failover.js';
import type { CheckedNode } from '../nodes/health-check.js';
import { isOutvoted, readLatestBlock } from '../nodes/latest-block.js';
import { requestRefused } from '../nodes/node-error.js';
import { BlockTimes } from './block-times.js';
import { findHead } from './find-head.js';
import { nodeIsBehind } from './get-logs.js';
import { EventQuery, type QueryHint } from './event-query.js';
import { NodeLimits } from './node-limits.js';
import type { LoggedTransaction } from './page-collector.js';
import { HeldSize, readChunks } from './read-chunks.js';
import { type EventSearch, SearchRun } from './search-run.js';
import {
  findStart,
  formatPosition,
  isAtEnd,
  parsePosition,
  pinRange,
  type SearchPosition,
} from './search-position.js';

/** A transaction of a page. */
export type FoundTransaction = LoggedTransaction & Pick<TransactionPlace, 'timestamp'>;

/** A page of a search. */
export interface FoundPage {
  readonly place: SearchedPage;
  readonly transactions: readonly FoundTransaction[];
}

/** How pages are searched. */
export interface PageFinderOptions {
  /** Maximum number of blocks that one request searches. */
  readonly maxBlocks: number;
  /** Blocks at the head that are left out, since they may be replaced. */
  readonly confirmations: number;
  /** How long one request searches, if what was found until then is an answer. */
  readonly searchMs: number;
  /** How long blocks are looked up for their times. */
  readonly timesMs: number;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
}

/** Nodes and contracts of which something is remembered. */
const maxRemembered = 10_000;
/** Blocks at the head that some of several nodes behind one address may not have yet. */
const lagBlocks = 20;

/** A node that is asked, and what is known of it. */
interface AskedNode {
  readonly client: EvmClient;
  readonly node: CheckedNode;
  readonly limits: NodeLimits;
}

/** Finds pages of events of a chain: any instance goes on from a cursor, and this one remembers for a minute where pages end. */
export class PageFinder {
  readonly #nodes: Nodes;
  readonly #options: PageFinderOptions;
  readonly #marks: Bookmarks<SearchPosition>;
  readonly #limits = new BoundedMap<string, NodeLimits>(maxRemembered);
  readonly #hints = new BoundedMap<string, QueryHint>(maxRemembered);
  readonly #times: BlockTimes;
  readonly #ahead = new BoundedMap<string, HeldSize>(maxRemembered);

  constructor(nodes: Nodes, options: PageFinderOptions) {
    this.#nodes = nodes;
    this.#options = options;
    this.#marks = new Bookmarks(options.now);
    this.#times = new BlockTimes(options.timesMs);
  }

  /**
   * Finds a page. Where a node fails, the next one goes on from what was found. On the first page or with a cursor, what was found is an answer once
   * the window or the time is over.
   */
  async findPage(search: EventSearch): Promise<FoundPage> {
    const { page, offset, sort, network, signal, owner, position, createCursor } = search;
    const run = this.#begin(search);
    const timer = setTimeout(() => run.end(), this.#options.searchMs);
    try {
      await this.#nodes.request({ network, kind: 'evm', signal, owner }, async (node, request) => {
        if (isOutvoted(node, request.nodes))
          throw requestRefused('the node contradicts others about the latest block');
        const client = createEvmClient(node, request);
        const limits = this.#findLimits(`${network} ${node.id}`);
        try {
          await this.#search({ client, node, limits }, run);
          await this.#times.lookUp(run.collector?.transactions ?? [], { client, limits });
        } finally {
          client.close();
        }
      });
    } catch (error) {
      // The nodes failed: what was found before is right.
      const isAnswer = run.mayBeShort && run.hasProgress && !signal.aborted;
      if (!isAnswer || !(error instanceof ServiceProblem) || error.status < 500) throw error;
    } finally {
      clearTimeout(timer);
      if (position === null) this.#remember(run);
    }
    const { collector } = run;
    const end = collector?.position ?? null;
    const range = end?.range ?? null;
    const next = end === null || isAtEnd(end) ? null : createCursor(formatPosition(end));
    const transactions = collector?.transactions ?? [];
    return {
      place: { page, offset, sort, range, next },
      transactions: transactions.map((transaction) => ({
        ...transaction,
        timestamp: this.#times.get(transaction),
      })),
    };
  }

  /** Where to start: the cursor's place, else that of a page that was found before. */
  #begin(search: EventSearch): SearchRun {
    const { network, sort, offset, page, startBlock, endBlock, events, position } = search;
    const key = JSON.stringify([network, events.name, events.filters, sort, offset, startBlock, endBlock]);
    const skip = position === null ? (page - 1) * offset : 0;
    const run = new SearchRun(search, { key, skip, maxBlocks: this.#options.maxBlocks });
    const mark = page > 1 ? this.#marks.findNearest(key, skip) : null;
    if (position !== null) run.continueFrom(parsePosition(position, search), 0);
    else if (mark !== null) run.continueFrom(mark.place, mark.count);
    // A new first page is of a new range, and so are the pages after it.
    else this.#marks.forget(key);
    return run;
  }

  async #search(asked: AskedNode, run: SearchRun): Promise<void> {
    const { client, limits } = asked;
    const { search } = run;
    if (run.stop.aborted) return;
    if (!this.#isKnownToHave(asked, run)) {
      const head = await raceAbort(findHead(client, asked.node), run.stop);
      if (head === aborted) return;
      const end = head - this.#options.confirmations;
      if (!run.isPinned) {
        const range = pinRange(search, end);
        if (range === null) return;
        run.pin(findStart(range, search.sort));
      }
      // Its latest blocks may be replaced, however long others have had those of the range.
      if (end < (run.collector?.position.range.endBlock ?? 0)) throw nodeIsBehind();
    }
    const { collector } = run;
    if (collector === null) return;
    const hint = this.#findHint(search);
    const query = new EventQuery(search.events, hint, client);
    collector.expectMuch(hint.mostBlocks);
    const chunks = readChunks({
      ...run.chooseBlocks(collector),
      ...{ sort: search.sort, limits, ahead: this.#findAhead(search.network), stop: run.stop },
      estimateBlocks: () => collector.estimateBlocks(),
      getLogs: async (part) => {
        run.countCall();
        const outcome = await query.getLogs(part);
        if (outcome.kind === 'too-much') collector.expectMuch(hint.mostBlocks);
        return outcome;
      },
    });
    for await (const chunk of chunks) {
      collector.add(chunk.blocks, chunk.logs);
      if (collector.isDone || run.isOver) return;
    }
  }

  /** Whether a node has long had all blocks that a request still searches: then it has not to show how far its chain reaches. */
  #isKnownToHave({ node }: AskedNode, run: SearchRun): boolean {
    const { collector } = run;
    const latest = readLatestBlock(node);
    if (collector === null || !run.isPinned || latest === null) return false;
    return run.chooseBlocks(collector).blocks.to <= latest.number - this.#options.confirmations - lagBlocks;
  }

  /** Keeps where the page ended, or how far the search came, unless another first page has pinned another range meanwhile. */
  #remember({ key, collector }: SearchRun): void {
    if (collector === null) return;
    const { range } = collector.position;
    const pinned = this.#marks.findNearest(key, 0)?.place.range ?? range;
    if (pinned.endBlock !== range.endBlock) return;
    for (const { count, position } of collector.listMarks()) this.#marks.keep(key, count, position);
  }

  #findAhead(network: string): HeldSize {
    const ahead = this.#ahead.get(network) ?? new HeldSize();
    this.#ahead.set(network, ahead);
    return ahead;
  }

  #findLimits(key: string): NodeLimits {
    const limits = this.#limits.get(key) ?? new NodeLimits();
    this.#limits.set(key, limits);
    return limits;
  }

  #findHint({ network, events }: EventSearch): QueryHint {
    const key = JSON.stringify([network, events.filters]);
    const hint = this.#hints.get(key) ?? { isBusy: false, mostBlocks: Infinity };
    this.#hints.set(key, hint);
    return hint;
  }
}
