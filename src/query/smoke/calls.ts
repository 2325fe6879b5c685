import { type ProbeOptions, type ProbeResult, probeWithRetries } from '../../engine/probe-with-retries.js';
import type { Entry, Target } from '../../model/entry.js';
import { nowhere } from '../../model/place.js';
import { routeKind } from '../../model/report.js';
import type { Problem } from '../../model/rule.js';
import { type HttpAnswer, openHttp } from '../../net/http.js';
import type { BaseUrl } from '../client/service-access.js';
import type { Mask } from '../client/mask.js';
import { createRequestPath } from '../client/params.js';
import { isListSource, type Route } from '../client/route.js';
import { readNext, validateNext } from '../client/pages.js';
import {
  type CallObservation,
  findTransientFailure,
  judgeAnswer,
  lacksDatabase,
  readJson,
  type RouteObservation,
} from './judge.js';
import {
  describeNeeds,
  fillParams,
  learn,
  madeUpSample,
  type Sample,
  type Samples,
  smokeRoutes,
} from './sample.js';
import type { ProbeContext } from '../../net/probe-context.js';

/** A made-up token, which no service accepts. */
const madeUpToken = 'endpoint-check-smoke-test';
/** Calls in flight whose token must be refused: there are two for each route, and a limit may count them. */
const refusalConcurrency = 4;

/** One route of one network, with the outcomes of its calls. */
export interface RouteTest extends RouteObservation {
  readonly network: string;
  readonly route: Route;
  /** The source of its parameters, if they are unknown. */
  missing: string | null;
  readonly entry: Entry & { readonly target: Target };
  answer: Call | null;
  withoutToken: Call | null;
  withMadeUpToken: Call | null;
}

/** The outcome of a call, in one or more attempts. */
export interface Call extends CallObservation {
  readonly result: ProbeResult;
}

type Judge = (observation: CallObservation) => readonly Problem[];

/** Makes a call. Null if the run was ended. */
export type MakeCall = (target: Target, token: string | null, judge: Judge) => Promise<Call | null>;

export async function makeCall(
  target: Target,
  token: string | null,
  judge: Judge,
  options: ProbeOptions & { readonly mask: Mask },
): Promise<Call | null> {
  const observations = new Map<ProbeResult['observation'], CallObservation>();
  const result = await probeWithRetries(
    async (context) => {
      const probed = await probeCall(context, token);
      const answer = probed.answer === null ? null : hideRepeated(probed.answer, options.mask);
      const observation = { ...probed, answer };
      const judged: ProbeResult['observation'] = {
        facts: {},
        problems: judge(observation),
        judgeClaim: () => [],
      };
      observations.set(judged, observation);
      return judged;
    },
    target,
    options,
  );
  if (result === null) return null;
  const [latest] = [...observations.values()].slice(-1);
  const { localLimit } = result;
  const observation =
    latest === undefined || localLimit === undefined
      ? observations.get(result.observation)
      : { ...latest, answer: null, failure: localLimit };
  return observation === undefined ? null : { ...observation, result };
}

/** Sends one call, on a new connection; without `Authorization` if the token is null. */
async function probeCall(context: ProbeContext, token: string | null): Promise<CallObservation> {
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

/**
 * An answer that may be quoted, without the token that it repeats. Called before a text is truncated: the rest of a truncated token would not be
 * found. JSON of status 2xx is not quoted and stays unchanged, since parameters of later calls come from it.
 */
function hideRepeated(answer: HttpAnswer, mask: Mask): HttpAnswer {
  const { status, headers, body } = answer;
  const isQuoted = status < 200 || status > 299 || readJson(answer) === undefined;
  if (!isQuoted) return answer;
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        typeof value === 'string' ? mask(value) : value?.map(mask),
      ]),
    ),
    // Byte by byte, whatever the encoding: a token is ASCII.
    body: Buffer.from(mask(body.toString('latin1')), 'latin1'),
  };
}

export interface RouteCallOptions {
  readonly base: BaseUrl;
  readonly token: string;
  readonly samples: Samples;
  readonly mask: Mask;
}

/** Calls the routes of a network with the token, one after another: answers provide the parameters of later routes. */
export async function callRoutes(
  network: string,
  { base, token, samples, mask }: RouteCallOptions,
  call: MakeCall,
): Promise<RouteTest[]> {
  const tests: RouteTest[] = [];
  let sample: Sample = samples(network);
  for (const route of smokeRoutes) {
    const params = fillParams(route, network, sample);
    const request = params ?? fillParams(route, network, madeUpSample) ?? {};
    const path = createRequestPath(route, request);
    const entry = createEntry(network, base, path, mask);
    const judge: Judge = (observation) => judgeAnswer(route, observation);
    const answer = params === null ? null : await call(entry.target, token, judge);
    const body = readPassing(answer, judge);
    const next = route.paging === null ? null : (readNext(body) ?? null);
    const nextPath = base.prefix + createRequestPath(route, { ...request, cursor: next ?? undefined });
    const nextPage =
      next === null || validateNext(next) !== null
        ? null
        : await call({ ...entry.target, path: nextPath }, token, judge);
    const missing = params === null ? describeNeeds(route) : null;
    const refusals = { withoutToken: null, withMadeUpToken: null };
    tests.push({ network, route, missing, entry, answer, next, nextPage, ...refusals });
    // The user's sample comes first.
    sample = { ...learn(route, body), ...sample };
  }
  // A service without a database says so whatever the parameters are.
  if (!tests.some(({ answer }) => lacksDatabase(answer?.answer ?? null))) return tests;
  for (const test of tests.filter(({ missing, route }) => missing !== null && !isListSource(route.source))) {
    test.missing = null;
    test.answer = await call(test.entry.target, token, (observation) => judgeAnswer(test.route, observation));
  }
  return tests;
}

/** The JSON of an answer without a problem; undefined for any other. */
function readPassing(call: Call | null, judge: Judge): unknown {
  return call?.answer == null || judge(call).length > 0 ? undefined : readJson(call.answer);
}

/** Makes the calls that must be refused. If the call with the token, or every call, got no answer, they would prove nothing. */
export async function callWithoutToken(tests: readonly RouteTest[], call: MakeCall): Promise<void> {
  if (tests.every(({ answer }) => (answer?.answer ?? null) === null)) return;
  const queue = tests
    .filter(({ answer }) => answer?.answer !== null)
    .flatMap((test) => [
      async () => (test.withoutToken = await call(test.entry.target, null, findTransientFailure)),
      async () => (test.withMadeUpToken = await call(test.entry.target, madeUpToken, findTransientFailure)),
    ])
    .values();
  const work = async () => {
    for (const next of queue) await next();
  };
  await Promise.all(Array.from({ length: refusalConcurrency }, work));
}

/** The chain is the network, and no list names a provider. The parameters in the url may come from an answer that repeats the token. */
function createEntry(
  network: string,
  { origin, prefix }: BaseUrl,
  path: string,
  mask: Mask,
): RouteTest['entry'] {
  const { protocol, hostname, port } = new URL(origin);
  const secure = protocol === 'https:';
  return {
    chain: network,
    kind: routeKind,
    place: nowhere,
    urlPlace: nowhere,
    claimPlace: null,
    chainStatus: 'live',
    skipReason: null,
    provider: null,
    url: mask(origin + prefix + path),
    target: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 443 : 80),
      path: prefix + path,
      secure,
    },
    claim: null,
  };
}
