import type { JsonValue } from '../../model/json.js';
import type { RouteParams } from '../../query/request-path.js';

/** Answers a route: from valid parameters, by the client's names, to the JSON of the answer. Throws a ServiceProblem if there is none. */
export type Handler = (params: RouteParams, context: HandlerContext) => Promise<JsonValue>;

/** One request. */
export interface HandlerContext {
  /** Aborts when the client has gone or the deadline of the request is over. */
  readonly signal: AbortSignal;
}
