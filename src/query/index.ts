export { QueryError, type QueryErrorDetails, type QueryFailure } from './error.js';
export {
  type BlockSearch,
  type CallOptions,
  type EventParameters,
  type HolderParameters,
  QueryClient,
  type QueryClientOptions,
  type TransferEventParameters,
} from './client.js';
export type { RequestDispatcher } from '../net/get.js';
export type { RouteName } from './routes.js';
