import { isJsonObject } from '../../model/json.js';

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
