import { describeType } from '../../model/describe-type.js';
import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { answerLimits, isJsonObject, type JsonLimits, type JsonValue } from '../../model/json.js';
import type { Problem } from '../../model/rule.js';
import type { HttpAnswer } from '../../net/http.js';
import { readJsonAnswer } from './json-answer.js';
import type { FailedOutcome, Outcome } from './outcome.js';
import { type JsonRpcCall, readResult, type RpcResult } from '../json/rpc-call.js';

export type RpcOutcome = RpcResult | FailedOutcome<Problem>;

/** Reads an HTTP answer to a call: the status first, then the envelope (JSON-RPC 2.0 section 5). One that exceeds the limits is invalid. */
export function readRpcAnswer(
  kind: EndpointKind,
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

/** Reads the body of an answer to a call, or to several. */
export function readRpcBody<Of extends Outcome>(
  kind: EndpointKind,
  call: string,
  answer: HttpAnswer,
  limits: JsonLimits,
  read: (value: JsonValue, mark: string | null) => Of,
): Of | FailedOutcome<Problem> {
  return readJsonAnswer<Of, Problem>(answer, {
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
export function readEnvelope(kind: EndpointKind, call: JsonRpcCall, value: JsonValue): RpcOutcome {
  if (!isJsonObject(value)) return badEnvelope(kind, `expected an object, got ${describeType(value)}`);
  const outcome = readResult(value, 'false');
  if ('reason' in outcome) return badEnvelope(kind, outcome.reason);
  return value['id'] === call.id
    ? outcome
    : badEnvelope(kind, `"id" must be ${call.id}, the id of the request`);
}

export function badEnvelope(kind: EndpointKind, reason: string): FailedOutcome<Problem> {
  return { kind: 'problem', problem: { code: `${kind}/bad-envelope`, data: { reason } } };
}
