import type {
  AccountTransferEventsAnswer,
  TransactionsByEventAnswer,
  TransferEvent,
  TransferTransaction,
} from '../../api/answers.js';
import { tokenTypes } from '../../../query/routes.js';
import type { Handler } from '../../http/handler.js';
import { decodeTransfer, filterTransfers, type TokenType } from './decode-transfer.js';
import type { PageFinder } from './page-finder.js';
import type { LogFilter } from './parse-logs.js';
import { readAddress, readSearchParams, readTopics } from './search-params.js';
import type { LoggedTransaction } from './search-range.js';

/** Route 7: transfers of a token that an account sent or received. */
export function createTransfersHandler(finder: PageFinder): Handler {
  return async (params, { signal }): Promise<AccountTransferEventsAnswer> => {
    const search = readSearchParams(params);
    const address = readAddress(params['address']) ?? '';
    const contractAddress = readAddress(params['contractAddress']) ?? '';
    const tokenType = tokenTypes.find((type) => type === params['tokenType']) ?? 'ERC20';
    const { place, transactions } = await finder.findPage({
      ...search,
      signal,
      key: JSON.stringify([tokenType, contractAddress, address]),
      filters: filterTransfers(tokenType, contractAddress, address),
      accepts: (log) => decodeTransfer(tokenType, log) !== null,
    });
    const { network } = search;
    return {
      ...{ network, address, contractAddress, tokenType },
      ...place,
      transactions: transactions.map((transaction) => describeTransfers(tokenType, transaction)),
    };
  };
}

/** Route 8: transactions with events of a contract, of certain kinds, or both. */
export function createEventsHandler(finder: PageFinder): Handler {
  return async (params, { signal }): Promise<TransactionsByEventAnswer> => {
    const search = readSearchParams(params);
    const address = readAddress(params['address']);
    const topics = readTopics(params['topics']);
    const filter: LogFilter = {
      ...(address === null ? {} : { address }),
      topics: topics === null ? [] : [topics],
    };
    const { place, transactions } = await finder.findPage({
      ...{ ...search, signal, key: JSON.stringify(filter) },
      filters: [filter],
      accepts: () => true,
    });
    return { network: search.network, ...place, transactions: transactions.map(describeEvents) };
  };
}

function describeTransfers(type: TokenType, { logs, ...place }: LoggedTransaction): TransferTransaction {
  const transfers = logs.map((log) => decodeTransfer(type, log));
  return {
    ...place,
    transfers: transfers.filter((transfer): transfer is TransferEvent => transfer !== null),
  };
}

function describeEvents({
  logs,
  ...place
}: LoggedTransaction): TransactionsByEventAnswer['transactions'][number] {
  return {
    ...place,
    logs: logs.map(({ logIndex, address, topics, data }) => ({ logIndex, address, topics, data })),
  };
}
