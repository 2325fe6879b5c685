import type { JsonObject } from '../../../model/json.js';
import type { RouteParams } from '../../client/params.js';
import type { Position } from './cursor.js';
import type {
  HoldersPage,
  HolderSummary,
  TransactionsByEventPage,
  TransferEventsPage,
  TransferTransaction,
} from '../../client/answers.generated.js';

/** Answers a route: from valid parameters, by the client's names, to the JSON of the answer. Throws a ServiceProblem if there is none. */
export type Handler = (params: RouteParams, context: HandlerContext) => Promise<JsonObject>;

export interface HandlerContext {
  /** Aborts when the client has gone or the request's deadline has passed. */
  readonly signal: AbortSignal;
  /** The owner of the request, for turns: a request waits for other requests of its token, not for those of other tokens. */
  readonly owner: string;
  /** Where to continue; null without a cursor. Comes from the client: validate it with `readPosition`. */
  readonly position: Position | null;
  /** Makes the cursor with which the same request continues at a place. */
  readonly createCursor: (position: Position) => string;
  /** Lets the answer be repeated, for so many milliseconds, to whoever asks the same. */
  readonly keepFor: (ms: number) => void;
}

/** An interface as a type alias: only that is assignable to JsonValue (https://github.com/microsoft/TypeScript/issues/15300). */
type JsonOf<Value> = Value extends object ? { readonly [Key in keyof Value]: JsonOf<Value[Key]> } : Value;

export type AccountTransferEventsAnswer = JsonOf<TransferEventsPage>;
export type TransactionsByEventAnswer = JsonOf<TransactionsByEventPage>;
export type HoldersAnswer = JsonOf<HoldersPage>;
export type HolderSummaryAnswer = JsonOf<HolderSummary>;

/** What the answers of both searches have in common. The range is the same on all pages that `next` leads to. */
export type SearchedPage = Pick<TransferEventsPage, 'page' | 'offset' | 'sort' | 'range' | 'next'>;

export type TransactionPlace = Omit<TransferTransaction, 'transfers'>;
