import { QueryCaller, type QueryCallerOptions } from './caller.js';
import { callPages } from './pages.js';
import type { RouteParams } from './request-path.js';
import type { RouteName } from './routes.js';

/** Options of a `QueryClient`. */
export type QueryClientOptions = QueryCallerOptions;

/** Options of a call. */
export interface CallOptions {
  /** Ends the call; it then rejects with a QueryError whose reason is `aborted`. */
  readonly signal?: AbortSignal;
}

/** Where in a chain to search, and which part of what is found to give. */
export interface BlockSearch {
  /** From 1; 1 by default. */
  readonly page?: number;
  /** How many transactions a page has; 10 by default. */
  readonly offset?: number;
  readonly startBlock?: number;
  readonly endBlock?: number;
}

/** Parameters of `accountTransferEvents`. */
export interface TransferEventParameters extends BlockSearch {
  /** The account, `0x` and hexadecimal digits. */
  readonly address: string;
  /** The contract of the token, `0x` and hexadecimal digits. */
  readonly contractAddress: string;
  readonly tokenType: 'ERC20' | 'ERC721' | 'ERC1155';
  /** Oldest or newest first; `desc` by default. */
  readonly sort?: 'asc' | 'desc';
}

/** Parameters of `transactionsByEvent`: the contract, hashes of event signatures, or both. */
export interface EventParameters extends BlockSearch {
  /** The contract that logged the event, `0x` and hexadecimal digits. */
  readonly address?: string;
  /** Hashes of event signatures; any of them may be the first topic. */
  readonly topics?: string | readonly string[];
  readonly sort?: string;
}

/** Parameters of `holders`. */
export interface HolderParameters {
  readonly denom: string;
  /** Part of the holders' addresses. */
  readonly keyword?: string;
  /** How many records to give, 1 to 1,000; 20 by default. */
  readonly limit?: number;
  /** How many records to skip; 0 by default. */
  readonly offset?: number;
}

/**
 * A client of the query API. Each method calls one route and resolves to the answer's JSON as it is, whose shape is unspecified; it
 * rejects with a `QueryError` where the arguments are wrong (nothing is sent then), and where no JSON came with a status of 2xx.
 */
export class QueryClient {
  readonly #caller: QueryCaller;

  /** Throws a TypeError that names every wrong option. */
  constructor(options: QueryClientOptions) {
    this.#caller = new QueryCaller(options);
  }

  /** The assets of a network. */
  assets(network: string, options?: CallOptions): Promise<unknown> {
    return this.#call('assets', { network }, options);
  }

  /** One asset, by symbol or denom. */
  asset(network: string, symbol: string, options?: CallOptions): Promise<unknown> {
    return this.#call('asset', { network, symbol }, options);
  }

  /** The ERC-20 tokens of a network. */
  erc20Assets(network: string, options?: CallOptions): Promise<unknown> {
    return this.#call('erc20Assets', { network }, options);
  }

  /** One ERC-20 token, by the address of its contract: `0x` and hexadecimal digits. */
  erc20Asset(network: string, contract: string, options?: CallOptions): Promise<unknown> {
    return this.#call('erc20Asset', { network, symbol: contract }, options);
  }

  /** The CW-20 tokens of a network. */
  cw20Assets(network: string, options?: CallOptions): Promise<unknown> {
    return this.#call('cw20Assets', { network }, options);
  }

  /** One CW-20 token, by the address of its contract. */
  cw20Asset(network: string, contract: string, options?: CallOptions): Promise<unknown> {
    return this.#call('cw20Asset', { network, symbol: contract }, options);
  }

  /** Transfers of a token that an account sent or received; one page. */
  accountTransferEvents(
    network: string,
    parameters: TransferEventParameters,
    options?: CallOptions,
  ): Promise<unknown> {
    return this.#call('accountTransferEvents', { ...parameters, network }, options);
  }

  /** Transactions with events of a contract, of certain kinds, or both; one page. */
  transactionsByEvent(network: string, parameters: EventParameters, options?: CallOptions): Promise<unknown> {
    return this.#call('transactionsByEvent', { ...parameters, network }, options);
  }

  /** Who holds a denom; one part. */
  holders(network: string, parameters: HolderParameters, options?: CallOptions): Promise<unknown> {
    return this.#call('holders', { ...parameters, network }, options);
  }

  /** How a denom is held. */
  holderSummary(
    network: string,
    parameters: { readonly denom: string },
    options?: CallOptions,
  ): Promise<unknown> {
    return this.#call('holderSummary', { ...parameters, network }, options);
  }

  /** The pages of `accountTransferEvents`, from the one that is asked for; ends behind a short page and where the service repeats one. */
  accountTransferEventsPages(
    network: string,
    parameters: TransferEventParameters,
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    return this.#pages('accountTransferEvents', { ...parameters, network }, options);
  }

  /** The pages of `transactionsByEvent`, likewise. */
  transactionsByEventPages(
    network: string,
    parameters: EventParameters,
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    return this.#pages('transactionsByEvent', { ...parameters, network }, options);
  }

  /** The parts of `holders`, from the offset that is asked for; likewise. */
  holdersPages(
    network: string,
    parameters: HolderParameters,
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    return this.#pages('holders', { ...parameters, network }, options);
  }

  async #call(route: RouteName, given: RouteParams, options: CallOptions = {}): Promise<unknown> {
    return (await this.#caller.call(route, given, options.signal)).value;
  }

  async *#pages(
    route: RouteName,
    given: RouteParams,
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    for await (const { value } of callPages(this.#caller, route, given, options?.signal)) yield value;
  }
}
