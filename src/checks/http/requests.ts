import { aborted, waitAtMost } from '../../net/abort.js';
import { failure } from '../../model/failure.js';
import type { HttpConnection } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { callAgainIfConfused, callNext, type HttpCall, reclassify } from './calls.js';
import { type FailedOutcome, type Outcome } from './outcome.js';

/** How long an answer may take after those that the check requires. */
const graceMs = 2_000;

/** The requests of an attempt on one connection. */
export interface Requests {
  readonly context: ProbeContext;
  readonly connection: HttpConnection;
  /** Later attempts ask for less, so that an endpoint that refuses a burst is not blamed for it. */
  readonly attempt: number;
  /**
   * Makes a request: on the first attempt at once, in the order of these calls, without waiting for the answers before; later when its answer is
   * waited for.
   */
  readonly ask: <Of extends Outcome>(call: HttpCall<Of>) => Asked<Of>;
}

/** A request, and the ways to wait for its answer. */
export interface Asked<Of extends Outcome> {
  /** If others on the connection may have made it fail, it is made again on another one. */
  readonly required: () => Promise<Of | FailedOutcome>;
  /** After another one was answered: as `callNext`. */
  readonly next: () => Promise<Of | FailedOutcome>;
  /** For a moment, after others were answered. Null if it was not made, as on later attempts. */
  readonly extra: (limitMs?: number) => Promise<Of | FailedOutcome | null>;
}

export function startRequests(context: ProbeContext, connection: HttpConnection, attempt: number): Requests {
  const isAtOnce = attempt === 1;
  return {
    context,
    connection,
    attempt,
    ask: (call) => {
      const early = isAtOnce ? call(connection) : null;
      return {
        required: async () =>
          early === null ? call(connection) : callAgainIfConfused(context, await early, call),
        next: () => callNext(context, connection, call, early),
        extra: async (limitMs = graceMs) => {
          if (early === null) return null;
          const outcome = await waitAtMost(early, limitMs);
          const { address } = connection.peer;
          return outcome === aborted
            ? { kind: 'problem', problem: failure('net/response-timeout', { address, limitMs }) }
            : reclassify(outcome);
        },
      };
    },
  };
}

/** The result of an answer that may be missing. */
export function resultOf<Of extends Outcome>(
  outcome: Of | FailedOutcome | null,
): Extract<Of, { kind: 'result' }> | null {
  return outcome?.kind === 'result' ? (outcome as Extract<Of, { kind: 'result' }>) : null;
}
