import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { nowhere } from '../../model/place.js';
import type { Report } from '../../model/report.js';
import type { Problem } from '../../model/rule.js';
import { toKebabCase } from '../../model/write-option.js';
import { createReport, type Outcome, timeRun } from '../../engine/report.js';
import { createAbortController } from '../../net/abort.js';
import { createResolver } from '../../net/resolve.js';
import type { BaseUrl } from '../client/base-url.js';
import { createDataMask, createMask, type Mask } from '../client/mask.js';
import { callRoutes, callWithoutToken, makeCall, type MakeCall, type RouteTest } from './calls.js';
import {
  findCommonFailure,
  isMissing,
  judgeAnswer,
  judgeNetworks,
  judgeRoute,
  type NetworkObservation,
  readDetail,
} from './judge.js';
import { describeRoute } from './probe.js';
import type { Samples } from './sample.js';
import { type OptionNames, toServiceFinding } from './service-texts.js';
import { smokeRoutes } from './smoke-routes.js';

export interface SmokeOptions extends OptionNames {
  readonly base: BaseUrl;
  readonly token: string;
  readonly networks: readonly string[];
  readonly samples: Samples;
  /** Known names of networks, for suggestions, besides those that the service answers for. */
  readonly knownNetworks?: readonly string[];
  /** Whole budget of one call in milliseconds, retries included. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Calls every route of a query service for each network: with the token, then without one and with a made-up one, which must be refused. The
 * parameters come from the sample, else from the answers of earlier routes. A route that lacks some is skipped, except for the calls that must be
 * refused, which get made-up ones. Every network is tested, since a proxy may route each one differently. Never rejects for a failure of the service.
 */
export async function runSmoke(options: SmokeOptions): Promise<Report> {
  const startedMs = performance.now();
  const { base, networks, signal, knownNetworks = [] } = options;
  const tests = await callService(options);
  const observed = networks.map((network) => observeNetwork(network, tests));
  const versioned = base.prefix.endsWith('/v1');
  const missing = new Set(observed.filter(isMissing).map(({ network }) => network));
  const common = findCommonFailure(
    tests.flatMap(({ route, answer }) => (answer === null ? [] : [judgeAnswer(route, answer)])),
  );
  const judged = tests.map((test) => judgeTest(test, common !== null || missing.has(test.network)));
  const ofAll = common === null ? judgeNetworks(observed, { versioned, known: knownNetworks }) : [common];
  const hide = createMask(options.token);
  const problems = [
    ...judged.flatMap(({ outcome: { entry }, problems }) => problems.map((problem) => ({ problem, entry }))),
    ...ofAll.map((problem) => ({ problem, entry: null })),
  ].map(({ problem: { code, data }, entry }) => ({
    problem: { code, data: maskStrings(data, hide) as JsonObject },
    entry,
    place: nowhere,
  }));
  const report = createReport(
    { files: [], problems },
    judged.map(({ outcome }) => outcome),
    {
      ...timeRun(startedMs),
      interrupted: signal.aborted,
      scope: { network: true, only: null, since: null, shard: null },
    },
  );
  const findings = report.findings.map((finding) => toServiceFinding(finding, options));
  return { ...report, findings };
}

/** Calls the routes of all networks, with and without the token. */
async function callService(options: SmokeOptions): Promise<readonly RouteTest[]> {
  const { networks, signal } = options;
  const ending = createAbortController();
  signal.addEventListener('abort', () => ending.abort(), { once: true });
  // The caller chose the service, so its address may be private.
  const resolve = createResolver({ allowPrivate: true }, ending.signal);
  const mask = createDataMask(options.token);
  let done = 0;
  const call: MakeCall = async (target, token, judge) => {
    const made = await makeCall(target, token, judge, {
      ...options,
      mask,
      obeysRetryAfter: true,
      resolve,
      proxy: null,
    });
    // A page after `next` takes another call.
    const total = networks.length * smokeRoutes.length * 3;
    options.onProgress(Math.min(++done, total), total);
    return made;
  };
  const tests: RouteTest[] = [];
  for (const network of networks) tests.push(...(await callRoutes(network, { ...options, mask }, call)));
  await callWithoutToken(tests, call);
  ending.abort();
  return tests;
}

function observeNetwork(network: string, tests: readonly RouteTest[]): NetworkObservation {
  const answers = tests.flatMap((test) =>
    test.network === network && test.answer !== null ? [test.answer.answer] : [],
  );
  const missing = answers.find((answer) => answer?.status === 404) ?? null;
  return {
    network,
    statuses: answers.map((answer) => answer?.status ?? null),
    detail: missing === null ? null : readDetail(missing),
  };
}

/** The problems of a route, and its outcome: skipped if it was not called and has no failure, or if one finding reports it with others. */
function judgeTest(
  test: RouteTest,
  isReported: boolean,
): { readonly outcome: Outcome; readonly problems: readonly Problem[] } {
  const { route, missing, entry, answer, withoutToken, withMadeUpToken } = test;
  const name = toKebabCase(route.name);
  const facts = describeRoute(name, test);
  const judgement = judgeRoute(route, test);
  const unchecked = judgement.filter(({ code }) => code === 'query/token-not-checked');
  const notCalled = { code: 'query/not-asked', data: { route: name, needs: missing ?? '' } };
  const problems = isReported ? unchecked : missing === null ? judgement : [notCalled, ...judgement];
  const open = unchecked.length > 0 ? (withoutToken ?? withMadeUpToken) : null;
  const made = (isReported ? null : answer) ?? open;
  if (made === null) return { outcome: { entry, noFacts: facts, state: 'skipped' }, problems };
  const result = { ...made.result, observation: { ...made.result.observation, facts } };
  return { outcome: { entry, noFacts: facts, state: 'probed', result }, problems };
}

/** A service may repeat the token in any answer. */
function maskStrings(value: JsonValue, mask: Mask): JsonValue {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => maskStrings(item, mask));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskStrings(field, mask)]));
}
