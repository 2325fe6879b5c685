import { truncate } from '../model/truncate.js';
import { failure, type Failure } from '../model/failure.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { PhasesMs } from '../model/report.js';
import type { Problem } from '../model/rule.js';
import type { ProbeContext } from '../net/probe-context.js';
import { openHttp, type HttpAnswer } from '../net/http.js';
import { classifyHttpStatus } from '../net/http-status.js';

/** What a call should come to: an answer, or, with a token that is not valid, a refusal. */
export type Expectation = 'answer' | 'refusal without' | 'refusal with a made-up';

/** A call of a smoke test. */
export interface SmokeCall {
  /** In kebab-case. */
  readonly route: string;
  readonly token: string | null;
  readonly expectation: Expectation;
}

/** What came of a call. */
export interface SmokeObservation {
  readonly answer: HttpAnswer | null;
  readonly failure: Failure | null;
  readonly address: string | null;
  readonly certificateExpiresAt: string | null;
  readonly phasesMs: PhasesMs;
}

/** Sends one call on a connection of its own. */
export async function probeRoute(context: ProbeContext, token: string | null): Promise<SmokeObservation> {
  const { clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const nothing = { answer: null, address: null, certificateExpiresAt: null };
    return { ...nothing, failure: opened.failure, phasesMs: clock.read() };
  }
  const { address, certificateExpiresAt, get, close } = opened.value;
  try {
    const answer = await get(token === null ? {} : { authorization: `Bearer ${token}` });
    const seen = { address, certificateExpiresAt, phasesMs: clock.read() };
    return answer.ok
      ? { ...seen, answer: answer.value, failure: null }
      : { ...seen, answer: null, failure: answer.failure };
  } finally {
    close();
  }
}

/** What is wrong with what came of a call. */
export function judgeRoute(
  { answer, failure: failed }: SmokeObservation,
  { route, expectation }: SmokeCall,
): Problem[] {
  if (failed !== null) return [failed];
  if (answer === null) return [];
  const { status, headers } = answer;
  const refused = status === 401 || status === 403;
  if (status === 429)
    return [
      classifyHttpStatus(status, headers, 'query') ?? failure('http/status', { status, request: 'query' }),
    ];
  if (expectation !== 'answer') {
    const token = expectation.replace('refusal ', '') === 'without' ? 'no' : 'a made-up';
    return refused ? [] : [{ code: 'query/token-not-checked', data: { status, token } }];
  }
  if (refused) return [{ code: 'query/token-refused', data: { status } }];
  if (status === 404) return [{ code: 'query/nothing-there', data: { route } }];
  const problem = classifyHttpStatus(status, headers, 'query');
  if (problem !== null) return [addDetail(problem, answer)];
  return readJson(answer) === undefined ? [describeOther(answer)] : [];
}

/** What a service says of an error itself (RFC 9457), beside its status. */
function addDetail({ code, data }: Failure, answer: HttpAnswer): Problem {
  const body = readJson(answer);
  const detail = isJsonObject(body) && typeof body['detail'] === 'string' ? truncate(body['detail']) : null;
  return 'detail' in data && detail !== null
    ? { code, data: { ...data, detail: `${data.detail}: ${detail}` } }
    : { code, data };
}

/** The JSON value of an answer; undefined where it has none. */
export function readJson({ body }: HttpAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function describeOther({ headers, body }: HttpAnswer): Problem {
  const given = headers['content-type'];
  const contentType = truncate(typeof given === 'string' ? given : 'no content type');
  const text = body.toString('utf8').trim();
  const begins = text === '' ? 'it is empty' : `it begins with ${JSON.stringify(text.slice(0, 60))}`;
  return { code: 'query/not-json', data: { contentType, begins } };
}

/** The report's facts of a call; with null, the same fields, each null. */
export function describeCall(seen: SmokeObservation | null): JsonObject {
  const none: PhasesMs = { dns: null, connect: null, tls: null, firstByte: null, total: null };
  return {
    address: seen?.address ?? null,
    status: seen?.answer?.status ?? null,
    bytes: seen?.answer?.body.length ?? null,
    certificateExpiresAt: seen?.certificateExpiresAt ?? null,
    phasesMs: { ...(seen?.phasesMs ?? none) },
  };
}
