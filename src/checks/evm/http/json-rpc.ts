import { addFamily } from '../../../model/family.js';
import { answerLimits, isJsonObject, type JsonLimits, type JsonValue } from '../../../model/json.js';
import type { ProblemOf } from '../../../model/rule.js';
import type { Failure } from '../../../model/failure.js';
import type { HttpAnswer } from '../../../net/http.js';
import { readRefusal } from '../../../net/refusal.js';
import type { FailedOutcome, Outcome } from '../../http/outcome.js';
import { readJsonAnswer } from '../../http/json-answer.js';
import { nameType } from '../../json/body.js';
import { type JsonRpcCall, readResult, type RpcResult } from '../../json/rpc-call.js';
import { trimResult } from '../outcome.js';
import type { EvmData } from './rules.js';

type EvmProblem = ProblemOf<EvmData> | Failure;

/** The result of a call, or the problem of its answer. */
export type JsonRpcOutcome = RpcResult | FailedOutcome<EvmProblem>;

/** The outcomes of the calls of a batch, in their order, or why there is none. */
export type BatchOutcome =
  { readonly kind: 'result'; readonly outcomes: readonly JsonRpcOutcome[] } | FailedOutcome<EvmProblem>;

/** Reads the answer to a call of the check, and keeps only the part of its result that the check reads. */
export function readAnswer(call: JsonRpcCall, answer: HttpAnswer): JsonRpcOutcome {
  return trim(readWholeAnswer(call, answer, answerLimits));
}

/**
 * Reads an HTTP answer as the answer to a call: the status first, then the envelope (JSON-RPC 2.0 section 5). An answer that
 * exceeds the limits is invalid.
 */
export function readWholeAnswer(call: JsonRpcCall, answer: HttpAnswer, limits: JsonLimits): JsonRpcOutcome {
  return readBody(answer, call.method, limits, (value, mark) => {
    const outcome = readEnvelope(call, value);
    const deviation = mark ?? describeEncoding(answer);
    return outcome.kind === 'result' && deviation !== null ? { ...outcome, deviation } : outcome;
  });
}

/** Reads the answer to a batch (JSON-RPC 2.0 section 6). One without an answer to each call, or with errors alone, is a refusal. */
export function readBatchAnswer(calls: readonly JsonRpcCall[], answer: HttpAnswer): BatchOutcome {
  return readBody<BatchOutcome>(answer, 'a batch', answerLimits, (value) => {
    if (!Array.isArray(value)) return badEnvelope(`expected an array, got ${nameType(value)}`);
    const items = value as readonly JsonValue[];
    const outcomes = calls.map((call) => {
      // geth answers a batch that is too large with one error.
      const item = items.find((each) => isJsonObject(each) && each['id'] === call.id) ?? items[0] ?? null;
      return trim(readItem(call, item));
    });
    const refusals = outcomes.flatMap((outcome) => (outcome.kind === 'problem' ? outcome : []));
    const isWhole = items.length >= calls.length && refusals.length < calls.length;
    return (isWhole ? null : refusals[0]) ?? { kind: 'result', outcomes };
  });
}

function readBody<Of extends Outcome>(
  answer: HttpAnswer,
  call: string,
  limits: JsonLimits,
  read: (value: JsonValue, mark: string | null) => Of,
): Of | FailedOutcome<EvmProblem> {
  return readJsonAnswer<Of, ProblemOf<EvmData>>(answer, {
    limits,
    request: 'evm',
    call,
    form: 'false',
    isEndpointAnswer: (value) => Object.hasOwn(value, 'jsonrpc'),
    read,
    tooComplex: (reason) => badEnvelope(reason).problem,
    notJson: (data) => ({ code: 'evm/not-json', data }),
  });
}

/** An answer of a batch. */
function readItem(call: JsonRpcCall, value: JsonValue): JsonRpcOutcome {
  const refusal = readRefusal({ request: 'evm', call: call.method, form: 'false', value, isAnswer: true });
  return refusal === null
    ? readEnvelope(call, value)
    : { kind: 'problem', problem: addFamily('evm', refusal) as EvmProblem };
}

function readEnvelope(call: JsonRpcCall, value: JsonValue): JsonRpcOutcome {
  if (!isJsonObject(value)) return badEnvelope(`expected an object, got ${nameType(value)}`);
  const outcome = readResult(value, 'false');
  if ('reason' in outcome) return badEnvelope(outcome.reason);
  return value['id'] === call.id ? outcome : badEnvelope(`"id" must be ${call.id}, the id of the request`);
}

function trim(outcome: JsonRpcOutcome): JsonRpcOutcome {
  return outcome.kind === 'result' ? { ...outcome, result: trimResult(outcome.result) } : outcome;
}

/** RFC 9110 section 8.4.1.3 has recipients take x-gzip for gzip; ethers in Node.js, cast and ethclient do not. */
function describeEncoding({ headers }: HttpAnswer): string | null {
  return headers['content-encoding'] === 'x-gzip' ? 'its content-encoding is x-gzip instead of gzip' : null;
}

function badEnvelope(reason: string) {
  return { kind: 'problem', problem: { code: 'evm/bad-envelope', data: { reason } } } as const;
}
