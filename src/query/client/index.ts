export { QueryError, type QueryErrorDetails, type QueryFailure } from './error.js';
export { QueryClient } from './client.generated.js';
export type { CallOptions } from './client-calls.js';
export type { BlockSearch, EventParams, TransferEventParams } from './event-routes.js';
export type { HolderParams } from './holder-routes.js';
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
  RouteName,
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
