import type { Entry } from '../../model/entry.js';
import type { RouteParams } from '../../query/request-path.js';
import type { Handler } from '../http/handler.js';
import { AnswerCache } from './answer-cache.js';
import { createHoldersHandler, createHolderSummaryHandler } from './holders/handlers.js';
import { createEventsHandler, createTransfersHandler } from './logs/handlers.js';
import { PageFinder } from './logs/page-finder.js';
import { createNodes } from './nodes/failover.js';

/** How the routes that need nodes are answered. */
export interface ChainHandlersOptions {
  /** The registry's entries; called for each request, so it returns the same array until the files change. */
  readonly loadEntries: () => Promise<readonly Entry[]>;
  /** Allow nodes at loopback, private and other special addresses. */
  readonly allowPrivate: boolean;
  /** Maximum number of blocks of one search. */
  readonly maxBlocks?: number;
  /** How long an answer is repeated, in milliseconds. */
  readonly cacheMs?: number;
  /** Milliseconds of a clock that does not jump; for tests. */
  readonly now?: () => number;
}

/** The routes that need nodes. */
export type ChainRoute = 'accountTransferEvents' | 'transactionsByEvent' | 'holders' | 'holderSummary';

/** The handlers of these routes; `close` ends all that they have under way. */
export interface ChainHandlers {
  readonly handlers: Readonly<Record<ChainRoute, Handler>>;
  close: () => Promise<void>;
}

/** Makes the handlers of the routes that need the nodes of a registry. Connects to none before the first request. */
export function createChainHandlers(options: ChainHandlersOptions): ChainHandlers {
  const { loadEntries, allowPrivate, maxBlocks = 100_000, cacheMs = 10_000 } = options;
  const now = options.now ?? (() => performance.now());
  const nodes = createNodes({ loadEntries, allowPrivate, now });
  const finder = new PageFinder(nodes, { maxBlocks, now });
  const cache = new AnswerCache({ keepMs: cacheMs, now });
  return {
    handlers: {
      accountTransferEvents: cache.wrap('accountTransferEvents', createTransfersHandler(finder), hasOwnRange),
      transactionsByEvent: cache.wrap('transactionsByEvent', createEventsHandler(finder), hasOwnRange),
      holders: cache.wrap('holders', createHoldersHandler(nodes, now)),
      holderSummary: cache.wrap('holderSummary', createHolderSummaryHandler(nodes)),
    },
    close: () => nodes.close(),
  };
}

/** False for a later page without an end block: its range is that of the last first page. */
function hasOwnRange({ page, endBlock }: RouteParams): boolean {
  return page === undefined || page === 1 || endBlock !== undefined;
}
