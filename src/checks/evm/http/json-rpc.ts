import {
  describeType,
  answerLimits,
  findExceededLimit,
  isJsonObject,
  type JsonValue,
} from '../../../model/json.js';
import { addFamily } from '../../../model/failure.js';
import type { RuleProblem } from '../../../model/rule.js';
import type { HttpAnswer, HttpConnection } from '../../../net/http.js';
import { limits } from '../../../net/limits.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { readRefusal } from '../../../net/refusal.js';
import { saysBatch } from '../../../net/words.js';
import { type Asked, callAlone, type HttpCall, postOf } from '../../http/requests.js';
import {
  badEnvelope,
  readEnvelope,
  readRpcAnswer,
  readRpcBody,
  type RpcOutcome,
} from '../../http/json-answer.js';
import { type FailedOutcome, isOpen } from '../../http/outcome.js';
import { formatCall, type JsonRpcCall } from '../../json/messages.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import { secondCalls, trimResult } from '../calls.js';

/** The outcomes of the calls of a batch, in their order, or why there is none. */
type BatchOutcome =
  { readonly kind: 'result'; readonly outcomes: readonly RpcOutcome[] } | FailedOutcome<RuleProblem>;

/** Reads the answer to a call of the check, and keeps only the part of its result that the check reads. */
export function readAnswer(call: JsonRpcCall, answer: HttpAnswer): RpcOutcome {
  return trim(readRpcAnswer('evm', call, answer));
}

/** Reads the answer to a batch (JSON-RPC 2.0 section 6). One without an answer to each call, or with errors alone, is a refusal. */
function readBatchAnswer(calls: readonly JsonRpcCall[], answer: HttpAnswer): BatchOutcome {
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
    : // Of JSON-RPC there is no error but its own.
      { kind: 'problem', problem: addFamily('evm', refusal) as RuleProblem };
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

/** How long what comes instead of a refused batch may take. */
const graceMs = 2_000;

/** The second answers, each list without those that are missing, and the problem of a batch that was refused. */
interface SecondAnswers {
  readonly chainIds: readonly RpcOutcome[];
  readonly blocks: readonly RpcOutcome[];
  readonly problems: readonly RuleProblem[];
}

/** Calls in one batch, as ethers 6 sends its first ones, to be made on any connection. */
export function batchOf(calls: readonly JsonRpcCall[]): HttpCall<BatchOutcome> {
  return postOf(undefined, formatCall(calls), (answer) => readBatchAnswer(calls, answer));
}

/**
 * The second answers of a batch that was sent, if any. A refusal is confirmed on a connection of its own, since others on the shared one may be the
 * reason; then the calls are made singly.
 */
export async function requestSecond(
  context: ProbeContext,
  batch: Asked<BatchOutcome>,
  callOf: (call: JsonRpcCall) => HttpCall<RpcOutcome>,
): Promise<SecondAnswers> {
  const shared = await batch.extra();
  if (shared === null) return listAnswers([]);
  const isDoubtful =
    shared.kind === 'problem' && (refusesBatch(shared.problem) || shared.problem.code === 'net/reset');
  const outcome = isDoubtful ? await callAlone(context, batchOf(secondCalls), graceMs) : shared;
  if (outcome.kind === 'result') return listAnswers(outcome.outcomes);
  if (!refusesBatch(outcome.problem)) return listAnswers([]);
  const sendSingly = async (connection: HttpConnection): Promise<BatchOutcome> => {
    const outcomes = await Promise.all(secondCalls.map((call) => callOf(call)(connection)));
    return { kind: 'result', outcomes };
  };
  const singly = await callAlone(context, sendSingly, graceMs);
  const data = { detail: describeBriefly(outcome.problem) };
  return {
    ...listAnswers(singly.kind === 'result' ? singly.outcomes : []),
    problems: [{ code: 'evm/no-batch', data }],
  };
}

/** Whether a batch is refused as one. A limit, a challenge or no answer proves nothing, unless it names the batch: -32005 is no limit then. */
function refusesBatch(problem: RuleProblem): boolean {
  const { detail } = problem.data;
  return !isOpen(problem) || (typeof detail === 'string' && saysBatch(detail));
}

function listAnswers(outcomes: readonly RpcOutcome[]): SecondAnswers {
  const [id, block] = outcomes.map((outcome) => (outcome.kind === 'result' ? [outcome] : []));
  return { chainIds: id ?? [], blocks: block ?? [], problems: [] };
}
