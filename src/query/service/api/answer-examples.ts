import type {
  AccountTransferEventsAnswer,
  HoldersAnswer,
  HolderSummaryAnswer,
  SearchedPage,
  TransactionPlace,
  TransactionsByEventAnswer,
} from '../http/handler.js';

const place: TransactionPlace = {
  transactionHash: `0x${'5c'.repeat(32)}`,
  transactionIndex: 3,
  blockNumber: 1_048_577,
  blockHash: `0x${'b1'.repeat(32)}`,
  timestamp: '2026-11-20T08:15:30.000Z',
};

const page: SearchedPage = {
  page: 1,
  offset: 10,
  sort: 'desc',
  range: { startBlock: 1_000_000, endBlock: 1_050_000 },
  next: 'WyJrYXZhIl0',
};

const asOf = { height: 1_048_577, time: '2026-11-20T08:15:30.000Z' };

const account = `0x${'ab'.repeat(20)}`;
const contract = `0x${'c0'.repeat(20)}`;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const transfer = { logIndex: 7, from: account, to: `0x${'cd'.repeat(20)}` };

/**
 * Two examples of each answer, by its route, of which the description of the API has the first. A field that may be null is null in one
 * of them only, unless it is an object.
 * @public
 */
export const answerExamples = {
  accountTransferEvents: [
    {
      network: 'kava',
      address: account,
      contractAddress: contract,
      tokenType: 'ERC20',
      ...page,
      transactions: [
        {
          ...place,
          transfers: [
            { ...transfer, operator: null, items: [{ tokenId: null, amount: '1500000000000000000' }] },
          ],
        },
      ],
    },
    {
      network: 'kava',
      address: account,
      contractAddress: contract,
      tokenType: 'ERC1155',
      ...page,
      next: null,
      range: null,
      transactions: [
        {
          ...place,
          timestamp: null,
          transfers: [{ ...transfer, operator: account, items: [{ tokenId: '7', amount: '1' }] }],
        },
      ],
    },
  ] satisfies AccountTransferEventsAnswer[],
  transactionsByEvent: [
    {
      network: 'kava',
      ...page,
      transactions: [
        {
          ...place,
          logs: [{ logIndex: 7, address: contract, topics: [transferTopic], data: '0x' }],
        },
      ],
    },
    {
      network: 'kava',
      ...page,
      next: null,
      range: null,
      transactions: [{ ...place, timestamp: null, logs: [] }],
    },
  ] satisfies TransactionsByEventAnswer[],
  holders: [
    {
      network: 'kava',
      denom: 'ukava',
      keyword: null,
      offset: 0,
      limit: 20,
      holders: [{ address: 'kava1example', amount: '9007199254740993' }],
      asOf,
      complete: true,
      next: 'WyJrYXZhIl0',
    },
    {
      network: 'kava',
      denom: 'ukava',
      keyword: 'kava1',
      offset: 0,
      limit: 20,
      holders: [],
      asOf: { height: null, time: asOf.time },
      complete: false,
      difference: '12',
      next: null,
    },
  ] satisfies HoldersAnswer[],
  holderSummary: [
    {
      network: 'kava',
      denom: 'ukava',
      supply: '9007199254740993',
      holderCount: 1,
      sum: '9007199254740993',
      difference: '0',
      asOf,
      metadata: {
        description: 'The native token of Kava',
        denomUnits: [
          { denom: 'ukava', exponent: 0, aliases: ['microkava'] },
          { denom: 'kava', exponent: 6, aliases: [] },
        ],
        base: 'ukava',
        display: 'kava',
        name: 'Kava',
        symbol: 'KAVA',
      },
    },
    {
      network: 'kava',
      denom: 'uother',
      supply: '0',
      holderCount: null,
      sum: null,
      difference: null,
      asOf: null,
      metadata: null,
    },
  ] satisfies HolderSummaryAnswer[],
} as const;
