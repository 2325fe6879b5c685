import type { Failure } from '../../../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import type { PhasesMs } from '../../../model/report.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { openWebSocket } from '../../../net/websocket.js';
import { type CometStatus, readCometStatus } from '../comet-status.js';
import type { JsonRpcCall } from '../../json/rpc-call.js';
import type { HttpTransport } from '../../node/transport.js';
import { type CallOutcome, type CallProblem, isTooLarge, startCalls } from '../../websocket/calls.js';
import { explainUpgrade, openOrAsk } from '../../websocket/ask-by-post.js';
import { nameOtherWebSocket } from '../../websocket/other-kind.js';
import { addEvent, readSubscription, type Subscription } from '../../websocket/subscription.js';
import { findWebsocketPath } from './find-path.js';

/** What the probe of a CometBFT websocket observed. The codes of its problems get their family from the judge. */
export interface WsObservation extends HttpTransport {
  readonly status:
    | { readonly kind: 'result'; readonly result: CometStatus; readonly deviation: string | null }
    | { readonly kind: 'problem'; readonly problem: CallProblem };
  /** Null if `status` was not answered. */
  readonly subscription: Subscription | null;
  readonly phasesMs: PhasesMs;
}

/** The routes of CometBFT, https://docs.cometbft.com/v0.38/rpc/. */
const getStatus: JsonRpcCall = { id: 1, method: 'status', params: {} };
const subscribe: JsonRpcCall = { id: 2, method: 'subscribe', params: { query: "tm.event='NewBlock'" } };

/**
 * Requests the status of a CometBFT node and subscribes to its new blocks, over one websocket. The first attempt sends both at once; later
 * ones subscribe once the status is there.
 */
export async function probeWs(context: ProbeContext, attempt: number): Promise<WsObservation> {
  const { target, clock } = context;
  const { peer, opened } = await openOrAsk(context, 'ws');
  const transport = { connection: peer, secure: target.secure };
  if (!opened.ok) {
    const status = { kind: 'problem', problem: await explainFailure(context, opened.failure) } as const;
    return { ...transport, status, subscription: null, phasesMs: clock.read() };
  }
  try {
    const calls = startCalls(opened.value, isEvent, 'false or empty');
    const first = calls.call(getStatus);
    const early = attempt === 1 ? calls.call(subscribe) : null;
    const status = readStatus(await first);
    if (early !== null && status.kind === 'problem' && isTooLarge(status.problem)) {
      // An event may come before an answer that takes longer than the subscription.
      return await probeWs({ ...context, clock: clock.startAnother() }, attempt + 1);
    }
    if (status.kind === 'problem') {
      const named = {
        kind: 'problem',
        problem: await nameOtherWebSocket(calls, status.problem, 'ws'),
      } as const;
      return { ...transport, status: named, subscription: null, phasesMs: clock.read() };
    }
    const confirmed = read(await (early ?? calls.call(subscribe)));
    const phasesMs = clock.read();
    const isPossiblyEvent = confirmed.kind === 'problem' && isTooLarge(confirmed.problem);
    const subscription = isPossiblyEvent ? await subscribeAlone(context) : await addEvent(confirmed, calls);
    return { ...transport, status, subscription, phasesMs };
  } finally {
    opened.value.close();
  }
}

/**
 * The subscription on a second websocket, if a message beyond the limit came before its confirmation: a node that has just made a block of many
 * megabytes sends that first.
 */
async function subscribeAlone(context: ProbeContext): Promise<Subscription> {
  const { opened } = await openWebSocket(context, 'ws');
  if (!opened.ok) return { kind: 'problem', problem: opened.failure };
  try {
    return read(await startCalls(opened.value, isEvent, 'false or empty').call(subscribe));
  } finally {
    opened.value.close();
  }
}

/** An event has the id of its subscription, and its query (CometBFT, `ResultEvent` in rpc/core/types). */
function isEvent({ result }: JsonObject): boolean {
  return isJsonObject(result) && typeof result['query'] === 'string' && isJsonObject(result['data']);
}

function readStatus(outcome: CallOutcome): WsObservation['status'] {
  if (outcome.kind === 'problem') return outcome;
  const reading = readCometStatus(outcome.result);
  if ('reason' in reading) {
    const data = { call: 'status', reason: reading.reason };
    return { kind: 'problem', problem: { code: 'malformed-response', data } };
  }
  const { deviation, ...result } = reading;
  return { kind: 'result', result, deviation: outcome.deviation ?? deviation };
}

function read(outcome: CallOutcome): Subscription {
  const findFault = (result: JsonValue) => (isJsonObject(result) ? null : 'expected an object');
  return readSubscription('subscribe', outcome, findFault);
}

/** Why no websocket was opened: at this path, or because the endpoint is of another kind. */
async function explainFailure(context: ProbeContext, found: Failure): Promise<CallProblem> {
  if (found.code === 'ws/upgrade-refused' && found.data.status !== null) {
    const suggestion = await findWebsocketPath(context);
    if (suggestion !== null) return { code: found.code, data: { ...found.data, suggestion } };
  }
  return explainUpgrade(context, found, 'ws');
}
