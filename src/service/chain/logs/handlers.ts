import type {
  AccountTransferEventsAnswer,
  TransactionsByEventAnswer,
  TransferEvent,
  TransferTransaction,
} from '../../api/answers.js';
import { tokenTypes } from '../../../query/routes.js';
import { type Handler, wrongParameters } from '../../http/handler.js';
import { ArgumentReader } from './search-params.js';
import type { LogSearcher } from './page-finder.js';
import type { LogFilter } from './parse-logs.js';
import type { LoggedTransaction } from './search-range.js';
import { decodeTransfer, filterTransfers, type TokenType } from './decode-transfer.js';

/** Route 7: transfers of a token that an account sent or received. */
export function createTransfersHandler(searcher: LogSearcher): Handler {
  return async (given, { signal }): Promise<AccountTransferEventsAnswer> => {
    const reader = new ArgumentReader('accountTransferEvents', given);
    const address = reader.readAddress('address') ?? '';
    const contractAddress = reader.readAddress('contractAddress') ?? '';
    const search = reader.readSearch();
    reader.finish();
    const tokenType = tokenTypes.find((type) => type === given['tokenType']) ?? 'ERC20';
    const { place, transactions } = await searcher.findPage({
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
export function createEventsHandler(searcher: LogSearcher): Handler {
  return async (given, { signal }): Promise<TransactionsByEventAnswer> => {
    const reader = new ArgumentReader('transactionsByEvent', given);
    const address = reader.readAddress('address');
    const topics = reader.readTopics('topics');
    const search = reader.readSearch();
    reader.finish();
    if (address === null && topics === null) {
      // All events of a chain are no search.
      const detail = 'address or topics must be given';
      throw wrongParameters(['address', 'topics'].map((parameter) => ({ parameter, detail })));
    }
    const filter: LogFilter = {
      ...(address === null ? {} : { address }),
      topics: topics === null ? [] : [topics],
    };
    const key = JSON.stringify(filter);
    const { place, transactions } = await searcher.findPage({
      ...{ ...search, signal, key },
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
