import type { JsonValue } from '../../model/json.js';
import { waitAtMost } from '../../net/abort.js';
import type { CallOutcome, CallProblem, WebSocketCalls } from './calls.js';

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

export async function addEvent(subscription: Subscription, { event }: WebSocketCalls): Promise<Subscription> {
  if (subscription.kind === 'problem') return subscription;
  return { kind: 'result', hasEvent: (await waitAtMost(event, eventMs)) === true };
}

/** The fact: whether the subscription was confirmed, and whether an event came too; null for a refusal, or if it is unknown. */
export function describeSubscription(subscription: Subscription | null): 'confirmed' | 'event' | null {
  if (subscription?.kind !== 'result') return null;
  return subscription.hasEvent ? 'event' : 'confirmed';
}
