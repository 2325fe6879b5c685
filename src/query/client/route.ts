import type { RouteName } from './answers.generated.js';

/** `address` is an EVM address, `0x` and 40 hexadecimal digits; `topics` is a list of event topics, `0x` and 64 digits each. */
export type ParameterType = 'string' | 'address' | 'topics' | 'integer' | 'tokenType' | 'order';

export interface Parameter {
  /** Its name in the client; the command line writes it in kebab-case. */
  readonly name: string;
  /** Its name as an argument of the client's method, where that is another one. */
  readonly argument?: string;
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
  /** What the client says of its method, in place of the summary, and the type of its parameters besides those of the path. */
  readonly method?: { readonly description?: string; readonly params?: string };
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

/** What most routes are. */
export const usual = { paging: null, atLeastOne: [], isItem: false, provides: [] } as const;

export const network = inPath('network', 'string', 'The network, as in the registry (chain/<network>).', {
  example: 'kava',
});

export const cursor = inQuery(
  'cursor',
  'string',
  'Where to continue: the next of an answer to the same request.',
);

/** The lists of a registry: each has a route for all of it, and one for an item, which is found by its key. */
export const lists = {
  assets: {
    routes: ['assets', 'asset'],
    noun: 'asset',
    item: { type: 'string', description: 'Symbol or denom.', sample: 'symbol', argument: 'symbol' },
    key: 'symbol or denom',
    answer: 'Asset',
    provides: ['symbol', 'denom'],
  },
  erc20: {
    routes: ['erc20Assets', 'erc20Asset'],
    noun: 'ERC-20 token',
    item: {
      type: 'address',
      description: 'The address of the contract.',
      sample: 'erc20',
      argument: 'contract',
    },
    key: 'the address of its contract, `0x` and 40 hexadecimal digits',
    answer: 'Token',
    provides: ['erc20'],
  },
  cw20: {
    routes: ['cw20Assets', 'cw20Asset'],
    noun: 'CW-20 token',
    item: {
      type: 'string',
      description: 'The address of the contract.',
      sample: 'cw20',
      argument: 'contract',
    },
    key: 'the address of its contract',
    answer: 'Token',
    provides: ['cw20'],
  },
} as const;

type ListSource = keyof typeof lists;

type Described = [name: string, type: ParameterType, description: string, more?: Partial<Parameter>];

export function inPath(...[name, type, description, more]: Described): Parameter {
  return { name, wire: name, in: 'path', type, required: true, description, ...more };
}

export function inQuery(...[name, type, description, more]: Described): Parameter {
  const wire = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { name, wire, in: 'query', type, required: false, description, ...more };
}
