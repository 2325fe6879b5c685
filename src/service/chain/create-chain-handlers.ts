import type { Entry } from '../../model/entry.js';
import type { RouteParams } from '../../query/request-path.js';
import type { Handler } from '../http/handler.js';
import { AnswerCache } from './answer-cache.js';
import { createHoldersHandler, createHolderSummaryHandler } from './holders/handlers.js';
import { createEventsHandler, createTransfersHandler } from './logs/handlers.js';
import { LogSearcher } from './logs/page-finder.js';
import { createNodes } from './nodes/failover.js';

/** How the routes that ask nodes are answered. */
export interface ChainHandlersOptions {
  /** The registry's entries; called for each request, so that whoever gives them keeps them until the files change. */
  readonly loadEntries: () => Promise<readonly Entry[]>;
  /** Let loopback, private and other special addresses through. */
  readonly allowPrivate: boolean;
  /** The most blocks that one search goes through. */
  readonly maxBlocks?: number;
  /** How long an answer may be given again. */
  readonly cacheMs?: number;
  /** Milliseconds of a clock that does not jump; for tests. */
  readonly now?: () => number;
}

/** The routes that ask nodes. */
export type ChainRoute = 'accountTransferEvents' | 'transactionsByEvent' | 'holders' | 'holderSummary';

/** The handlers of these routes, and the end of all that they have under way. */
export interface ChainHandlers {
  readonly handlers: Readonly<Record<ChainRoute, Handler>>;
  close: () => Promise<void>;
}

/** Makes the handlers of the routes that ask the nodes of a registry. Nothing is dialled before the first request. */
export function createChainHandlers(options: ChainHandlersOptions): ChainHandlers {
  const { loadEntries, allowPrivate, maxBlocks = 100_000, cacheMs = 10_000 } = options;
  const now = options.now ?? (() => performance.now());
  const nodes = createNodes({ loadEntries, allowPrivate, now });
  const searcher = new LogSearcher(nodes, { maxBlocks, now });
  const cache = new AnswerCache({ keepMs: cacheMs, now });
  return {
    handlers: {
      accountTransferEvents: cache.wrap(
        'accountTransferEvents',
        createTransfersHandler(searcher),
        hasOwnRange,
      ),
      transactionsByEvent: cache.wrap('transactionsByEvent', createEventsHandler(searcher), hasOwnRange),
      holders: cache.wrap('holders', createHoldersHandler(nodes, now)),
      holderSummary: cache.wrap('holderSummary', createHolderSummaryHandler(nodes)),
    },
    close: () => nodes.close(),
  };
}

/** A later page without an end of its own belongs to the first page that was given last. */
function hasOwnRange({ page, endBlock }: RouteParams): boolean {
  return page === undefined || page === 1 || endBlock !== undefined;
}
