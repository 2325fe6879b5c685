import type { JsonValue } from '../model/json.js';
import { nowhere } from '../model/place.js';
import type { Report } from '../model/report.js';
import type { Problem } from '../model/rule.js';
import { createReport, type Outcome, timeRun } from '../engine/report.js';
import { createAbortController } from '../net/abort.js';
import { createResolver } from '../net/resolve.js';
import type { BaseUrl } from '../query/base-url.js';
import { hideToken } from '../query/token.js';
import { callRoutes, callWithoutToken, makeCall, type MakeCall, type RouteTest } from './calls.js';
import { judgeNetworks, judgeRoute } from './judge.js';
import { describeRoute, type RouteObservation } from './probe.js';
import { smokeRoutes } from './routes.js';
import type { Samples } from './sample.js';
import { toServiceFinding } from './service-texts.js';

/** Which service to test, and how. */
export interface SmokeOptions {
  readonly base: BaseUrl;
  readonly token: string;
  readonly networks: readonly string[];
  readonly samples: Samples;
  /** Names of networks that a misspelled one may be meant to be, besides those that the service answers for. */
  readonly knownNetworks?: readonly string[];
  /** Whole budget of one call in milliseconds, retries included. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Calls every route of a query service for each network: with the token, then without one and with a made-up one, which must be refused.
 * The parameters come from the sample, else from the answers of earlier routes; a route that lacks some is skipped, and called with made-up
 * ones to be refused. Every network is tested so: a proxy may route each one differently. Never rejects for what the service does.
 */
export async function runSmoke(options: SmokeOptions): Promise<Report> {
  const startedMs = performance.now();
  const { base, networks, signal, knownNetworks = [] } = options;
  const ending = createAbortController();
  signal.addEventListener('abort', () => ending.abort(), { once: true });
  // The service is the caller's own choice, wherever it is.
  const resolve = createResolver({ allowPrivate: true }, ending.signal);
  let done = 0;
  const call: MakeCall = async (target, token, judge) => {
    const made = await makeCall(target, token, judge, {
      ...options,
      obeysRetryAfter: true,
      resolve,
      proxy: null,
    });
    // A page after `next` is a call more.
    const total = networks.length * smokeRoutes.length * 3;
    options.onProgress(Math.min(++done, total), total);
    return made;
  };

  const tests: RouteTest[] = [];
  for (const network of networks) tests.push(...(await callRoutes(network, options, call)));
  await callWithoutToken(tests, call);
  ending.abort();

  const judged = tests.map((test) => judgeTest(test, options.token));
  const statuses = networks.map((network) => ({
    network,
    statuses: tests
      .filter((test) => test.network === network && test.answer !== null)
      .map(({ answer }) => answer?.observation.answer?.status ?? null),
  }));
  const versioned = base.prefix.endsWith('/v1');
  const problems = [
    ...judged.flatMap(({ outcome: { entry }, problems }) => problems.map((problem) => ({ problem, entry }))),
    ...judgeNetworks(statuses, { versioned, known: knownNetworks }).map((problem) => ({
      problem,
      entry: null,
    })),
  ];
  const report = createReport(
    { files: [], problems: problems.map((placed) => ({ ...placed, place: nowhere })) },
    judged.map(({ outcome }) => outcome),
    {
      ...timeRun(startedMs),
      interrupted: signal.aborted,
      scope: { network: true, only: null, since: null, shard: null },
    },
  );
  return { ...report, findings: report.findings.map(toServiceFinding) };
}

/** What is wrong with a route, and its outcome: it is skipped where its parameters are not known, unless it fails all the same. */
function judgeTest(
  { route, missing, entry, answer, next, nextPage, withoutToken, withMadeUpToken }: RouteTest,
  token: string,
): { readonly outcome: Outcome; readonly problems: readonly Problem[] } {
  const observation: RouteObservation = {
    answer: answer?.observation ?? null,
    next,
    nextPage: nextPage?.observation ?? null,
    withoutToken: withoutToken?.observation ?? null,
    withMadeUpToken: withMadeUpToken?.observation ?? null,
  };
  const facts = describeRoute(route, observation);
  const found = judgeRoute(route, observation).map((problem) => hideTokenIn(problem, token));
  const notAsked = { code: 'query/not-asked', data: { route, needs: missing ?? '' } };
  const problems = missing === null ? found : [notAsked, ...found];
  const isServed = found.some(({ code }) => code === 'query/token-not-checked');
  const made = answer ?? (isServed ? (withoutToken ?? withMadeUpToken) : null);
  if (made === null) return { outcome: { entry, noFacts: facts, state: 'skipped' }, problems };
  const result = { ...made.result, observation: { ...made.result.observation, facts } };
  return { outcome: { entry, noFacts: facts, state: 'probed', result }, problems };
}

/** A service may repeat the token in whatever it answers. */
function hideTokenIn({ code, data }: Problem, token: string): Problem {
  const hidden = Object.entries(data).map(([name, value]): [string, JsonValue] => [
    name,
    typeof value === 'string' ? hideToken(value, token) : value,
  ]);
  return { code, data: Object.fromEntries(hidden) };
}
