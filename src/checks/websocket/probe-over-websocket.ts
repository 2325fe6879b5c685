import type { WebSocketKind } from '../../model/endpoint-kind.generated.js';
import { type Failure, addFamily } from '../../model/failure.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { RuleProblem } from '../../model/rule.js';
import { waitAtMost } from '../../net/abort.js';
import type { ProbeContext } from '../../net/probe-context.js';
import type { EmptyErrors } from '../../net/refusal.js';
import { openWebSocket } from '../../net/websocket.js';
import { askAsPage, type Cors, judgeRefusal, origin } from '../http/cors.js';
import { askFurther, type Further } from '../node/interview.js';
import { emptyObservation, type NodeAnswers, type NodeObservation } from '../node/observation.js';
import { type CallOutcome, type CallProblem, startCalls, type WebSocketCalls } from './calls.js';
import { explainUpgrade, nameOtherWebSocket, openOrAsk } from './identify.js';
import type { WebSocketAnswerData } from './rules.js';

/** How one kind is probed over a websocket: what it calls, and what the answers mean. */
interface WebSocketProbe {
  readonly kind: WebSocketKind;
  /** Tells the events of a subscription from answers. */
  readonly isEvent: (message: JsonObject) => boolean;
  readonly none: EmptyErrors;
  readonly ask: (requests: WebSocketRequests) => Promise<WebSocketNodeAnswers>;
  /** Why no websocket was opened; by default what every kind knows. */
  readonly explain?: (context: ProbeContext, failure: Failure, kind: WebSocketKind) => Promise<CallProblem>;
}

/** The calls of an attempt; the first one makes them at once. */
export interface WebSocketRequests {
  readonly context: ProbeContext;
  readonly calls: WebSocketCalls;
  readonly attempt: number;
  /** The IP address and port that it is made to. */
  readonly address: string;
}

/** What a node answered over a websocket. Codes without a family get that of the kind. */
export type WebSocketNodeAnswers =
  | { readonly problem: CallProblem }
  | {
      readonly problem: null;
      readonly node: NodeAnswers;
      readonly subscription: Subscription;
      readonly further: Further;
    };

/** Makes calls over a websocket of their own; the failure if none is opened. */
export async function callOnAnother<Of>(
  context: ProbeContext,
  { kind, isEvent, none }: Pick<WebSocketProbe, 'kind' | 'isEvent' | 'none'>,
  use: (calls: WebSocketCalls) => Promise<Of>,
): Promise<Of | { readonly kind: 'problem'; readonly problem: Failure }> {
  const { opened } = await openWebSocket(context, kind);
  if (!opened.ok) return { kind: 'problem', problem: opened.failure };
  try {
    return await use(startCalls(opened.value, isEvent, none));
  } finally {
    opened.value.close();
  }
}

/** Probes a websocket. What is asked beyond the check comes after it. */
export async function probeOverWebSocket(
  probe: WebSocketProbe,
  context: ProbeContext,
  attempt: number,
): Promise<NodeObservation> {
  const { kind } = probe;
  const { target, clock } = context;
  const { peer, opened } = await openOrAsk(context, kind);
  const observation = { ...emptyObservation, connection: peer, secure: target.secure };
  const refuse = (problem: CallProblem): NodeObservation => {
    return { ...observation, phasesMs: clock.read(), problem: nameProblem(kind, problem) };
  };
  if (!opened.ok) {
    const explain = probe.explain ?? explainUpgrade;
    return refuse(await explain(context, opened.failure, kind));
  }
  try {
    const calls = startCalls(opened.value, probe.isEvent, probe.none);
    const answers = await probe.ask({ context, calls, attempt, address: peer?.address ?? '' });
    if (answers.problem !== null) return refuse(await nameOtherWebSocket(calls, answers.problem, kind));
    const phasesMs = clock.read();
    const { node, further } = answers;
    const subscription = await addEvent(answers.subscription, calls);
    const refusal = subscription.kind === 'problem' ? [nameProblem(kind, subscription.problem)] : [];
    return {
      ...observation,
      ...node,
      problem: null,
      problems: [...refusal, ...node.problems],
      facts: { ...node.facts, subscription: describeSubscription(subscription) },
      cors: await checkOrigin(context, kind),
      ...(await askFurther(context, further)),
      phasesMs,
    };
  } finally {
    opened.value.close();
  }
}

/** A problem of a call with the family of its kind. */
export function nameProblem(kind: WebSocketKind, problem: CallProblem): RuleProblem {
  return addFamily<WebSocketKind, WebSocketAnswerData>(kind, problem);
}

/**
 * Whether a page of another origin may open a websocket. Browsers let any page, so the server decides by the origin (RFC 6455 section 10.2): geth
 * without `--ws.origins` and evmd refuse it. Null as in `checkCors`.
 */
export function checkOrigin(context: ProbeContext, kind: WebSocketKind): Promise<Cors> {
  return askAsPage(context, async (limited) => {
    const { opened } = await openWebSocket(limited, kind, { origin });
    if (!opened.ok) return judgeRefusal('the upgrade with an origin', opened.failure);
    opened.value.close();
    return { allowed: true };
  });
}

/** The outcome of subscribing to new blocks. */
export type Subscription =
  | { readonly kind: 'result'; readonly hasEvent: boolean }
  | { readonly kind: 'problem'; readonly problem: CallProblem };

/** How long an event is waited for; there may be none. */
const eventMs = 500;

/**
 * The outcome of a call that subscribes: an error is a refusal, unless it is a limit. `findFault` says what is wrong with a result, null if
 * it is right.
 */
export function readSubscription(
  call: string,
  outcome: CallOutcome,
  findFault: (result: JsonValue) => string | null,
): Subscription {
  if (outcome.kind === 'result') {
    const reason = findFault(outcome.result);
    if (reason === null) return { kind: 'result', hasEvent: false };
    return { kind: 'problem', problem: { code: 'malformed-response', data: { call, reason } } };
  }
  const { code, data } = outcome.problem;
  if (code === 'method-missing') return refused(null, '');
  return code === 'rpc-error' ? refused(data.code, data.detail) : outcome;
}

function refused(code: number | null, detail: string): Subscription {
  return { kind: 'problem', problem: { code: 'no-subscription', data: { code, detail } } };
}

async function addEvent(subscription: Subscription, { event }: WebSocketCalls): Promise<Subscription> {
  if (subscription.kind === 'problem') return subscription;
  return { kind: 'result', hasEvent: (await waitAtMost(event, eventMs)) === true };
}

/** The fact: whether the subscription was confirmed, and whether an event came too; null for a refusal, or if it is unknown. */
function describeSubscription(subscription: Subscription | null): 'confirmed' | 'event' | null {
  if (subscription?.kind !== 'result') return null;
  return subscription.hasEvent ? 'event' : 'confirmed';
}
