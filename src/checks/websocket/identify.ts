import type { WebSocketKind } from '../../model/endpoint-kind.generated.js';
import { explain, failure, type Failure } from '../../model/failure.js';
import { aborted, createChild, waitAtMost } from '../../net/abort.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { openWebSocket, type WebSocketOpening } from '../../net/websocket.js';
import { findOtherKind, fitsSign, identifyHttp } from '../http/identify.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { JsonRpcCall } from '../json/messages.js';
import { kinds, webSocketKinds } from '../kinds.generated.js';
import type { CallProblem, WebSocketCalls } from './calls.js';

/** Wait for the answer to an upgrade before the endpoint is asked by POST too. */
const silenceMs = 5_000;

/** How an upgrade ends that a proxy loses: Varnish and h2o answer HTTP 5xx, Squid nothing. */
const lostUpgrades: readonly string[] = ['http/upstream-down', 'http/status', 'net/reset'];

/** The kind that answers over HTTP what a kind answers over a websocket. */
const overHttp = { 'evm-ws': 'evm', ws: 'rpc' } as const;

/** Opens a websocket. If the upgrade is silent for some seconds and a POST is answered, a proxy loses it. */
export async function openOrAsk(context: ProbeContext, family: WebSocketKind): Promise<WebSocketOpening> {
  const { signal, abort } = createChild(context.signal);
  const opening = openWebSocket({ ...context, signal }, family);
  if ((await waitAtMost(opening, silenceMs)) !== aborted || context.signal.aborted) return opening;
  const answersPost = (await identifyHttp(context)) === overHttp[family];
  if (!answersPost || (await waitAtMost(opening, 0)) !== aborted) return opening;
  abort();
  const { peer } = await opening;
  const silence = failure('net/response-timeout', { address: peer?.address ?? '', limitMs: silenceMs });
  return { peer, opened: { ok: false, failure: explain(silence, passesNone(family)) } };
}

/** Why an upgrade failed: a proxy lost it, since a POST is answered, or the endpoint is of another kind. */
export async function explainUpgrade(
  context: ProbeContext,
  symptom: Failure,
  listedAs: WebSocketKind,
): Promise<Failure> {
  const refused = `${listedAs}/upgrade-refused`;
  if (symptom.code === refused && 'status' in symptom.data && symptom.data.status === null) return symptom;
  const http = overHttp[listedAs];
  const isLost = lostUpgrades.includes(symptom.code) || 'isBehindProxy' in symptom.data;
  if (isLost && (await identifyHttp(context)) === http) return explain(symptom, passesNone(listedAs));
  const kind = await findOtherKind(context, symptom.code, { listedAs, answers: [refused] });
  if (kind === null) return symptom;
  // The path is that of a websocket.
  const isLostHere = kind === http && endsInWebsocket(context.target.path);
  return explain(symptom, isLostHere ? passesNone(listedAs) : failure(`${listedAs}/other-kind`, { kind }));
}

/** Whether CometBFT serves websockets at a path, whatever a proxy puts before it. */
export function endsInWebsocket(path: string): boolean {
  return /\/websocket(?:\?|$)/.test(path);
}

function passesNone(family: WebSocketKind): Failure {
  return failure(`${family}/upgrade-refused`, { status: null, suggestion: null });
}

/** A call that only one family of nodes answers. */
interface Question {
  readonly call: Omit<JsonRpcCall, 'id'>;
  readonly fits: (result: JsonValue) => boolean;
}

/** The sign of a kind, or else of CometBFT, whose answer is no string. */
function findQuestion(kind: WebSocketKind): Question {
  const { sign } = kinds[kind];
  return sign === undefined
    ? {
        call: { method: 'status', params: {} },
        fits: (result) => isJsonObject(result) && isJsonObject(result['node_info']),
      }
    : { call: { method: sign.method, params: [] }, fits: (result) => fitsSign(sign, result) };
}

/** How long the answer to such a call may take. */
const signMs = 2_000;

/** Problems of answers that are JSON-RPC, but may be those of another family of nodes. */
const foreignAnswers: readonly string[] = ['method-missing', 'rpc-error', 'bad-envelope'];

/** The problem of a call, or that the websocket belongs to another family of nodes, if it answers that family's call. */
export async function nameOtherWebSocket(
  calls: WebSocketCalls,
  problem: CallProblem,
  listedAs: WebSocketKind,
): Promise<CallProblem> {
  if (!foreignAnswers.includes(problem.code)) return problem;
  const foreignKinds = webSocketKinds.filter((kind) => kinds[kind].idFamily !== kinds[listedAs].idFamily);
  for (const [index, kind] of foreignKinds.entries()) {
    const { call, fits } = findQuestion(kind);
    // The ids of the calls of a probe are below 100.
    const outcome = await waitAtMost(calls.call({ ...call, id: 100 + index }), signMs);
    if (typeof outcome === 'object' && outcome.kind === 'result' && fits(outcome.result))
      return failure(`${listedAs}/other-kind`, { kind });
  }
  return problem;
}
