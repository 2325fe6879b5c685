import type {
  TransactionsByEventPage,
  TransferEvent,
  TransferEventsPage,
} from '../../../client/answers.generated.js';
import type { RouteParams } from '../../../client/params.js';
import type { Handler } from '../../http/answer-route.js';
import { serve } from '../shared-answers.js';
import { tokenTypes } from '../../../client/route.js';
import { createEventFilter, createTransferFilter, decodeTransfer } from './event-filter.js';
import type { PageFinder } from './page-finder.js';
import { readSearchParams } from './search.js';

/** The handlers of the routes that search events, whose answers are kept for some milliseconds. */
export function createEventHandlers(finder: PageFinder, cacheMs: number) {
  const keepRange = (params: RouteParams) => (hasOwnRange(params) ? cacheMs : 0);
  return {
    accountTransferEvents: serve(createTransfersHandler(finder), keepRange),
    transactionsByEvent: serve(createEventsHandler(finder), keepRange),
  };
}

function createTransfersHandler(finder: PageFinder): Handler<TransferEventsPage> {
  return async (params, context) => {
    const search = readSearchParams(params);
    const address = String(params['address']).toLowerCase();
    const contractAddress = String(params['contractAddress']).toLowerCase();
    const tokenType = tokenTypes.find((type) => type === params['tokenType']) ?? 'ERC20';
    const { network } = search;
    const filter = createTransferFilter(network, tokenType, contractAddress);
    const page = await finder.findPage({ ...search, ...context, filter, account: address });
    return {
      network,
      address,
      contractAddress,
      tokenType,
      ...page.place,
      transactions: page.transactions.map(({ logs, ...place }) => {
        const transfers = logs.map((log) => decodeTransfer(tokenType, log));
        return { ...place, transfers: transfers.filter((each): each is TransferEvent => each !== null) };
      }),
    };
  };
}

function createEventsHandler(finder: PageFinder): Handler<TransactionsByEventPage> {
  return async (params, context) => {
    const search = readSearchParams(params);
    const { address, topics } = params;
    const listed: readonly unknown[] = typeof topics === 'string' ? topics.split(',') : [topics ?? []].flat();
    // In any order they are one filter.
    const sorted = [...new Set(listed.map((topic) => String(topic).toLowerCase()))].sort();
    const filter = createEventFilter(search.network, {
      ...(typeof address === 'string' ? { address: address.toLowerCase() } : {}),
      topics: topics === undefined ? [] : [sorted],
    });
    const page = await finder.findPage({ ...search, ...context, filter, account: null });
    return {
      network: search.network,
      ...page.place,
      transactions: page.transactions.map(({ logs, ...place }) => ({
        ...place,
        logs: logs.map(({ logIndex, address, topics, data }) => ({ logIndex, address, topics, data })),
      })),
    };
  };
}

/** False for a later page without a cursor and an end block, which has the range of the last first page. */
function hasOwnRange({ page, endBlock, cursor }: RouteParams): boolean {
  return page === undefined || page === 1 || cursor !== undefined || endBlock !== undefined;
}
