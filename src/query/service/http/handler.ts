import type { JsonObject } from '../../../model/json.js';
import type { RouteParams } from '../../client/request-path.js';
import type { Position } from './cursor.js';

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
