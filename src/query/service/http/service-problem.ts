import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../../../model/json.js';
import { DatabaseError } from '../database/engine.js';
import { createReply, type HeaderFields, type Reply } from '../../../http-server/reply.js';

/** An invalid parameter, by its name in the url. */
export type ParamProblem = {
  readonly parameter: string;
  readonly detail: string;
};

export interface ProblemExtras {
  /** Distinguishes problems of one status: the last part of the problem's type, in kebab-case. */
  readonly type?: string;
  readonly errors?: readonly ParamProblem[];
  /** When to try again (`Retry-After`, RFC 9110 section 10.2.3), in whole seconds. */
  readonly retryAfterSeconds?: number;
  /** How to authenticate (`WWW-Authenticate`, RFC 9110 section 11.6.1). */
  readonly challenge?: string;
  /** Further fields of the problem (RFC 9457 section 3.2). */
  readonly fields?: JsonObject;
}

/** Thrown if a request has no answer; the fields are those of a problem (RFC 9457). */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  /** HTTP status: 400, 401, 403, 404, 410, 429, 502, 503, 504 or 507. */
  readonly status: number;
  /** Sent to the client: no secrets, and untrusted text only truncated. */
  readonly detail: string;
  readonly extras: ProblemExtras;

  constructor(status: number, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.extras = extras;
  }

  /** The answer that tells it (RFC 9457 section 3). */
  toReply(headers: HeaderFields = {}): Reply {
    const { type, errors, retryAfterSeconds, challenge, fields } = this.extras;
    const problem = {
      // `about:blank` adds nothing to the status (section 4.2.1).
      type: type === undefined ? 'about:blank' : `urn:endpoint-check:${type}`,
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.detail,
      ...fields,
      errors,
    };
    return createReply(this.status, JSON.stringify(problem), {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
      ...headers,
    });
  }
}

/** A 400 that names every invalid parameter. */
export function invalidParams(errors: readonly ParamProblem[]): ServiceProblem {
  const names = [...new Set(errors.map(({ parameter }) => parameter))].join(', ');
  return new ServiceProblem(400, `invalid parameters: ${names.slice(0, 300)}`, { errors });
}

/** The 400 of a cursor whose place is invalid for its route. */
export function invalidCursor(): ServiceProblem {
  return invalidParams([{ parameter: 'cursor', detail: 'is not a cursor of this service' }]);
}

/** A 503 to a request that would wait too long. */
export function tooBusy(detail: string, retryAfterSeconds = 1): ServiceProblem {
  return new ServiceProblem(503, detail, { retryAfterSeconds });
}

/** The type of the problem while the database cannot be used. */
export const databaseFailed = 'database-failed';

/** The 503 in place of an error of the database, whose message has no secret; any other error as it is. */
export function explainDatabaseError(error: unknown): unknown {
  const extras = { type: databaseFailed, retryAfterSeconds: 5 };
  return error instanceof DatabaseError ? new ServiceProblem(503, error.message, extras) : error;
}
