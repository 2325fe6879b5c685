import type {
  AccountTransferEventsAnswer,
  TransactionsByEventAnswer,
  TransferEvent,
  TransferTransaction,
} from '../../api/answers.js';
import { tokenTypes } from '../../../query/routes.js';
import type { Handler } from '../../http/handler.js';
import { decodeTransfer, type TokenType } from './decode-transfer.js';
import { createEventFilter, createTransferFilter } from './event-filter.js';
import type { FoundTransaction } from './page.js';
import type { PageFinder } from './page-finder.js';
import { readAddress, readSearchParams, readTopics } from './search-params.js';

/** Route 7: transfers of a token that an account sent or received. */
export function createTransfersHandler(finder: PageFinder): Handler {
  return async (params, context): Promise<AccountTransferEventsAnswer> => {
    const search = readSearchParams(params);
    const address = readAddress(params['address']) ?? '';
    const contractAddress = readAddress(params['contractAddress']) ?? '';
    const tokenType = tokenTypes.find((type) => type === params['tokenType']) ?? 'ERC20';
    const { network } = search;
    const filter = createTransferFilter(network, tokenType, contractAddress);
    const { place, transactions } = await finder.findPage({
      ...search,
      ...context,
      filter,
      account: address,
    });
    return {
      ...{ network, address, contractAddress, tokenType },
      ...place,
      transactions: transactions.map((transaction) => describeTransfers(tokenType, transaction)),
    };
  };
}

/** Route 8: transactions with events of a contract, of certain kinds, or both. */
export function createEventsHandler(finder: PageFinder): Handler {
  return async (params, context): Promise<TransactionsByEventAnswer> => {
    const search = readSearchParams(params);
    const address = readAddress(params['address']);
    const topics = readTopics(params['topics']);
    const filter = createEventFilter(search.network, {
      ...(address === null ? {} : { address }),
      // In any order they are one filter.
      topics: topics === null ? [] : [[...topics].sort()],
    });
    const { place, transactions } = await finder.findPage({
      ...search,
      ...context,
      filter,
      account: null,
    });
    return { network: search.network, ...place, transactions: transactions.map(describeEvents) };
  };
}

function describeTransfers(type: TokenType, { logs, ...place }: FoundTransaction): TransferTransaction {
  const transfers = logs.map((log) => decodeTransfer(type, log));
  return {
    ...place,
    transfers: transfers.filter((transfer): transfer is TransferEvent => transfer !== null),
  };
}

function describeEvents({
  logs,
  ...place
}: FoundTransaction): TransactionsByEventAnswer['transactions'][number] {
  return {
    ...place,
    logs: logs.map(({ logIndex, address, topics, data }) => ({ logIndex, address, topics, data })),
  };
}
