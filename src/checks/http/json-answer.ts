import { addFamily, failure, type Failure } from '../../model/failure.js';
import {
  answerLimits,
  isJsonObject,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
  tooComplex,
  describeType,
} from '../../model/json.js';
import type { KindWith, Problem, RuleProblem } from '../../model/rule.js';
import type { HttpAnswer } from '../../net/http.js';
import { readRefusal, type Reply } from '../../net/refusal.js';
import { type JsonRpcCall, readJsonBody, readResult, type RpcResult } from '../json/messages.js';
import type { FailedOutcome, Outcome } from './outcome.js';

/** How a kind reads its answers, and its problem for one that it cannot read. */
export interface AnswerReader<Of extends Outcome, Found extends RuleProblem> {
  readonly limits?: JsonLimits;
  /** The kind, for its family and the hints of HTTP errors. */
  readonly request: KindWith<'other-kind'>;
  readonly call: string;
  readonly form: Reply['form'];
  /** Whether an object is an answer of such an endpoint rather than of a proxy before it. */
  readonly isEndpointAnswer: (value: JsonObject) => boolean;
  /** `deviation` is how a readable answer departs from the specifications. */
  readonly read: (value: JsonValue, deviation: string | null) => Of;
  readonly malformed: (reason: string) => FailedOutcome<Found>;
}

/** Reads an HTTP answer of an endpoint that answers in JSON: as a refusal first. */
export function readJsonAnswer<Of extends Outcome, Found extends RuleProblem>(
  http: HttpAnswer,
  reader: AnswerReader<Of, Found>,
): Of | FailedOutcome<Found | Failure> {
  const { request, call, form } = reader;
  // Each kind has rules for the errors of its nodes.
  const problem = (fault: Problem) =>
    ({ kind: 'problem', problem: addFamily(request, fault as Failure) as Found | Failure }) as const;
  const body = readJsonBody(http, reader.limits);
  if (body.kind === 'grpc') return problem(failure(`${request}/other-kind`, { kind: 'grpc' }));
  const value = body.kind === 'json' ? body.value : undefined;
  const isAnswerOf = (one: JsonValue | undefined) => isJsonObject(one) && reader.isEndpointAnswer(one);
  const isAnswer = Array.isArray(value) ? value.length > 0 && value.every(isAnswerOf) : isAnswerOf(value);
  const refusal = readRefusal({ request, call, form, http, value, isAnswer });
  if (refusal !== null) return problem(refusal);
  if (body.kind === 'too-complex') return reader.malformed(tooComplex);
  if (body.kind === 'text') return problem({ code: 'not-json', data: body.data });
  return reader.read(body.value, body.hasMark ? 'it begins with a byte order mark' : null);
}

export type RpcOutcome = RpcResult | FailedOutcome<RuleProblem>;

/** Reads an HTTP answer to a call: the status first, then the envelope (JSON-RPC 2.0 section 5). One that exceeds the limits is invalid. */
export function readRpcAnswer(
  kind: KindWith<'bad-envelope'>,
  call: JsonRpcCall,
  answer: HttpAnswer,
  limits: JsonLimits = answerLimits,
): RpcOutcome {
  return readRpcBody<RpcOutcome>(kind, call.method, answer, limits, (value, mark) => {
    const outcome = readEnvelope(kind, call, value);
    // RFC 9110 section 8.4.1.3 has recipients take x-gzip for gzip; ethers in Node.js, cast and ethclient do not.
    const isMisnamed = answer.headers['content-encoding'] === 'x-gzip';
    const deviation = mark ?? (isMisnamed ? 'its content-encoding is x-gzip instead of gzip' : null);
    return outcome.kind === 'result' && deviation !== null ? { ...outcome, deviation } : outcome;
  });
}

export function readRpcBody<Of extends Outcome>(
  kind: KindWith<'bad-envelope'>,
  call: string,
  answer: HttpAnswer,
  limits: JsonLimits,
  read: (value: JsonValue, mark: string | null) => Of,
): Of | FailedOutcome<RuleProblem> {
  return readJsonAnswer<Of, RuleProblem>(answer, {
    limits,
    request: kind,
    call,
    form: 'false',
    isEndpointAnswer: (value) => Object.hasOwn(value, 'jsonrpc'),
    read,
    malformed: (reason) => badEnvelope(kind, reason),
  });
}

/** Reads what is no refusal as the answer to a call. */
export function readEnvelope(
  kind: KindWith<'bad-envelope'>,
  call: JsonRpcCall,
  value: JsonValue,
): RpcOutcome {
  if (!isJsonObject(value)) return badEnvelope(kind, `expected an object, got ${describeType(value)}`);
  const outcome = readResult(value, 'false');
  if ('reason' in outcome) return badEnvelope(kind, outcome.reason);
  return value['id'] === call.id
    ? outcome
    : badEnvelope(kind, `"id" must be ${call.id}, the id of the request`);
}

export function badEnvelope(kind: KindWith<'bad-envelope'>, reason: string): FailedOutcome<RuleProblem> {
  return { kind: 'problem', problem: { code: `${kind}/bad-envelope`, data: { reason } } };
}
