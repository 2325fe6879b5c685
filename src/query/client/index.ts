export { QueryError, type QueryErrorDetails, type QueryFailure } from './error.js';
export {
  type BlockSearch,
  type CallOptions,
  type EventParams,
  type HolderParams,
  QueryClient,
  type TransferEventParams,
} from './client.js';
export type {
  Asset,
  BlockRange,
  DenomMetadata,
  DenomUnit,
  EventTransaction,
  Holder,
  HoldersPage,
  HolderSummary,
  LoggedEvent,
  SnapshotTime,
  Token,
  TransactionsByEventPage,
  TransferEvent,
  TransferEventsPage,
  TransferItem,
  TransferTransaction,
} from './answers.generated.js';
export type { QueryClientOptions } from './caller.js';
export type { RequestDispatcher } from './fetch-get.js';
export type { RouteName } from './routes.js';
