import type { Failure } from '../../../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../model/json.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { type CometStatus, describeCometNode, readCometStatus } from '../comet-status.js';
import type { JsonRpcCall } from '../../json/rpc-call.js';
import type { NodeObservation } from '../../node/observation.js';
import { explainUpgrade } from '../../websocket/ask-by-post.js';
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
  type WebSocketNodeAnswers,
  type WebSocketRequests,
} from '../../websocket/probe-over-websocket.js';
import { readSubscription, type Subscription } from '../../websocket/subscription.js';
import {
  type JsonOutcome,
  readArchiveBlock,
  readStateQuery,
  readStatusQuery,
  readTxSearch,
  stateQuery,
  statusQuery,
} from '../archive.js';
import { type CosmosCalls, createFurther } from '../capabilities.js';
import { findWebsocketPath } from './find-path.js';

/** The routes of CometBFT, https://docs.cometbft.com/v0.38/rpc/. */
const getStatus: JsonRpcCall = { id: 1, method: 'status', params: {} };
const getStatusAgain: JsonRpcCall = { ...getStatus, id: 3 };
const subscribe: JsonRpcCall = { id: 2, method: 'subscribe', params: { query: "tm.event='NewBlock'" } };

/** Ids of the calls beyond the check begin here. */
const firstFurtherId = 10;
/** How long the second status may take after all else. */
const graceMs = 500;

/**
 * Requests the status of a CometBFT node and subscribes to its new blocks, over one websocket. The first attempt sends both at once, and the status
 * twice, since some proxies pass each message to another node; later ones subscribe once the status is there.
 */
export function probeWs(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  return probeOverWebSocket({ ...websocket, ask, explain: explainFailure }, context, attempt);
}

/** How it is told from others. */
const websocket = { kind: 'ws', isEvent, none: 'false or empty' } as const;

async function ask(requests: WebSocketRequests): Promise<WebSocketNodeAnswers> {
  const { context, calls, attempt } = requests;
  const first = calls.call(getStatus);
  const early = attempt === 1 ? calls.call(subscribe) : null;
  const repeated = attempt === 1 ? calls.call(getStatusAgain) : null;
  const shared = readStatus(await first);
  // An event may come before an answer that takes longer than the subscription.
  const isLate = early !== null && shared.kind === 'problem' && isTooLarge(shared.problem);
  if (isLate)
    return callOnAnother(context, websocket, (alone) => ask({ ...requests, calls: alone, attempt: 2 }));
  if (shared.kind === 'problem') return { problem: shared.problem };
  const confirmed = read(await (early ?? calls.call(subscribe)));
  const isPossiblyEvent = confirmed.kind === 'problem' && isTooLarge(confirmed.problem);
  const again = repeated === null ? aborted : await waitAtMost(repeated, graceMs);
  const second = again === aborted ? null : readStatus(again);
  const statuses = second?.kind === 'result' ? [shared, second] : [shared];
  const [deviation] = statuses.flatMap((status) => status.deviation ?? []);
  const problems =
    deviation === undefined ? [] : [{ code: 'ws/nonstandard-answer', data: { reason: deviation } }];
  const node = describeCometNode(
    'ws',
    statuses.map(({ result }) => result),
    problems,
  );
  return {
    problem: null,
    node,
    subscription: isPossiblyEvent ? await subscribeAlone(context) : confirmed,
    further: createFurther('ws', node.facts['txIndex'], () => createCalls(calls)),
  };
}

function createCalls({ call }: WebSocketCalls): CosmosCalls {
  let id = firstFurtherId;
  const request = async (method: string, params: JsonObject): Promise<JsonOutcome> => {
    const outcome = await call({ id: id++, method, params });
    if (outcome.kind === 'problem') return { kind: 'problem', problem: nameProblem('ws', outcome.problem) };
    return { kind: 'result', value: isJsonObject(outcome.result) ? outcome.result : {} };
  };
  const query = { data: '', prove: false };
  return {
    getBlock: async (height) => readArchiveBlock(await request('block', { height: String(height) }), height),
    getLowestState: async () => readStatusQuery(await request('abci_query', { ...query, path: statusQuery })),
    getState: async (height) =>
      readStateQuery(await request('abci_query', { ...query, path: stateQuery, height: String(height) })),
    searchTx: async () =>
      readTxSearch(await request('tx_search', { query: 'tx.height=1', per_page: '1', prove: false })),
  };
}

/**
 * The subscription on a second websocket, if a message beyond the limit came before its confirmation: a node that has just made a block of many
 * megabytes sends that first.
 */
function subscribeAlone(context: ProbeContext): Promise<Subscription> {
  return callOnAnother(context, websocket, async (calls) => read(await calls.call(subscribe)));
}

/** An event has the id of its subscription, and its query (CometBFT, `ResultEvent` in rpc/core/types). */
function isEvent({ result }: JsonObject): boolean {
  return isJsonObject(result) && typeof result['query'] === 'string' && isJsonObject(result['data']);
}

interface StatusResult {
  readonly kind: 'result';
  readonly result: CometStatus;
  readonly deviation: string | null;
}

function readStatus(
  outcome: CallOutcome,
): StatusResult | { readonly kind: 'problem'; readonly problem: CallProblem } {
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
