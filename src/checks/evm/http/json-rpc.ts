import {
  describeType,
  answerLimits,
  findExceededLimit,
  isJsonObject,
  type JsonValue,
} from '../../../model/json.js';
import { addFamily } from '../../../model/failure.js';
import type { Problem } from '../../../model/rule.js';
import type { HttpAnswer } from '../../../net/http.js';
import { readRefusal } from '../../../net/refusal.js';
import type { FailedOutcome } from '../../http/outcome.js';
import {
  badEnvelope,
  readEnvelope,
  readRpcAnswer,
  readRpcBody,
  type RpcOutcome,
} from '../../http/json-answer.js';
import type { JsonRpcCall } from '../../json/rpc-call.js';
import { trimResult } from '../calls.js';
import { limits } from '../../../net/limits.js';

/** The outcomes of the calls of a batch, in their order, or why there is none. */
export type BatchOutcome =
  { readonly kind: 'result'; readonly outcomes: readonly RpcOutcome[] } | FailedOutcome<Problem>;

/** Reads the answer to a call of the check, and keeps only the part of its result that the check reads. */
export function readAnswer(call: JsonRpcCall, answer: HttpAnswer): RpcOutcome {
  return trim(readRpcAnswer('evm', call, answer));
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
  });
}

function readItem(call: JsonRpcCall, value: JsonValue): RpcOutcome {
  const refusal = readRefusal({ request: 'evm', call: call.method, form: 'false', value, isAnswer: true });
  return refusal === null
    ? readEnvelope('evm', call, value)
    : { kind: 'problem', problem: addFamily('evm', refusal) };
}

function trim(outcome: RpcOutcome): RpcOutcome {
  return outcome.kind === 'result' ? { ...outcome, result: trimResult(outcome.result) } : outcome;
}

/**
 * Reads the beginning of an answer beyond the limit. Null unless it begins as one with a block: an object whose `result` has a list of hashes of
 * transactions, which alone makes a block so large. Most nodes write the header before that list, and then it is read. What a node writes after the
 * list, even fields of the envelope, is unknown.
 */
export function readLargeBlock(call: JsonRpcCall, beginning: HttpAnswer): RpcOutcome | null {
  const value = parseBeginning(beginning.body);
  if (!isJsonObject(value) || !isJsonObject(value['result'])) return null;
  const { transactions } = value['result'];
  if (!Array.isArray(transactions) || transactions.length === 0 || !transactions.every(isHash)) return null;
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...value }));
  const outcome = readAnswer(call, { ...beginning, body });
  return outcome.kind === 'result' ? { ...outcome, limitBytes: limits.httpBodyBytes } : null;
}

function isHash(value: JsonValue): boolean {
  return typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value);
}

/** The value of a JSON text that was cut off, without what follows its last comma; null if it is not JSON. */
function parseBeginning(bytes: Buffer): JsonValue {
  if (findExceededLimit(bytes, answerLimits) !== null) return null;
  const text = bytes.toString('utf8');
  let closing = '';
  let inString = false;
  let cut = { at: 0, closing: '' };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '{') closing = `}${closing}`;
    else if (character === '[') closing = `]${closing}`;
    else if (character === '}' || character === ']') closing = closing.slice(1);
    else if (character === ',') cut = { at, closing };
  }
  try {
    return JSON.parse(text.slice(0, cut.at) + cut.closing) as JsonValue;
  } catch {
    return null;
  }
}
