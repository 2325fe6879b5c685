// From the table of routes and schemas/query-api.openapi.json: npm run generate
import type {
  Asset,
  Token,
  TransferEventsPage,
  TransactionsByEventPage,
  HoldersPage,
  HolderSummary,
} from './answers.generated.js';
import type { QueryClientOptions } from './caller.js';
import { type CallOptions, ClientCalls } from './client-calls.js';
import type { TransferEventParams } from './event-routes.js';
import type { EventParams } from './event-routes.js';
import type { HolderParams } from './holder-routes.js';

/**
 * A client of the query API. Each method calls one route and resolves to the JSON of the answer, typed as the service's OpenAPI document
 * describes it. It rejects with a `QueryError` for invalid parameters, before anything is sent, and for anything but JSON with a status of
 * 2xx. The form of an answer is checked only with `validateAnswers`: services of another make may answer in other forms.
 */
export class QueryClient {
  readonly #calls: ClientCalls;

  /** Throws a TypeError that names every invalid option. */
  constructor(options: QueryClientOptions) {
    this.#calls = new ClientCalls(options);
  }

  /** The assets of a network. */
  assets(network: string, options?: CallOptions): Promise<readonly Asset[]> {
    return this.#calls.call('assets', { network }, options);
  }

  /** One asset, by symbol or denom. */
  asset(network: string, symbol: string, options?: CallOptions): Promise<Asset> {
    return this.#calls.call('asset', { network, symbol }, options);
  }

  /** The ERC-20 tokens of a network. */
  erc20Assets(network: string, options?: CallOptions): Promise<readonly Token[]> {
    return this.#calls.call('erc20Assets', { network }, options);
  }

  /** One ERC-20 token, by the address of its contract, `0x` and 40 hexadecimal digits. */
  erc20Asset(network: string, contract: string, options?: CallOptions): Promise<Token> {
    return this.#calls.call('erc20Asset', { network, symbol: contract }, options);
  }

  /** The CW-20 tokens of a network. */
  cw20Assets(network: string, options?: CallOptions): Promise<readonly Token[]> {
    return this.#calls.call('cw20Assets', { network }, options);
  }

  /** One CW-20 token, by the address of its contract. */
  cw20Asset(network: string, contract: string, options?: CallOptions): Promise<Token> {
    return this.#calls.call('cw20Asset', { network, symbol: contract }, options);
  }

  /** Transfers of a token that an account sent or received; one page. */
  accountTransferEvents(
    network: string,
    params: TransferEventParams,
    options?: CallOptions,
  ): Promise<TransferEventsPage> {
    return this.#calls.call('accountTransferEvents', { network }, options, params);
  }

  /** Transactions by the contract or the topics of their events; one page. */
  transactionsByEvent(
    network: string,
    params: EventParams,
    options?: CallOptions,
  ): Promise<TransactionsByEventPage> {
    return this.#calls.call('transactionsByEvent', { network }, options, params);
  }

  /** The holders of a denom; one page. */
  holders(network: string, params: HolderParams, options?: CallOptions): Promise<HoldersPage> {
    return this.#calls.call('holders', { network }, options, params);
  }

  /** The summary of a denom's holders. */
  holderSummary(
    network: string,
    params: { readonly denom: string },
    options?: CallOptions,
  ): Promise<HolderSummary> {
    return this.#calls.call('holderSummary', { network }, options, params);
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
    return this.#calls.pages('accountTransferEvents', { network }, options, params);
  }

  /** The pages of `transactionsByEvent`, like those of `accountTransferEvents`. */
  transactionsByEventPages(
    network: string,
    params: EventParams,
    options?: CallOptions,
  ): AsyncGenerator<TransactionsByEventPage, void, undefined> {
    return this.#calls.pages('transactionsByEvent', { network }, options, params);
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
    return this.#calls.pages('holders', { network }, options, params);
  }
}
