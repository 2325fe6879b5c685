import { copyPrefix } from '../../model/text.js';
import type { RouteName } from './answers.generated.js';
import { isJsonObject } from '../../model/json.js';

/** Why a call failed. */
export type QueryFailure =
  /** Invalid parameters; nothing was sent. */
  | 'invalid-params'
  /** The service answered with a status other than 2xx. */
  | 'status'
  /** The answer is not JSON. */
  | 'not-json'
  /** With `validateAnswers`: the answer is not as the OpenAPI schema describes it. */
  | 'invalid-answer'
  /** The answer has more bytes, values or levels than the client reads. */
  | 'too-large'
  /** No complete answer within `timeoutMs`, and no status other than 2xx before. */
  | 'timeout'
  /** The caller's signal aborted. */
  | 'aborted'
  /** The connection could not be made, or broke. */
  | 'connection'
  /** Of pages: it is unknown whether more follows; the pages before are valid. */
  | 'incomplete';

/** The details of a failed call. */
export interface QueryErrorDetails {
  readonly route: RouteName;
  readonly reason: QueryFailure;
  readonly status?: number;
  readonly body?: string;
  readonly retryAfterMs?: number | null;
  readonly errors?: readonly string[];
  readonly cause?: unknown;
}

/** A call that failed. Never holds the token. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly route: RouteName;
  readonly reason: QueryFailure;
  /** HTTP status of the answer; null if there was none. */
  readonly status: number | null;
  /** The beginning of the answer's body, at most 4,096 characters; empty if there was none. */
  readonly body: string;
  /** Retry-After in milliseconds (RFC 9110 section 10.2.3); null without it. */
  readonly retryAfterMs: number | null;
  /** One message for each invalid parameter, or for the first field of an `invalid-answer`; empty for other reasons. */
  readonly errors: readonly string[];

  constructor(message: string, details: QueryErrorDetails) {
    super(`${details.route}: ${message}`, details.cause === undefined ? {} : { cause: details.cause });
    this.route = details.route;
    this.reason = details.reason;
    this.status = details.status ?? null;
    this.body = copyPrefix(details.body ?? '', 4_096);
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.errors = details.errors ?? [];
  }
}

/** How a service describes an error (RFC 9457). */
export interface ProblemDetails {
  /** The type, which distinguishes problems of one status; empty if there is none. */
  readonly type: string;
  /** The detail of this occurrence, else the title of its type. */
  readonly detail: string;
  /** One message for each invalid parameter; empty if the service names none. */
  readonly errors: readonly string[];
}

/** Reads problem details, whatever the content type; null for a body without any. All strings are untrusted text. */
export function parseProblem(body: string): ProblemDetails | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  if (!isJsonObject(value)) return null;
  const { type, detail, title, errors } = value;
  const text = [detail, title].find((field) => typeof field === 'string' && field !== '');
  if (typeof text !== 'string') return null;
  return {
    type: typeof type === 'string' ? type : '',
    detail: text,
    errors: (Array.isArray(errors) ? errors : []).flatMap((error: unknown) =>
      isJsonObject(error) && typeof error['parameter'] === 'string' && typeof error['detail'] === 'string'
        ? [`${error['parameter']}: ${error['detail']}`]
        : [],
    ),
  };
}
