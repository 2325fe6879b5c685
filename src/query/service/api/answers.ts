import type {
  HoldersPage,
  HolderSummary,
  TransactionsByEventPage,
  TransferEventsPage,
  TransferTransaction,
} from '../../client/answers.generated.js';

/** An interface as a type alias: only that is assignable to JsonValue (https://github.com/microsoft/TypeScript/issues/15300). */
type JsonOf<Value> = Value extends object ? { readonly [Key in keyof Value]: JsonOf<Value[Key]> } : Value;

export type AccountTransferEventsAnswer = JsonOf<TransferEventsPage>;
export type TransactionsByEventAnswer = JsonOf<TransactionsByEventPage>;
export type HoldersAnswer = JsonOf<HoldersPage>;
export type HolderSummaryAnswer = JsonOf<HolderSummary>;

/** What the answers of both searches have in common. The range is the same on all pages that `next` leads to. */
export type SearchedPage = Pick<TransferEventsPage, 'page' | 'offset' | 'sort' | 'range' | 'next'>;

export type TransactionPlace = Omit<TransferTransaction, 'transfers'>;
