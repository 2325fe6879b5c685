import { describeType } from '../../../model/describe-type.js';
import { addFamily } from '../../../model/family.js';
import { answerLimits, isJsonObject, type JsonLimits, type JsonValue } from '../../../model/json.js';
import type { ProblemOf } from '../../../model/rule.js';
import type { Failure } from '../../../model/failure.js';
import type { HttpAnswer } from '../../../net/http.js';
import { readRefusal } from '../../../net/refusal.js';
import type { FailedOutcome } from '../../http/outcome.js';
import { badEnvelope, readEnvelope, readRpcAnswer, readRpcBody } from '../../http/rpc-answer.js';
import type { JsonRpcCall, RpcResult } from '../../json/rpc-call.js';
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

/** Reads the answer to a call. */
export function readWholeAnswer(call: JsonRpcCall, answer: HttpAnswer, limits: JsonLimits): JsonRpcOutcome {
  // The compiler does not follow that the codes are those of the kind.
  return readRpcAnswer('evm', call, answer, limits) as JsonRpcOutcome;
}

/** Reads the answer to a batch (JSON-RPC 2.0 section 6). One without an answer to each call, or with errors alone, is a refusal. */
export function readBatchAnswer(calls: readonly JsonRpcCall[], answer: HttpAnswer): BatchOutcome {
  return readRpcBody('evm', 'a batch', answer, answerLimits, (value) => {
    if (!Array.isArray(value)) return badEnvelope('evm', `expected an array, got ${describeType(value)}`);
    const items = value as readonly JsonValue[];
    const outcomes = calls.map((call) => {
      // geth answers a batch that is too large with one error.
      const item = items.find((each) => isJsonObject(each) && each['id'] === call.id) ?? items[0] ?? null;
      return trim(readItem(call, item));
    });
    const refusals = outcomes.flatMap((outcome) => (outcome.kind === 'problem' ? outcome : []));
    const isWhole = items.length >= calls.length && refusals.length < calls.length;
    return (isWhole ? null : refusals[0]) ?? { kind: 'result', outcomes };
  }) as BatchOutcome;
}

function readItem(call: JsonRpcCall, value: JsonValue): JsonRpcOutcome {
  const refusal = readRefusal({ request: 'evm', call: call.method, form: 'false', value, isAnswer: true });
  return (
    refusal === null
      ? readEnvelope('evm', call, value)
      : { kind: 'problem', problem: addFamily('evm', refusal) }
  ) as JsonRpcOutcome;
}

function trim(outcome: JsonRpcOutcome): JsonRpcOutcome {
  return outcome.kind === 'result' ? { ...outcome, result: trimResult(outcome.result) } : outcome;
}
