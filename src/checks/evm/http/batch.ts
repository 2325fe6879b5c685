import type { Problem } from '../../../model/rule.js';
import type { HttpConnection } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { saysBatch } from '../../../net/words.js';
import { callAlone, type HttpCall, postOf } from '../../http/calls.js';
import type { RpcOutcome } from '../../http/json-answer.js';
import { isOpen } from '../../http/outcome.js';
import type { Asked } from '../../http/requests.js';
import { formatCall, type JsonRpcCall } from '../../json/rpc-call.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import { secondCalls } from '../calls.js';
import { type BatchOutcome, readBatchAnswer } from './json-rpc.js';

/** How long what comes instead of a refused batch may take. */
const graceMs = 2_000;

/** The second answers, each list without those that are missing, and the problem of a batch that was refused. */
export interface SecondAnswers {
  readonly chainIds: readonly RpcOutcome[];
  readonly blocks: readonly RpcOutcome[];
  readonly problems: readonly Problem[];
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
function refusesBatch(problem: Problem): boolean {
  const { detail } = problem.data;
  return !isOpen(problem) || (typeof detail === 'string' && saysBatch(detail));
}

function listAnswers(outcomes: readonly RpcOutcome[]): SecondAnswers {
  const [id, block] = outcomes.map((outcome) => (outcome.kind === 'result' ? [outcome] : []));
  return { chainIds: id ?? [], blocks: block ?? [], problems: [] };
}
