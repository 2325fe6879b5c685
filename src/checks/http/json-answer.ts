import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { failure, type Failure } from '../../model/failure.js';
import {
  isJsonObject,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
  tooComplex,
} from '../../model/json.js';
import type { Problem } from '../../model/rule.js';
import type { HttpAnswer } from '../../net/http.js';
import { classifyHttpStatus } from '../../net/http-status.js';
import type { Outcome } from './calls.js';
import { type NotJsonData, readBareLimit, readJsonBody } from '../json/body.js';

/** How a kind reads its answers, and its problems for those that it cannot read. */
export interface AnswerReader<Of extends Outcome, Found extends Problem> {
  /** Those of the check by default. */
  readonly limits?: JsonLimits;
  /** The kind, for the hints of HTTP errors. */
  readonly request: EndpointKind;
  /** Whether an object is an answer of such an endpoint rather than of a proxy before it. */
  readonly isEndpointAnswer: (value: JsonObject) => boolean;
  /** The problem of an answer that is an error; null for any other. */
  readonly readError: (value: JsonValue) => Found | Failure | null;
  /** `deviation` is how a readable answer departs from the specifications. */
  readonly read: (value: JsonValue, deviation: string | null) => Of;
  readonly tooComplex: (reason: string) => Found;
  readonly notJson: (data: NotJsonData) => Found;
}

/** Reads an HTTP answer of an endpoint that answers in JSON: the status first, then the body. */
export function readJsonAnswer<Of extends Outcome, Found extends Problem>(
  answer: HttpAnswer,
  reader: AnswerReader<Of, Found>,
): Of | { readonly kind: 'problem'; readonly problem: Found | Failure } {
  const problem = (found: Found | Failure) => ({ kind: 'problem', problem: found }) as const;
  const { status, headers } = answer;
  const refusal = classifyHttpStatus(status, headers, reader.request, answer.body);
  const body = readJsonBody(answer, reader.limits);
  if (body.kind === 'too-complex') return problem(reader.tooComplex(tooComplex));
  if (body.kind === 'grpc') return problem(failure(`${reader.request}/other-kind`, { kind: 'grpc' }));
  const value = body.kind === 'json' ? body.value : null;
  // With 2xx, an answer of such an endpoint is no page of a bot protection, whatever words it holds.
  const isAnswered = isJsonObject(value) && reader.isEndpointAnswer(value) && status <= 299;
  const limit = readBareLimit(value ?? body.text);
  if (refusal !== null && !isAnswered) {
    if (refusal.code === 'http/challenged') return problem(refusal);
    const error = reader.readError(value) ?? limit;
    return problem(error !== null && isMoreSpecific(error, refusal) ? error : refusal);
  }
  if (limit !== null) return problem(limit);
  if (body.kind === 'text') return problem(reader.notJson(body.data));
  const error = reader.readError(body.value);
  return error === null
    ? reader.read(body.value, body.hasMark ? 'it begins with a byte order mark' : null)
    : problem(error);
}

/**
 * A node may send its own error with an HTTP error, and that is more specific than a bare status. A 429 is kept: it may
 * have a Retry-After.
 */
function isMoreSpecific(error: Problem, { code }: Failure): boolean {
  if (code === 'net/rate-limited' || error.code.endsWith('/bad-envelope')) return false;
  return code === 'http/status' || error.code.endsWith('/key-required') || error.code === 'net/rate-limited';
}
