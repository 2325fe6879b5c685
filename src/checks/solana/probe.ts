import type { ChainClaim } from '../../model/entry.js';
import { isJsonObject } from '../../model/json.js';
import type { RuleProblem } from '../../model/rule.js';
import { solanaHash, solanaIdLength } from '../../model/kind.js';
import { truncate } from '../../model/text.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { type Head, readBlockTime } from '../block/stale.js';
import { callNext, type HttpCall, postOf, type Requests } from '../http/requests.js';
import type { PageRequest } from '../http/cors.js';
import { readRpcAnswer, type RpcOutcome } from '../http/json-answer.js';
import { formatCall, type JsonRpcCall } from '../json/messages.js';
import { noAnswers, type NodeObservation, toleranceBlocks } from '../node/observation.js';
import { type HttpNodeAnswers, probeOverHttp } from '../node/probe-over-http.js';
import { describeBriefly } from '../rules/describe-briefly.js';

/** The calls of a check (https://solana.com/docs/rpc/http). */
const getSlot: JsonRpcCall = { id: 1, method: 'getSlot', params: [] };
const getGenesisHash: JsonRpcCall = { id: 2, method: 'getGenesisHash', params: [] };
const getHealth: JsonRpcCall = { id: 3, method: 'getHealth', params: [] };
const getVersion: JsonRpcCall = { id: 4, method: 'getVersion', params: [] };
const firstTimeId = 10;

/** How far before the newest slot a block is looked for: a slot may have none, or not yet (solana-labs/solana#25398). */
const stepsBack = [0, 1, 2, 4, 8];
/** "Block not available", and "slot was skipped" in two forms: any other error would come for each slot. */
const slotCodes: readonly unknown[] = [-32004, -32007, -32009];
/** A node that is behind, or that does not know by how much (crate solana-rpc-client-api, `NODE_UNHEALTHY`). */
const unhealthyCode = -32005;

/**
 * Requests the newest slot and the genesis hash, each twice on the first attempt, the health and the version, and then when the newest block was made.
 * In single calls, since nodes refuse large batches.
 */
export function probe(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  const first = { method: 'POST', route: '' } as const;
  return probeOverHttp({ first, ask, listing }, context, attempt);
}

const listing = {
  listedAs: 'solana',
  answers: ['solana/not-json', 'solana/method-missing', 'solana/bad-envelope', 'solana/malformed-response'],
} as const;

async function ask(requests: Requests): Promise<HttpNodeAnswers> {
  const request = (call: JsonRpcCall) => requests.ask(callOf(call));
  const [slot, genesis, health] = [request(getSlot), request(getGenesisHash), request(getHealth)];
  const further = [health, request(getSlot), request(getGenesisHash), request(getVersion)];
  const pages = [formatPage(requests.context)];
  const newest = await slot.required();
  const slotOf = readSlot(newest);
  if (typeof slotOf !== 'number') return { ...noAnswers, problem: slotOf, pages };
  const id = await genesis.next();
  const [state, second, secondId, software] = await Promise.all(further.map((asked) => asked.extra()));
  const ids = [id, secondId].flatMap((outcome) => readId(outcome ?? null) ?? []);
  const head = await findHead(requests, slotOf);
  const otherSlot = second?.kind === 'result' ? readSlot(second) : null;
  // Of nodes of one chain, the time tells how far apart they are.
  const isApart = typeof otherSlot === 'number' && Math.abs(slotOf - otherSlot) > toleranceBlocks;
  const other = isApart ? await findHead(requests, otherSlot) : null;
  return {
    ...noAnswers,
    problem: null,
    pages,
    chainIds: ids,
    heads: [head, other].flatMap((answer) => answer?.head ?? []),
    syncing: readHealth(state ?? null),
    headProblem: head.problem,
    problems: judgeForm([newest, id]),
    facts: { version: readVersion(software ?? null) },
    judgeClaim: (claim) => judgeClaim(ids, id, claim),
  };
}

/** The block of a slot, or of one shortly before it. */
async function findHead(
  { context, connection }: Requests,
  slot: number,
): Promise<{ readonly head: Head | null; readonly problem: RuleProblem | null }> {
  let problem: RuleProblem | null = null;
  for (const [at, step] of stepsBack.entries()) {
    const height = slot - step;
    if (height < 0) break;
    const call = { id: firstTimeId + at, method: 'getBlockTime', params: [height] };
    const outcome = await callNext(context, connection, callOf(call));
    const time = outcome.kind === 'result' ? outcome.result : null;
    if (typeof time === 'number' && Number.isSafeInteger(time) && time >= 0)
      return { head: { height, ...readBlockTime(BigInt(time)) }, problem: null };
    problem = outcome.kind === 'problem' ? outcome.problem : noTime;
    if (outcome.kind === 'problem' && !slotCodes.includes(problem.data['code'])) break;
  }
  return { head: null, problem };
}

const noTime: RuleProblem = {
  code: 'solana/malformed-response',
  data: { reason: 'getBlockTime answers no time' },
};

/** A slot, or why the answer holds none. */
function readSlot(outcome: RpcOutcome): number | RuleProblem {
  if (outcome.kind === 'problem') return outcome.problem;
  const { result } = outcome;
  const isSlot = typeof result === 'number' && Number.isSafeInteger(result) && result >= 0;
  const data = { call: getSlot.method, reason: 'expected a number' };
  return isSlot ? result : { code: 'solana/malformed-response', data };
}

function readId(outcome: RpcOutcome | null): string | null {
  const id = outcome?.kind === 'result' ? outcome.result : null;
  return typeof id === 'string' && solanaHash.test(id) ? id : null;
}

/** Whether it is catching up: a healthy node answers "ok", another one an error. */
function readHealth(outcome: RpcOutcome | null): readonly boolean[] {
  if (outcome?.kind === 'result') return outcome.result === 'ok' ? [false] : [];
  return outcome?.problem.data['code'] === unhealthyCode ? [true] : [];
}

function readVersion(outcome: RpcOutcome | null): string | null {
  const result = outcome?.kind === 'result' ? outcome.result : null;
  const version = isJsonObject(result) ? result['solana-core'] : null;
  return typeof version === 'string' ? truncate(version) : null;
}

/** How the answers depart from the specifications, though they can be read. */
function judgeForm(outcomes: readonly RpcOutcome[]): RuleProblem[] {
  const [reason] = outcomes.flatMap((outcome) =>
    outcome.kind === 'result' ? (outcome.deviation ?? []) : [],
  );
  return reason === undefined ? [] : [{ code: 'solana/nonstandard-answer', data: { reason } }];
}

function judgeClaim(
  ids: readonly string[],
  outcome: RpcOutcome,
  { chainId: expected, field }: ChainClaim,
): RuleProblem[] {
  const [actual] = ids;
  // If one of two ids is right, `chain/unsteady` reports the other.
  if (ids.some((id) => id.slice(0, solanaIdLength) === expected.slice(0, solanaIdLength))) return [];
  if (actual !== undefined) return [{ code: 'solana/wrong-chain', data: { expected, actual, field } }];
  // An endpoint that limits the rate may serve this chain or another.
  if (outcome.kind === 'problem' && outcome.problem.code === 'net/rate-limited') return [outcome.problem];
  const detail = outcome.kind === 'problem' ? describeBriefly(outcome.problem) : 'not a hash';
  return [{ code: 'solana/chain-unknown', data: { expected, detail } }];
}

/** A request as a page makes it with @solana/kit, whose transport names itself in a field of its own. */
function formatPage({ target: { path } }: ProbeContext): PageRequest {
  const headers = { 'content-type': 'application/json', 'solana-client': 'js/1' };
  return { method: 'POST', path, headers, body: formatCall(getSlot) };
}

function callOf(call: JsonRpcCall): HttpCall<RpcOutcome> {
  return postOf(undefined, formatCall(call), (answer) => readRpcAnswer('solana', call, answer));
}
