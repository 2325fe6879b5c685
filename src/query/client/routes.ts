import type { RouteName } from './answers.generated.js';

export type { RouteName };

/** `address` is an EVM address, `0x` and 40 hexadecimal digits; `topics` is a list of event topics, `0x` and 64 digits each. */
export type ParameterType = 'string' | 'address' | 'topics' | 'integer' | 'tokenType' | 'order';

export interface Parameter {
  /** Its name in the client; the command line writes it in kebab-case. */
  readonly name: string;
  /** Its name in the url. */
  readonly wire: string;
  readonly in: 'path' | 'query';
  readonly type: ParameterType;
  readonly required: boolean;
  readonly description: string;
  /** What the service uses if it is absent. */
  readonly default?: number | string;
  /** Inclusive bounds of an integer. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** A value for the description of the API, and for the smoke test if no sample has one. */
  readonly example?: unknown;
  /** The value with which the smoke test fills it. */
  readonly sample?: SampleField;
}

/** The values of a network that the smoke test needs to call all routes. */
export type SampleField = 'symbol' | 'denom' | 'erc20' | 'cw20' | 'address' | 'topics';

/** The source of a service's answer: a list of the registry, events of the chain's nodes, or a snapshot of holders. */
export type RouteSource = ListSource | 'events' | 'snapshot';

/** Whether a service answers from the registry's files, without any node. */
export function isListSource(source: RouteSource): source is ListSource {
  return Object.hasOwn(lists, source);
}

/** How a route splits its records into pages. */
export interface Paging {
  /** `pages` counts pages; `records` counts the records to skip. */
  readonly by: 'pages' | 'records';
  /** The parameter that selects the start of a page. */
  readonly position: string;
  /** The parameter for the number of records of a page. */
  readonly size: string;
}

export interface Route {
  /** The client's method; the command line writes it in kebab-case. */
  readonly name: RouteName;
  /** With the names of path parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly paging: Paging | null;
  /** At least one of these parameters is required. */
  readonly atLeastOne: readonly string[];
  readonly source: RouteSource;
  /** Whether it finds one item, which may be missing, rather than a list, which may be empty. */
  readonly isItem: boolean;
  /** The schema of the answer, or of each item of a registry's list. */
  readonly answer: string;
  /** What the smoke test takes from its answer, for the parameters of other routes. */
  readonly provides: readonly SampleField[];
}

export const tokenTypes = ['ERC20', 'ERC721', 'ERC1155'] as const;
export const orders = ['asc', 'desc'] as const;

const network = inPath('network', 'string', 'The network, as in the registry (chain/<network>).', {
  example: 'kava',
});
const denom = inQuery('denom', 'string', 'The denom, such as uatom or ibc/….', {
  required: true,
  example: 'ukava',
  sample: 'denom',
});
const page = inQuery('page', 'integer', 'The page, from 1.', { minimum: 1, default: 1 });
const pageSize = inQuery('offset', 'integer', 'How many transactions a page has.', {
  minimum: 1,
  default: 10,
});
const cursor = inQuery('cursor', 'string', 'Where to continue: the next of an answer to the same request.');
const blocks = [
  inQuery('startBlock', 'integer', 'The first block to search.', { minimum: 0, example: 1_000 }),
  inQuery('endBlock', 'integer', 'The last block to search.', { minimum: 0, example: 2_000 }),
];

const exampleAddress = `0x${'ab'.repeat(20)}`;

const byPages: Paging = { by: 'pages', position: 'page', size: 'offset' };

const usual = { paging: null, atLeastOne: [], isItem: false, provides: [] } as const;

/** The lists of a registry: each has a route for all of it, and one for an item. */
export const lists = {
  assets: {
    routes: ['assets', 'asset'],
    noun: 'asset',
    item: { type: 'string', description: 'Symbol or denom.', sample: 'symbol' },
    answer: 'Asset',
    provides: ['symbol', 'denom'],
  },
  erc20: {
    routes: ['erc20Assets', 'erc20Asset'],
    noun: 'ERC-20 token',
    item: { type: 'address', description: 'The address of the contract.', sample: 'erc20' },
    answer: 'Token',
    provides: ['erc20'],
  },
  cw20: {
    routes: ['cw20Assets', 'cw20Asset'],
    noun: 'CW-20 token',
    item: { type: 'string', description: 'The address of the contract.', sample: 'cw20' },
    answer: 'Token',
    provides: ['cw20'],
  },
} as const;

type ListSource = keyof typeof lists;

/**
 * The routes of the query API: client, command line, smoke test, service, its description and docs are made from this table. A long file, but a route
 * is read together with the types of its parameters and with the other routes.
 */
export const routes: readonly Route[] = [
  ...(Object.keys(lists) as ListSource[]).flatMap(createListRoutes),
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
    paging: byPages,
    atLeastOne: ['address', 'topics'],
    source: 'events',
    answer: 'TransactionsByEventPage',
    provides: ['address'],
  },
  {
    ...usual,
    name: 'holders',
    path: '/v1/{network}/holders',
    summary: 'Who holds a denom, the largest balance first.',
    parameters: [
      network,
      denom,
      inQuery('keyword', 'string', 'Part of the address of the holders.'),
      inQuery('limit', 'integer', 'How many records to give.', { minimum: 1, maximum: 1_000, default: 20 }),
      inQuery('offset', 'integer', 'How many records to skip.', { minimum: 0, default: 0 }),
      cursor,
    ],
    paging: { by: 'records', position: 'offset', size: 'limit' },
    source: 'snapshot',
    answer: 'HoldersPage',
  },
  {
    ...usual,
    name: 'holderSummary',
    path: '/v1/{network}/holders/summary',
    summary: 'How a denom is held.',
    parameters: [network, denom],
    source: 'snapshot',
    isItem: true,
    answer: 'HolderSummary',
  },
];

export function findRoute(name: RouteName): Route {
  const route = routes.find((candidate) => candidate.name === name);
  if (route === undefined) throw new Error(`unknown route ${name}`);
  return route;
}

function createListRoutes(source: ListSource): readonly Route[] {
  const {
    routes: [whole, one],
    noun,
    item,
    answer,
    provides,
  } = lists[source];
  const path = `/v1/{network}/${source}`;
  const symbol = inPath('symbol', item.type, item.description, { sample: item.sample });
  const ofList = { ...usual, source, answer };
  return [
    { ...ofList, name: whole, path, summary: `The ${noun}s of a network.`, parameters: [network], provides },
    {
      ...ofList,
      name: one,
      path: `${path}/{symbol}`,
      summary: `One ${noun} of a network.`,
      parameters: [network, symbol],
      isItem: true,
    },
  ];
}

type Described = [name: string, type: ParameterType, description: string, more?: Partial<Parameter>];

function inPath(...[name, type, description, more]: Described): Parameter {
  return { name, wire: name, in: 'path', type, required: true, description, ...more };
}

function inQuery(...[name, type, description, more]: Described): Parameter {
  const wire = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { name, wire, in: 'query', type, required: false, description, ...more };
}
