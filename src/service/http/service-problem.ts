import type { ParamProblem } from '../../http-server/problem.js';

/** Thrown where a request has no answer; the fields are those of a problem (RFC 9457). */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  /** HTTP status: 400, 404, 502, 503 or 504. */
  readonly status: number;
  readonly title: string;
  /** Sent to the client: no secrets, and untrusted text only truncated. */
  readonly detail: string;
  /** The invalid parameters, where these are the reason. */
  readonly errors: readonly ParamProblem[] | undefined;

  constructor(status: number, title: string, detail: string, errors?: readonly ParamProblem[]) {
    super(detail);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }
}

/** A 400 that names every invalid parameter. */
export function invalidParams(errors: readonly ParamProblem[]): ServiceProblem {
  const names = [...new Set(errors.map(({ parameter }) => parameter))].join(', ');
  return new ServiceProblem(400, 'Bad Request', `invalid parameters: ${names.slice(0, 300)}`, errors);
}
