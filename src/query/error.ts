import type { RouteName } from './routes.js';

/** Why a call came to nothing. */
export type QueryFailure =
  /** The arguments are wrong; nothing was sent. */
  | 'invalid-params'
  /** The service answered with a status other than 2xx. */
  | 'status'
  /** The answer is not JSON. */
  | 'not-json'
  /** The answer is larger than is read, or nested deeper. */
  | 'too-large'
  /** The time was over, or the caller's signal aborted. */
  | 'timeout'
  | 'aborted'
  /** The connection did not come about, or broke. */
  | 'connection';

/** What is known of a failed call. */
export interface QueryErrorDetails {
  readonly route: RouteName;
  readonly reason: QueryFailure;
  readonly status?: number;
  readonly body?: string;
  readonly retryAfterMs?: number | null;
  readonly errors?: readonly string[];
  readonly cause?: unknown;
}

/** A call that came to nothing. Never holds the token. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly route: RouteName;
  readonly reason: QueryFailure;
  /** HTTP status of the answer; null where there was none. */
  readonly status: number | null;
  /** The beginning of the answer's body, at most 4,096 characters; empty where there was none. */
  readonly body: string;
  /** How long the service asks to wait, in milliseconds (RFC 9110 section 10.2.3); null where it does not. */
  readonly retryAfterMs: number | null;
  /** What is wrong with the arguments, a sentence each; empty for other reasons. */
  readonly errors: readonly string[];

  constructor(message: string, details: QueryErrorDetails) {
    super(`${details.route}: ${message}`, details.cause === undefined ? {} : { cause: details.cause });
    this.route = details.route;
    this.reason = details.reason;
    this.status = details.status ?? null;
    this.body = (details.body ?? '').slice(0, 4_096);
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.errors = details.errors ?? [];
  }
}
