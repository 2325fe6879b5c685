import type { JsonValue } from '../model/json.js';
import { nowhere } from '../model/place.js';
import type { Report } from '../model/report.js';
import type { Problem } from '../model/rule.js';
import { toKebabCase, type WriteOption } from '../model/write-option.js';
import { createReport, type Outcome, timeRun } from '../engine/report.js';
import { createAbortController } from '../net/abort.js';
import { createResolver } from '../net/resolve.js';
import type { BaseUrl } from '../query/base-url.js';
import { hideToken } from '../query/token.js';
import { callRoutes, callWithoutToken, makeCall, type MakeCall, type RouteTest } from './calls.js';
import { isMissing, judgeNetworks, judgeRoute, type NetworkObservation, readDetail } from './judge.js';
import { describeRoute, type RouteObservation } from './probe.js';
import type { Samples } from './sample.js';
import { toServiceFinding } from './service-texts.js';
import { smokeRoutes } from './smoke-routes.js';

/** Which service to test, and how. */
export interface SmokeOptions {
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
  /** How hints name options. */
  readonly writeOption: WriteOption;
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
  const ending = createAbortController();
  signal.addEventListener('abort', () => ending.abort(), { once: true });
  // The caller chose the service, so its address may be private.
  const resolve = createResolver({ allowPrivate: true }, ending.signal);
  let done = 0;
  const call: MakeCall = async (target, token, judge) => {
    const made = await makeCall(target, token, judge, {
      ...options,
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
  for (const network of networks) tests.push(...(await callRoutes(network, options, call)));
  await callWithoutToken(tests, call);
  ending.abort();

  const observed = networks.map((network): NetworkObservation => {
    const answers = tests.flatMap((test) =>
      test.network === network && test.answer !== null ? [test.answer.observation.answer] : [],
    );
    const missing = answers.find((answer) => answer?.status === 404) ?? null;
    return {
      network,
      statuses: answers.map((answer) => answer?.status ?? null),
      detail: missing === null ? null : readDetail(missing),
    };
  });
  const versioned = base.prefix.endsWith('/v1');
  const missing = new Set(observed.filter(isMissing).map(({ network }) => network));
  const judged = tests.map((test) => judgeTest(test, missing.has(test.network)));
  const problems = [
    ...judged.flatMap(({ outcome: { entry }, problems }) => problems.map((problem) => ({ problem, entry }))),
    ...judgeNetworks(observed, { versioned, known: knownNetworks }).map((problem) => ({
      problem,
      entry: null,
    })),
  ].map(({ problem, entry }) => ({ problem: hideTokenIn(problem, options.token), entry, place: nowhere }));
  const report = createReport(
    { files: [], problems },
    judged.map(({ outcome }) => outcome),
    {
      ...timeRun(startedMs),
      interrupted: signal.aborted,
      scope: { network: true, only: null, since: null, shard: null },
    },
  );
  const findings = report.findings.map((finding) => toServiceFinding(finding, options.writeOption));
  return { ...report, findings };
}

/**
 * The problems of a route, and its outcome: it is skipped if its parameters are unknown and it has no failure. The routes of a missing network are
 * skipped too, since one finding reports them together.
 */
function judgeTest(
  { route, missing, entry, answer, next, nextPage, withoutToken, withMadeUpToken }: RouteTest,
  isNetworkMissing: boolean,
): { readonly outcome: Outcome; readonly problems: readonly Problem[] } {
  const observation: RouteObservation = {
    answer: answer?.observation ?? null,
    next,
    nextPage: nextPage?.observation ?? null,
    withoutToken: withoutToken?.observation ?? null,
    withMadeUpToken: withMadeUpToken?.observation ?? null,
  };
  const name = toKebabCase(route.name);
  const facts = describeRoute(name, observation);
  const found = judgeRoute(route, observation);
  const unchecked = found.filter(({ code }) => code === 'query/token-not-checked');
  const notCalled = { code: 'query/not-asked', data: { route: name, needs: missing ?? '' } };
  const problems = isNetworkMissing ? unchecked : missing === null ? found : [notCalled, ...found];
  const open = unchecked.length > 0 ? (withoutToken ?? withMadeUpToken) : null;
  const made = (isNetworkMissing ? null : answer) ?? open;
  if (made === null) return { outcome: { entry, noFacts: facts, state: 'skipped' }, problems };
  const result = { ...made.result, observation: { ...made.result.observation, facts } };
  return { outcome: { entry, noFacts: facts, state: 'probed', result }, problems };
}

/** A service may repeat the token in any answer. */
function hideTokenIn({ code, data }: Problem, token: string): Problem {
  const hidden = Object.entries(data).map(([name, value]): [string, JsonValue] => [
    name,
    typeof value === 'string' ? hideToken(value, token) : value,
  ]);
  return { code, data: Object.fromEntries(hidden) };
}
