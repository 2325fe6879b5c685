import { cursor, inQuery, network, type Paging, type Route, usual } from './route.js';

/** Which blocks to search, and which page of the results to return. */
export interface BlockSearch {
  /** From 1; 1 by default. */
  readonly page?: number;
  /** The page size in transactions; 10 by default. */
  readonly offset?: number;
  /** Inclusive; not after `endBlock`. */
  readonly startBlock?: number;
  /** Inclusive. */
  readonly endBlock?: number;
  /** Where to continue: the `next` of an answer to the same request. */
  readonly cursor?: string;
}

/** Parameters of `accountTransferEvents`. */
export interface TransferEventParams extends BlockSearch {
  /** The account, `0x` and 40 hexadecimal digits. */
  readonly address: string;
  /** The contract of the token, `0x` and 40 hexadecimal digits. */
  readonly contractAddress: string;
  readonly tokenType: 'ERC20' | 'ERC721' | 'ERC1155';
  /** Oldest or newest first; `desc` by default. */
  readonly sort?: 'asc' | 'desc';
}

/** Parameters of `transactionsByEvent`: the contract, topics, or both. */
export interface EventParams extends BlockSearch {
  /** The contract that logged the event, `0x` and 40 hexadecimal digits. */
  readonly address?: string;
  /** Hashes of event signatures, `0x` and 64 hexadecimal digits each; any of them may be the first topic. */
  readonly topics?: string | readonly string[];
  /** The order; its values depend on the service. */
  readonly sort?: string;
}

const page = inQuery('page', 'integer', 'The page, from 1.', { minimum: 1, default: 1 });
const pageSize = inQuery('offset', 'integer', 'How many transactions a page has.', {
  minimum: 1,
  default: 10,
});

const blocks = [
  inQuery('startBlock', 'integer', 'The first block to search.', { minimum: 0, example: 1_000 }),
  inQuery('endBlock', 'integer', 'The last block to search.', { minimum: 0, example: 2_000 }),
];

const exampleAddress = `0x${'ab'.repeat(20)}`;

const byPages: Paging = { by: 'pages', position: 'page', size: 'offset' };

/** The searches for events of a chain. */
export const eventRoutes: readonly Route[] = [
  {
    ...usual,
    name: 'accountTransferEvents',
    path: '/v1/evm/{network}/account/transfer-event',
    summary: 'Transfers of a token that an account sent or received.',
    parameters: [
      network,
      inQuery('address', 'address', 'The account.', {
        required: true,
        example: exampleAddress,
        sample: 'address',
      }),
      inQuery('contractAddress', 'address', 'The contract of the token.', {
        required: true,
        example: '0x919C1c267BC06a7039e03fcc2eF738525769109c',
        sample: 'erc20',
      }),
      inQuery('tokenType', 'tokenType', 'The standard of the token: ERC20, ERC721 or ERC1155.', {
        required: true,
        example: 'ERC20',
      }),
      page,
      pageSize,
      inQuery('sort', 'order', 'Oldest first (asc) or newest first (desc).', { default: 'desc' }),
      ...blocks,
      cursor,
    ],
    method: { params: 'TransferEventParams' },
    paging: byPages,
    source: 'events',
    answer: 'TransferEventsPage',
  },
  {
    ...usual,
    name: 'transactionsByEvent',
    path: '/v1/evm/{network}/tx/list-by-event',
    summary: 'Transactions by contract or topics of their events.',
    parameters: [
      network,
      inQuery('address', 'address', 'The contract that logged the event.', {
        example: exampleAddress,
        sample: 'erc20',
      }),
      inQuery(
        'topics',
        'topics',
        'Hashes of event signatures, comma-separated; any of them may be the first topic.',
        { example: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'], sample: 'topics' },
      ),
      page,
      pageSize,
      inQuery('sort', 'string', 'The order.', { default: 'desc' }),
      ...blocks,
      cursor,
    ],
    method: {
      description: 'Transactions by the contract or the topics of their events; one page.',
      params: 'EventParams',
    },
    paging: byPages,
    atLeastOne: ['address', 'topics'],
    source: 'events',
    answer: 'TransactionsByEventPage',
    provides: ['address'],
  },
];
