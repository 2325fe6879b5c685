import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../model/json.js';
import { createReply, type Reply } from './reply.js';

/** An invalid parameter, by its name in the url. */
export type ParamProblem = {
  readonly parameter: string;
  readonly detail: string;
};

/** Why a request has no answer. */
export interface ProblemDetails {
  readonly status: number;
  readonly detail: string;
  /** Distinguishes problems with the same status; by default `about:blank`, which adds nothing to the status (RFC 9457 section 4.2.1). */
  readonly type?: string;
  /** Additional fields (RFC 9457 section 3.2). */
  readonly fields?: JsonObject;
}

/** The media type of problems (RFC 9457 section 3). */
export const problemType = 'application/problem+json';

/** Formats a problem as JSON. */
export function formatProblem({ status, detail, type = 'about:blank', fields = {} }: ProblemDetails): string {
  return JSON.stringify({ type, title: STATUS_CODES[status] ?? 'Error', status, detail, ...fields });
}

/** Replies with a problem. */
export function answerProblem(details: ProblemDetails, headers: Reply['headers'] = []): Reply {
  const common = ['content-type', problemType, 'cache-control', 'no-store'];
  return createReply(details.status, formatProblem(details), [...common, ...headers]);
}
