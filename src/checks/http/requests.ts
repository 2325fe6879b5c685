import { failure, type Failure, type Result } from '../../model/failure.js';
import { aborted, sleep, waitAtMost, withLimit } from '../../net/abort.js';
import { type HeaderList, type HttpAnswer, type HttpConnection, openHttp } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { type FailedOutcome, longestPauseMs, type Outcome, reclassifyLimit } from './outcome.js';

export type HttpCall<Of extends Outcome> = (connection: HttpConnection) => Promise<Of>;

/** Pause before a request is repeated after a limit or a failure; most limits are per second. */
export const pauseMs = 1_000;
/** How long a request may take that is repeated on a new connection, because it was not answered after another. */
const aloneMs = 2_000;

export function getOf<Of extends Outcome>(
  path: string,
  read: (answer: HttpAnswer) => Of,
  headers: HeaderList = {},
): HttpCall<Of | FailedOutcome> {
  return async (connection) => readReply(await connection.get(headers, path), read);
}

/** Posts to a path, to that of the target if it is undefined. */
export function postOf<Of extends Outcome>(
  path: string | undefined,
  body: string | Buffer,
  read: (answer: HttpAnswer) => Of,
  headers: HeaderList = {},
): HttpCall<Of | FailedOutcome> {
  return async (connection) => readReply(await connection.post(body, headers, path), read);
}

function readReply<Of>(reply: Result<HttpAnswer>, read: (answer: HttpAnswer) => Of): Of | FailedOutcome {
  return reply.ok ? read(reply.value) : { kind: 'problem', problem: reply.failure };
}

/** Runs for at most a time, in addition to what else limits the probe. */
export async function runInTime<Value>(
  context: ProbeContext,
  limitMs: number,
  run: (limited: ProbeContext) => Promise<Value>,
): Promise<Value> {
  const limit = withLimit(context.signal, limitMs);
  try {
    return await run({ ...context, signal: limit.signal });
  } finally {
    limit.clear();
  }
}

export function callAlone<Of extends Outcome>(
  context: ProbeContext,
  call: HttpCall<Of>,
  limitMs: number,
): Promise<Of | FailedOutcome> {
  return runInTime(context, limitMs, async (limited) => {
    const opened = await openHttp(limited);
    if (!opened.ok) return { kind: 'problem', problem: opened.failure };
    try {
      return await call(opened.value);
    } finally {
      opened.value.close();
    }
  });
}

/** The answer to a request on a new connection; null for none. */
export async function requestAlone(
  context: ProbeContext,
  request: (connection: HttpConnection) => Promise<Result<HttpAnswer>>,
): Promise<HttpAnswer | null> {
  const opened = context.signal.aborted ? null : await openHttp(context);
  if (opened?.ok !== true) return null;
  const answer = await request(opened.value);
  opened.value.close();
  return answer.ok ? answer.value : null;
}

/**
 * Whether the other requests of the connection may be the reason for a failure. No client but this one sends a request before the previous one is
 * answered, and not all servers can read it: some refuse it, or answer in another order, so that an answer belongs to another request. Others close
 * after each answer, so that the system resets the connection, and drops an answer that was not yet received (RFC 1122 section 4.2.2.13).
 */
function isConfused(outcome: Outcome): boolean {
  if (outcome.kind === 'result') return false;
  const { code, data } = outcome.problem;
  const isOtherAnswer = /\/(?:bad-envelope|malformed-response)$/.test(code);
  return isOtherAnswer || confusions.includes(code) || (code === 'http/status' && data['status'] === 400);
}

const confusions: readonly string[] = ['net/reset', 'http/not-http'];

/** The outcome of a request, which is repeated on a new connection if others on the shared one may have made it fail. */
export async function callAgainIfConfused<Of extends Outcome>(
  context: ProbeContext,
  outcome: Of,
  call: HttpCall<Of>,
  limitMs: number = context.budgetMs,
): Promise<Of | FailedOutcome> {
  return isConfused(outcome) && !context.signal.aborted ? callAlone(context, call, limitMs) : outcome;
}

/**
 * A request after one that was answered on the connection: `early` if it has already been sent. If the server closed the connection, confuses its
 * requests, or is silent on it, the request gets a new one. If it was limited, it is repeated once, a second later or as Retry-After says.
 */
export async function callNext<Of extends Outcome>(
  context: ProbeContext,
  connection: HttpConnection,
  call: HttpCall<Of>,
  early: Promise<Of> | null = null,
): Promise<Of | FailedOutcome> {
  const { signal } = context;
  const answer = await waitAtMost(early ?? call(connection), longestPauseMs);
  if (answer === aborted) {
    // A server that reads one request per connection answers on another.
    const alone = signal.aborted ? null : await callAlone(context, call, aloneMs);
    if (alone?.kind === 'result') return alone;
    return timeOut(connection, longestPauseMs);
  }
  // A server may close after each answer (RFC 9112 section 9.6): the second request then gets a new connection.
  const outcome = reclassify(await callAgainIfConfused(context, answer, call, longestPauseMs));
  if (outcome.kind === 'result' || outcome.problem.code !== 'net/rate-limited') return outcome;

  const waitMs = Math.max(pauseMs, Number(outcome.problem.data.retryAfterMs ?? 0));
  if (waitMs > longestPauseMs) return outcome;
  await sleep(waitMs, signal);
  if (signal.aborted) return outcome;
  const second = reclassify(await callAlone(context, call, longestPauseMs));
  // Any other outcome after a limit (a ban, a time-out) proves nothing more about the endpoint.
  return second.kind === 'result' ? second : outcome;
}

function timeOut({ peer: { address } }: HttpConnection, limitMs: number): FailedOutcome {
  return { kind: 'problem', problem: failure('net/response-timeout', { address, limitMs }) };
}

/** A request after others that were answered, which is not repeated but for a connection that the server has closed. */
export async function callOnce<Of extends Outcome>(
  context: ProbeContext,
  connection: HttpConnection,
  call: HttpCall<Of>,
): Promise<Of | FailedOutcome> {
  return reclassify(await callAgainIfConfused(context, await call(connection), call, longestPauseMs));
}

export function reclassify<Of extends Outcome>(outcome: Of): Of | FailedOutcome {
  if (outcome.kind === 'result') return outcome;
  const problem = reclassifyLimit(outcome.problem);
  return problem === outcome.problem ? outcome : { kind: 'problem', problem: problem as Failure };
}

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
