import { answerLimits, isJsonObject, type JsonLimits, type JsonValue } from '../../../model/json.js';
import type { ProblemOf } from '../../../model/rule.js';
import type { Failure } from '../../../model/failure.js';
import type { HttpAnswer } from '../../../net/http.js';
import { readJsonAnswer } from '../../http/json-answer.js';
import { nameType } from '../../json/body.js';
import { describeBesideResult } from '../../../net/refusal.js';
import type { JsonRpcCall } from '../../json/rpc-call.js';
import { type EvmResult, trimResult } from '../outcome.js';
import type { EvmData } from './rules.js';

/** The result of a call, or the problem of its answer. */
export type JsonRpcOutcome =
  EvmResult | { readonly kind: 'problem'; readonly problem: ProblemOf<EvmData> | Failure };

/** Reads the answer to a call of the check, and keeps only the part of its result that the check reads. */
export function readAnswer(call: JsonRpcCall, answer: HttpAnswer): JsonRpcOutcome {
  const outcome = readWholeAnswer(call, answer, answerLimits);
  return outcome.kind === 'result' ? { ...outcome, result: trimResult(outcome.result) } : outcome;
}

/**
 * Reads an HTTP answer as the answer to a call: the status first, then the envelope (JSON-RPC 2.0 section 5). An answer that
 * exceeds the limits is invalid.
 */
export function readWholeAnswer(call: JsonRpcCall, answer: HttpAnswer, limits: JsonLimits): JsonRpcOutcome {
  return readJsonAnswer<JsonRpcOutcome, ProblemOf<EvmData>>(answer, {
    limits,
    request: 'evm',
    call: call.method,
    form: 'false',
    isEndpointAnswer: (value) => Object.hasOwn(value, 'jsonrpc'),
    read: (value, deviation) => readEnvelope(call, value, deviation ?? describeEncoding(answer)),
    tooComplex: (reason) => badEnvelope(reason).problem,
    notJson: (data) => ({ code: 'evm/not-json', data }),
  });
}

function readEnvelope(call: JsonRpcCall, value: JsonValue, deviation: string | null): JsonRpcOutcome {
  if (!isJsonObject(value)) return badEnvelope(`expected an object, got ${nameType(value)}`);
  if (value['jsonrpc'] !== '2.0') return badEnvelope('"jsonrpc" must be "2.0"');
  if (value['id'] !== call.id) return badEnvelope(`"id" must be ${call.id}, the id of the request`);
  const { result } = value;
  if (result === undefined) return badEnvelope('neither "result" nor "error"');
  const departs = deviation ?? describeBesideResult(value, 'false');
  return { kind: 'result', result, ...(departs === null ? {} : { deviation: departs }) };
}

/** RFC 9110 section 8.4.1.3 has recipients take x-gzip for gzip; ethers in Node.js, cast and ethclient do not. */
function describeEncoding({ headers }: HttpAnswer): string | null {
  return headers['content-encoding'] === 'x-gzip' ? 'its content-encoding is x-gzip instead of gzip' : null;
}

function badEnvelope(reason: string) {
  return { kind: 'problem', problem: { code: 'evm/bad-envelope', data: { reason } } } as const;
}
