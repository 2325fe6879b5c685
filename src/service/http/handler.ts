import type { JsonValue } from '../../model/json.js';
import type { RouteParams } from '../../query/request-path.js';
import type { WrongParameter } from './problem.js';

/** What answers a route: checked arguments by the client's names to the JSON of the answer. Throws a ServiceProblem where there is none. */
export type Handler = (given: RouteParams, context: HandlerContext) => Promise<JsonValue>;

/** One request. */
export interface HandlerContext {
  /** Aborts when the client has gone or the deadline of the request is over. */
  readonly signal: AbortSignal;
}

/** Why a request has no answer, as RFC 9457 has it. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  /** HTTP status: 400, 404, 502, 503 or 504. */
  readonly status: number;
  readonly title: string;
  /** Told to the caller: it holds no secret and no stranger's words but clipped ones. */
  readonly detail: string;
  /** The parameters that are wrong, where that is why. */
  readonly errors: readonly WrongParameter[] | undefined;

  constructor(status: number, title: string, detail: string, errors?: readonly WrongParameter[]) {
    super(detail);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }
}

/** A 400 that names every parameter that is wrong. */
export function wrongParameters(errors: readonly WrongParameter[]): ServiceProblem {
  const names = errors.map(({ parameter }) => parameter).join(', ');
  return new ServiceProblem(400, 'Bad Request', `wrong parameters: ${names.slice(0, 300)}`, errors);
}
