import { STATUS_CODES } from 'node:http';
import { createReply, type Reply } from './reply.js';

/** An invalid parameter, by its name in the url. */
export interface ParamProblem {
  readonly parameter: string;
  readonly detail: string;
}

/** Why a request has no answer. */
export interface ProblemDetails {
  readonly status: number;
  /** The reason phrase of the status by default. */
  readonly title?: string;
  readonly detail: string;
  readonly errors?: readonly ParamProblem[] | undefined;
}

/** The media type of problems (RFC 9457 section 3). */
export const problemType = 'application/problem+json';

/** A problem in JSON. Its type is `about:blank`: its status says what kind it is (RFC 9457 section 4.2.1). */
export function formatProblem({ status, title, detail, errors }: ProblemDetails): string {
  return JSON.stringify({
    type: 'about:blank',
    title: title ?? STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(errors === undefined ? {} : { errors }),
  });
}

/** Replies with a problem. */
export function answerProblem(details: ProblemDetails, headers: Reply['headers'] = []): Reply {
  const common = ['content-type', problemType, 'cache-control', 'no-store'];
  return createReply(details.status, formatProblem(details), [...common, ...headers]);
}
