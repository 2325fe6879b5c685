import { STATUS_CODES } from 'node:http';
import { createReply, type Reply } from './reply.js';

/** A parameter that is wrong, by its name in the url. */
export interface ParamProblem {
  readonly parameter: string;
  readonly detail: string;
}

/** Why a request has no answer. */
export interface ProblemDetails {
  readonly status: number;
  /** The status in words where it is not given. */
  readonly title?: string;
  readonly detail: string;
  readonly errors?: readonly ParamProblem[] | undefined;
}

/** The media type of problems (RFC 9457 section 3). */
export const problemType = 'application/problem+json';

/** The text of a problem. Its type is `about:blank`: there is no more to it than its status and what it says. */
export function formatProblem({ status, title, detail, errors }: ProblemDetails): string {
  return JSON.stringify({
    type: 'about:blank',
    title: title ?? STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(errors === undefined ? {} : { errors }),
  });
}

/** A problem as an answer. */
export function answerProblem(details: ProblemDetails, headers: Reply['headers'] = []): Reply {
  const common = ['content-type', problemType, 'cache-control', 'no-store'];
  return createReply(details.status, formatProblem(details), [...common, ...headers]);
}
