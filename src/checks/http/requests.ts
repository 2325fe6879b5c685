import { aborted, waitAtMost } from '../../net/abort.js';
import type { HttpConnection } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { callAgainIfConfused, callNext, callOnce, type HttpCall, reclassify, timeOut } from './calls.js';
import type { FailedOutcome, Outcome } from './outcome.js';

/** How long an answer may take after those that the check requires. */
const graceMs = 2_000;

export interface Requests {
  readonly context: ProbeContext;
  readonly connection: HttpConnection;
  /** Later attempts ask for less, so that an endpoint that refuses a burst is not blamed for it. */
  readonly attempt: number;
  /** Makes a request: on the first attempt at once, in the order of these calls; later when its answer is waited for. */
  readonly ask: <Of extends Outcome>(call: HttpCall<Of>) => Asked<Of>;
  /** How requests are sent after the check: once, or again after a limit. */
  readonly createSend: (context: ProbeContext, isOnce: boolean) => Send;
}

export type Send = <Of extends Outcome>(call: HttpCall<Of>) => Promise<Of | FailedOutcome>;

export interface Asked<Of extends Outcome> {
  /** If others on the connection may have made it fail, it is made again on another one. */
  readonly required: () => Promise<Of | FailedOutcome>;
  readonly next: () => Promise<Of | FailedOutcome>;
  /** For a moment, after others were answered. Null if it was not made, as on later attempts. */
  readonly extra: () => Promise<Of | FailedOutcome | null>;
}

export function startRequests(context: ProbeContext, connection: HttpConnection, attempt: number): Requests {
  return {
    context,
    connection,
    attempt,
    ask: (call) => {
      const early = attempt === 1 ? call(connection) : null;
      return {
        required: async () =>
          early === null ? call(connection) : callAgainIfConfused(context, await early, call),
        next: () => callNext(context, connection, call, early),
        extra: async () => {
          if (early === null) return null;
          const outcome = await waitAtMost(early, graceMs);
          return outcome === aborted ? timeOut(connection, graceMs) : reclassify(outcome);
        },
      };
    },
    createSend: (limited, isOnce) => (call) => (isOnce ? callOnce : callNext)(limited, connection, call),
  };
}
