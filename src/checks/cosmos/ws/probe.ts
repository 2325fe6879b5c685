import type { Failure } from '../../../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import { PhaseClock, type ProbeContext } from '../../../net/probe-context.js';
import { runInTime } from '../../http/requests.js';
import type { JsonRpcCall } from '../../json/messages.js';
import type { NodeObservation } from '../../node/observation.js';
import { appendPath } from '../../url/http-url.js';
import { endsInWebsocket, explainUpgrade } from '../../websocket/identify.js';
import {
  type CallOutcome,
  type CallProblem,
  isTooLarge,
  type WebSocketCalls,
} from '../../websocket/calls.js';
import {
  callOnAnother,
  nameProblem,
  probeOverWebSocket,
  readSubscription,
  type Subscription,
  type WebSocketNodeAnswers,
  type WebSocketRequests,
} from '../../websocket/probe-over-websocket.js';
import { type CosmosCalls, createFurther } from '../capabilities.js';
import { type CometReading, createCometCalls, readCometStatus } from '../comet.js';
import { describeCosmosNode } from '../judge.js';
import { formatWsTarget, websocketPath } from './url.js';

/** The routes of CometBFT, https://docs.cometbft.com/v0.38/rpc/. */
const getStatus: JsonRpcCall = { id: 1, method: 'status', params: {} };
const getStatusAgain: JsonRpcCall = { ...getStatus, id: 3 };
const subscribe: JsonRpcCall = { id: 2, method: 'subscribe', params: { query: "tm.event='NewBlock'" } };

/** How long the second status may take after all else. */
const graceMs = 500;
/** How long trying other paths may take, in addition to the check itself. */
const findMs = 3_000;

/** The first attempt sends all at once, the status twice, since some proxies pass each message to another node; later ones subscribe last. */
export function probe(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  return probeOverWebSocket({ ...websocket, ask, explain: explainFailure }, context, attempt);
}

const websocket = { kind: 'ws', isEvent, none: 'false or empty' } as const;

async function ask(requests: WebSocketRequests): Promise<WebSocketNodeAnswers> {
  const { context, calls, attempt } = requests;
  const first = calls.call(getStatus);
  const early = attempt === 1 ? calls.call(subscribe) : null;
  const repeated = attempt === 1 ? calls.call(getStatusAgain) : null;
  const shared = readStatus(await first);
  // An event may come before an answer that takes longer than the subscription.
  const isLate = early !== null && 'problem' in shared && isTooLarge(shared.problem);
  if (isLate)
    return callOnAnother(context, websocket, (alone) => ask({ ...requests, calls: alone, attempt: 2 }));
  if ('problem' in shared) return { problem: shared.problem };
  const confirmed = read(await (early ?? calls.call(subscribe)));
  const isPossiblyEvent = confirmed.kind === 'problem' && isTooLarge(confirmed.problem);
  const again = repeated === null ? aborted : await waitAtMost(repeated, graceMs);
  const second = again === aborted ? null : readStatus(again);
  const statuses = second === null || 'problem' in second ? [shared] : [shared, second];
  const [reason] = statuses.flatMap(({ deviation }) => deviation ?? []);
  const problems = reason === undefined ? [] : [{ code: 'ws/nonstandard-answer', data: { reason } } as const];
  const node = describeCosmosNode('ws', statuses, { problems });
  return {
    problem: null,
    node,
    subscription: isPossiblyEvent ? await subscribeAlone(context) : confirmed,
    further: createFurther('ws', node, () => createCalls(calls)),
  };
}

function createCalls({ call }: WebSocketCalls): CosmosCalls {
  // After those of the check.
  let id = 10;
  return createCometCalls(async (method, params) => {
    const texts = Object.entries(params).map(([name, value]) => [name, value && String(value)]);
    const outcome = await call({ id: id++, method, params: Object.fromEntries(texts) as JsonObject });
    if (outcome.kind === 'problem') return { kind: 'problem', problem: nameProblem('ws', outcome.problem) };
    return { kind: 'result', value: isJsonObject(outcome.result) ? outcome.result : {} };
  });
}

/** On a second websocket, if a message beyond the limit came before the confirmation: a node sends a large block that it just made first. */
function subscribeAlone(context: ProbeContext): Promise<Subscription> {
  return callOnAnother(context, websocket, async (calls) => read(await calls.call(subscribe)));
}

/** An event has the id of its subscription, and its query (CometBFT, `ResultEvent` in rpc/core/types). */
function isEvent({ result }: JsonObject): boolean {
  return isJsonObject(result) && typeof result['query'] === 'string' && isJsonObject(result['data']);
}

function readStatus(outcome: CallOutcome): CometReading | { readonly problem: CallProblem } {
  if (outcome.kind === 'problem') return outcome;
  const reading = readCometStatus(outcome.result);
  if (!('reason' in reading)) return { ...reading, deviation: outcome.deviation ?? reading.deviation };
  return { problem: { code: 'malformed-response', data: { call: 'status', reason: reading.reason } } };
}

function read(outcome: CallOutcome): Subscription {
  const findFault = (result: JsonValue) => (isJsonObject(result) ? null : 'expected an object');
  return readSubscription('subscribe', outcome, findFault);
}

async function explainFailure(context: ProbeContext, symptom: Failure): Promise<CallProblem> {
  if (symptom.code === 'ws/upgrade-refused' && symptom.data.status !== null) {
    const suggestion = await findWebsocketPath(context);
    if (suggestion !== null) return { code: symptom.code, data: { ...symptom.data, suggestion } };
  }
  return explainUpgrade(context, symptom, 'ws');
}

/** The url of the same host at which a CometBFT websocket answers, if there is none at the target's path; null for none. */
async function findWebsocketPath(context: ProbeContext): Promise<string | null> {
  const { target } = context;
  if (endsInWebsocket(target.path)) return null;
  const paths = new Set([appendPath(target.path, websocketPath), websocketPath]);
  return runInTime(context, findMs, async (limited) => {
    for (const path of paths) {
      const there = { ...limited, target: { ...target, path }, clock: new PhaseClock() };
      const outcome = await callOnAnother(there, websocket, ({ call }) => call(getStatus));
      if (!('problem' in readStatus(outcome))) return formatWsTarget(there.target);
    }
    return null;
  });
}
