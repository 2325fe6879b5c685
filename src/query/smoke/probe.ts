import type { Failure } from '../../model/failure.js';
import type { JsonObject } from '../../model/json.js';
import type { PhasesMs } from '../../model/report.js';
import { openHttp, type HttpAnswer } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';

export interface CallObservation {
  readonly answer: HttpAnswer | null;
  readonly failure: Failure | null;
  /** `ip:port`; null if there was no connection. */
  readonly address: string | null;
  readonly certificateExpiresAt: string | null;
  readonly phasesMs: PhasesMs;
}

/** Sends one call, on a new connection; without `Authorization` if the token is null. */
export async function probeCall(context: ProbeContext, token: string | null): Promise<CallObservation> {
  const { clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const blank = { answer: null, address: null, certificateExpiresAt: null };
    return { ...blank, failure: opened.failure, phasesMs: clock.read() };
  }
  const connection = opened.value;
  const { address, certificateExpiresAt } = connection.peer;
  try {
    const answer = await connection.get(token === null ? {} : { authorization: `Bearer ${token}` });
    const seen = { address, certificateExpiresAt, phasesMs: clock.read() };
    return answer.ok
      ? { ...seen, answer: answer.value, failure: null }
      : { ...seen, answer: null, failure: answer.failure };
  } finally {
    connection.close();
  }
}

/** The calls of one route; each null if it was not made. */
export interface RouteObservation {
  readonly answer: CallObservation | null;
  /** The `next` of a list that passes: where it continues; null at its end, and if the answer has none. */
  readonly next: string | null;
  /** With the token and `next` as the cursor. */
  readonly nextPage: CallObservation | null;
  readonly withoutToken: CallObservation | null;
  readonly withMadeUpToken: CallObservation | null;
}

/** The report's facts of a route, in kebab-case; each field of a call that was not made is null. */
export function describeRoute(
  route: string,
  { answer, withoutToken, withMadeUpToken }: RouteObservation,
): JsonObject {
  const none: PhasesMs = { dns: null, connect: null, tls: null, firstByte: null, total: null };
  return {
    route,
    address: answer?.address ?? null,
    status: answer?.answer?.status ?? null,
    statusWithoutToken: withoutToken?.answer?.status ?? null,
    statusWithMadeUpToken: withMadeUpToken?.answer?.status ?? null,
    bytes: answer?.answer?.body.length ?? null,
    certificateExpiresAt: answer?.certificateExpiresAt ?? null,
    phasesMs: { ...(answer?.phasesMs ?? none) },
  };
}
