import type { TransferEvent } from '../../../client/answers.generated.js';
import type { AccountTransferEventsAnswer, Handler, TransactionsByEventAnswer } from '../../http/handler.js';
import { tokenTypes } from '../../../client/routes.js';
import { decodeTransfer } from './decode-transfer.js';
import { createEventFilter, createTransferFilter } from './event-filter.js';
import type { PageFinder } from './page-finder.js';
import { readSearchParams } from './search.js';

/** Route 7: transfers of a token that an account sent or received. */
export function createTransfersHandler(finder: PageFinder): Handler {
  return async (params, context): Promise<AccountTransferEventsAnswer> => {
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

/** Route 8: transactions with events of a contract, of certain kinds, or both. */
export function createEventsHandler(finder: PageFinder): Handler {
  return async (params, context): Promise<TransactionsByEventAnswer> => {
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
