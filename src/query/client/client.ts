import type {
  Answers,
  Asset,
  HoldersPage,
  HolderSummary,
  Token,
  TransactionsByEventPage,
  TransferEventsPage,
} from './answers.generated.js';
import { describeValue, isJsonObject } from '../../model/json.js';
import { findUnknownFields } from '../../model/describe-unknown.js';
import { invalidParams, QueryCaller, type QueryClientOptions } from './caller.js';
import { callPages } from './pages.js';
import type { RouteParams } from './params.js';
import type { RouteName } from './routes.js';

/** Options of a call. */
export interface CallOptions {
  /** Ends the call; it then rejects with a QueryError whose reason is `aborted`. */
  readonly signal?: AbortSignal;
}

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

/** Parameters of `holders`. */
export interface HolderParams {
  readonly denom: string;
  /** Part of the address of the holders. */
  readonly keyword?: string;
  /** How many records to return, 1 to 1,000; 20 by default. */
  readonly limit?: number;
  /** How many records to skip; 0 by default. */
  readonly offset?: number;
  /** Where to continue: the `next` of an answer to the same request. */
  readonly cursor?: string;
}

/**
 * A client of the query API. Each method calls one route and resolves to the JSON of the answer, typed as the service's OpenAPI document
 * describes it. It rejects with a `QueryError` for invalid parameters, before anything is sent, and for anything but JSON with a status of
 * 2xx. The form of an answer is checked only with `validateAnswers`: services of another make may answer in other forms.
 */
export class QueryClient {
  readonly #caller: QueryCaller;

  /** Throws a TypeError that names every invalid option. */
  constructor(options: QueryClientOptions) {
    this.#caller = new QueryCaller(options);
  }

  /** The assets of a network. */
  assets(network: string, options?: CallOptions): Promise<readonly Asset[]> {
    return this.#call('assets', { network }, options);
  }

  /** One asset, by symbol or denom. */
  asset(network: string, symbol: string, options?: CallOptions): Promise<Asset> {
    return this.#call('asset', { network, symbol }, options);
  }

  /** The ERC-20 tokens of a network. */
  erc20Assets(network: string, options?: CallOptions): Promise<readonly Token[]> {
    return this.#call('erc20Assets', { network }, options);
  }

  /** One ERC-20 token, by the address of its contract, `0x` and 40 hexadecimal digits. */
  erc20Asset(network: string, contract: string, options?: CallOptions): Promise<Token> {
    return this.#call('erc20Asset', { network, symbol: contract }, options);
  }

  /** The CW-20 tokens of a network. */
  cw20Assets(network: string, options?: CallOptions): Promise<readonly Token[]> {
    return this.#call('cw20Assets', { network }, options);
  }

  /** One CW-20 token, by the address of its contract. */
  cw20Asset(network: string, contract: string, options?: CallOptions): Promise<Token> {
    return this.#call('cw20Asset', { network, symbol: contract }, options);
  }

  /** Transfers of a token that an account sent or received; one page. */
  accountTransferEvents(
    network: string,
    params: TransferEventParams,
    options?: CallOptions,
  ): Promise<TransferEventsPage> {
    return this.#call('accountTransferEvents', { network }, options, params);
  }

  /** Transactions by the contract or the topics of their events; one page. */
  transactionsByEvent(
    network: string,
    params: EventParams,
    options?: CallOptions,
  ): Promise<TransactionsByEventPage> {
    return this.#call('transactionsByEvent', { network }, options, params);
  }

  /** The holders of a denom; one page. */
  holders(network: string, params: HolderParams, options?: CallOptions): Promise<HoldersPage> {
    return this.#call('holders', { network }, options, params);
  }

  /** The summary of a denom's holders. */
  holderSummary(
    network: string,
    params: { readonly denom: string },
    options?: CallOptions,
  ): Promise<HolderSummary> {
    return this.#call('holderSummary', { network }, options, params);
  }

  /**
   * The pages of `accountTransferEvents`, from the requested page or cursor to the end. If the service gives `next`, a string or null, its
   * cursors are followed until it is null; else pages are counted until one is empty. Throws a QueryError as a call does; its reason
   * is `incomplete` if the service leaves unknown whether more follows: it repeats a page or a cursor, its records are not recognised,
   * ten pages in a row are empty, or `next` is missing after a cursor or longer than 4 KiB. A list that ends without an error is complete. The signal ends the pages also
   * between two calls.
   */
  accountTransferEventsPages(
    network: string,
    params: TransferEventParams,
    options?: CallOptions,
  ): AsyncGenerator<TransferEventsPage, void, undefined> {
    return this.#pages('accountTransferEvents', { network }, options, params);
  }

  /** The pages of `transactionsByEvent`, like those of `accountTransferEvents`. */
  transactionsByEventPages(
    network: string,
    params: EventParams,
    options?: CallOptions,
  ): AsyncGenerator<TransactionsByEventPage, void, undefined> {
    return this.#pages('transactionsByEvent', { network }, options, params);
  }

  /**
   * The pages of `holders`, from the requested offset or cursor, as those of `accountTransferEvents`; if the service gives no `next`, the
   * records that were received are skipped.
   */
  holdersPages(
    network: string,
    params: HolderParams,
    options?: CallOptions,
  ): AsyncGenerator<HoldersPage, void, undefined> {
    return this.#pages('holders', { network }, options, params);
  }

  async #call<Name extends RouteName>(
    route: Name,
    path: RouteParams,
    options?: CallOptions,
    params?: object,
  ): Promise<Answers[Name]> {
    const { signal } = readArguments(route, options, params);
    const { value } = await this.#caller.call(route, { ...params, ...path }, signal);
    // As the service describes it, which is checked with `validateAnswers`.
    return value as Answers[Name];
  }

  async *#pages<Name extends PagedRoute>(
    route: Name,
    path: RouteParams,
    options: CallOptions | undefined,
    params: object,
  ): AsyncGenerator<Answers[Name], void, undefined> {
    const { signal } = readArguments(route, options, params);
    for await (const { value } of callPages(this.#caller, route, { ...params, ...path }, signal))
      yield value as Answers[Name];
  }
}

/** Validates what JavaScript callers may pass. Throws a QueryError that names every error. */
function readArguments(route: RouteName, options: unknown = {}, params: unknown = {}): CallOptions {
  const errors: string[] = [];
  if (!isJsonObject(params)) errors.push(`params: expected an object, got ${describeValue(params)}`);
  if (!isJsonObject(options)) errors.push(`options: expected an object, got ${describeValue(options)}`);
  else {
    errors.push(...findUnknownFields(options, { signal: true }, 'option'));
    const signal: unknown = options['signal'];
    if (signal !== undefined && !(signal instanceof AbortSignal))
      errors.push(`signal: expected an AbortSignal, got ${describeValue(signal)}`);
  }
  if (errors.length > 0) throw invalidParams(route, errors);
  return options as CallOptions;
}

/** The routes whose answers tell where their list continues. */
type PagedRoute = {
  [Name in RouteName]: Answers[Name] extends { readonly next: string | null } ? Name : never;
}[RouteName];
