import { getRule } from '../../engine/rule-catalogue.js';
import { findNearest } from '../../model/describe-unknown.js';
import type { Problem } from '../../model/rule.js';
import { truncate } from '../../model/text.js';
import { nameContentType } from '../../net/header-fields.js';
import type { HttpAnswer } from '../../net/http.js';
import { classifyHttpStatus, parseRetryAfter } from '../../net/http-status.js';
import { toKebabCase } from '../../model/write-option.js';
import { validateNext } from '../client/pages.js';
import { parseProblem } from '../client/error.js';
import type { Route } from '../client/route.js';
import type { Failure } from '../../model/failure.js';
import type { PhasesMs } from '../../model/report.js';

export interface CallObservation {
  readonly answer: HttpAnswer | null;
  readonly failure: Failure | null;
  /** `ip:port`; null if there was no connection. */
  readonly address: string | null;
  readonly certificateExpiresAt: string | null;
  readonly phasesMs: PhasesMs;
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

export function judgeRoute(
  route: Route,
  { answer, next, nextPage, withoutToken, withMadeUpToken }: RouteObservation,
): Problem[] {
  const status = answer?.answer?.status ?? 0;
  const isAnswered = status >= 200 && status < 300;
  return [
    ...(answer === null ? [] : judgeAnswer(route, answer)),
    ...(next === null ? [] : judgeNext(next)),
    ...(nextPage === null ? [] : judgeNextPage(route, nextPage)),
    ...(withoutToken === null ? [] : judgeRefusal(withoutToken, 'no', isAnswered)),
    ...(withMadeUpToken === null ? [] : judgeRefusal(withMadeUpToken, 'made-up', isAnswered)),
  ];
}

/** The problem of a call with the token. */
export function judgeAnswer(route: Route, { answer, failure }: CallObservation): Problem[] {
  if (failure !== null) return [failure];
  if (answer === null) return [];
  const { status, headers } = answer;
  const limit = findLimit(answer);
  if (limit !== null) return [limit];
  if (isRefusal(status)) return [{ code: 'query/token-refused', data: { status } }];
  if (status === 404) {
    const data = { route: toKebabCase(route.name), isItem: route.isItem, detail: readDetail(answer) };
    return [{ code: 'query/nothing-there', data }];
  }
  if (lacksDatabase(answer)) return [{ code: 'query/no-database', data: { route: toKebabCase(route.name) } }];
  const problem = classifyHttpStatus(status, headers, 'query');
  if (problem !== null) {
    const { code, data } = problem;
    const retryAfterMs = parseRetryAfter(headers, Date.now());
    const wait = retryAfterMs === null ? {} : { retryAfterMs };
    return [{ code, data: { ...data, ...wait, status, detail: readDetail(answer) } }];
  }
  return readJson(answer) === undefined ? [describeNotJson(answer)] : [];
}

/** The problem of a `next` that no client can send. */
function judgeNext(next: string): Problem[] {
  const failure = validateNext(next);
  return failure === null ? [] : [{ code: 'query/next-not-answered', data: { failure } }];
}

/** The problem of the page after `next`: it exists, so 404 is an error too. An inconclusive call proves nothing here either. */
function judgeNextPage(route: Route, observation: CallObservation): Problem[] {
  return judgeAnswer(route, observation).map((problem) =>
    getRule(problem).inconclusive === true
      ? problem
      : { code: 'query/next-not-answered', data: { failure: describeFailure(observation) } },
  );
}

function describeFailure({ answer, failure }: CallObservation): string {
  if (answer === null) return failure?.code ?? 'no answer';
  const { status } = answer;
  if (status >= 200 && status < 300) return 'the answer is not JSON';
  const detail = readDetail(answer);
  return `HTTP ${status}${detail === null ? '' : `: ${detail}`}`;
}

/**
 * The problem of a call whose token must be refused. If the same call with the token is answered, an error other than 401 or 403 shows that the token
 * was not checked first. Otherwise the service may have refused the parameters.
 */
function judgeRefusal(
  { answer, failure }: CallObservation,
  token: 'no' | 'made-up',
  isAnswered: boolean,
): Problem[] {
  if (failure !== null) return [{ code: 'query/token-check-failed', data: { token, failure: failure.code } }];
  if (answer === null || isRefusal(answer.status)) return [];
  const { status } = answer;
  const limit = findLimit(answer);
  if (limit !== null) return [limit];
  const isChecked = !isAnswered && (status < 200 || status > 299);
  return [
    { code: isChecked ? 'query/token-check-unproved' : 'query/token-not-checked', data: { status, token } },
  ];
}

/** Why a call whose token must be refused may be repeated: it was neither refused nor answered. */
export function findTransientFailure({ answer, failure }: CallObservation): Problem[] {
  if (failure !== null) return [failure];
  if (answer === null || isRefusal(answer.status)) return [];
  const problem = findLimit(answer) ?? classifyHttpStatus(answer.status, answer.headers, 'query');
  return problem === null ? [] : [problem];
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

/** A limit, which proves nothing: 429, and 503 with a time to come back (RFC 9110 section 15.6.4). */
function findLimit(answer: HttpAnswer): Problem | null {
  const { status, headers } = answer;
  if (status === 429) return classifyHttpStatus(status, headers, 'query');
  const retryAfterMs = status === 503 ? parseRetryAfter(headers, Date.now()) : null;
  return retryAfterMs === null
    ? null
    : { code: 'query/not-ready', data: { retryAfterMs, detail: readDetail(answer) } };
}

/** Whether a service answers that it runs without a database. */
export function lacksDatabase(answer: HttpAnswer | null): boolean {
  return (
    answer?.status === 503 &&
    parseProblem(answer.body.toString('utf8'))?.type === 'urn:endpoint-check:no-database'
  );
}

/** The service's own explanation of an error, beside its status. */
export function readDetail({ body }: HttpAnswer): string | null {
  const problem = parseProblem(body.toString('utf8'));
  return problem === null ? null : truncate(problem.detail);
}

/** The JSON value of an answer; undefined without one. */
export function readJson({ body }: HttpAnswer): unknown {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}

function describeNotJson({ headers, body }: HttpAnswer): Problem {
  const contentType = nameContentType(String(headers['content-type'] ?? ''));
  const start = body.toString('utf8').trim().slice(0, 60);
  const begins = start === '' ? 'it is empty' : `it begins with ${JSON.stringify(start)}`;
  return { code: 'query/not-json', data: { contentType, begins } };
}

/** The failure of every call with the token, reported once: no connection, or no valid token. Null if calls differ, or if it proves nothing. */
export function findCommonFailure(calls: readonly (readonly Problem[])[]): Problem | null {
  const [first] = calls.flat();
  if (first === undefined || calls.length < 2 || getRule(first).inconclusive === true) return null;
  const isCommon = /^(net|tls)\/|^query\/token-refused$/.test(first.code);
  return isCommon && calls.every(([problem]) => problem?.code === first.code) ? first : null;
}

/** A network, and the answers of its routes to calls with the token. */
export interface NetworkObservation {
  readonly network: string;
  /** The status of each route that was called; null if there was no answer. */
  readonly statuses: readonly (number | null)[];
  /** The service's explanation of the first 404; null without one. */
  readonly detail: string | null;
}

/** Whether every route that was called answered 404: this is reported once, for the network. */
export function isMissing({ statuses }: NetworkObservation): boolean {
  return statuses.length > 0 && statuses.every((status) => status === 404);
}

/** The problems of networks as a whole: one that is unknown to the service; the base url, if all are, none is explained, and no `known` name is near. */
export function judgeNetworks(
  observed: readonly NetworkObservation[],
  { versioned, known }: { readonly versioned: boolean; readonly known: readonly string[] },
): Problem[] {
  const answering = observed.filter((candidate) => candidate.statuses.length > 0 && !isMissing(candidate));
  const names = [...answering.map(({ network }) => network), ...known];
  const unknown = observed.filter(isMissing).map(({ network, detail }) => ({
    network,
    detail,
    nearest: known.includes(network) ? null : findNearest(network, names),
  }));
  const isBaseUrl =
    answering.length === 0 &&
    unknown.every(({ nearest, detail }) => nearest === null && (versioned || detail === null));
  if (unknown.length > 0 && isBaseUrl) return [{ code: 'query/wrong-base-url', data: { versioned } }];
  return unknown.map((data) => ({ code: 'query/unknown-network', data }));
}
