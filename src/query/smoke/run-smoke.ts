import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { nowhere } from '../../model/place.js';
import type { PhasesMs, Report } from '../../model/report.js';
import type { Problem } from '../../model/rule.js';
import { toKebabCase, type WriteOption } from '../../model/write-option.js';
import { createReport, type Outcome, timeRun } from '../../engine/report.js';
import { createAbortController } from '../../net/abort.js';
import { createResolver } from '../../net/resolve.js';
import type { BaseUrl } from '../client/service-access.js';
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
  type RouteObservation,
} from './judge.js';
import { type Samples, smokeRoutes } from './sample.js';
import type { Finding } from '../../model/finding.js';

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

/** The report's facts of a route, in kebab-case; each field of a call that was not made is null. */
function describeRoute(
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

/** A service may repeat the token in any answer. */
function maskStrings(value: JsonValue, mask: Mask): JsonValue {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => maskStrings(item, mask));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskStrings(field, mask)]));
}

/** How hints name options, and where the token comes from. */
export interface OptionNames {
  readonly writeOption: WriteOption;
  readonly tokenSource: string;
}

/** Hints to the operator of a query service, for rules whose usual hints are about the nodes and lists of a registry. */
const hints: Readonly<Record<string, string | ((names: OptionNames) => string)>> = {
  'net/dns-not-found': 'check the host of the base url',
  'net/too-many-addresses': 'publish a few addresses for the host of the base url',
  'net/refused': 'start the service, and check the host and port of the base url',
  'net/unreachable': 'check the host of the base url and the firewall of the service',
  'net/ipv6-only': 'run the test from a machine with IPv6',
  'net/local-limit':
    'run the test on a machine that is less busy, raise its limit of open files with ulimit -n, or let its firewall pass the connection',
  'net/connect-timeout': 'check the host and port of the base url and the firewall of the service',
  'query/token-refused': ({ tokenSource }) =>
    `set the right token with ${tokenSource}, or ask the operator of the service for one`,
  'net/response-timeout': ({ writeOption }) =>
    `check the load and the log of the service; ${writeOption('timeout')} gives it more time`,
  'net/reset': 'check the log of the service and of the proxy before it',
  'net/rate-limited': 'run the test again later, or raise the limit of the token',
  'net/response-too-large': 'check which server is at the base url',
  'tls/not-tls': 'check the port of the base url, and serve TLS there',
  'tls/wrong-host': 'use a certificate that names the host of the base url',
  'tls/no-h2': 'let the service negotiate HTTP/1.1',
  'http/status': 'check the log of the service',
  'http/redirect': 'use the final url as base url: the token is sent to no other',
  'http/challenged': 'exempt the service from bot protection, or run the test from another network',
  'http/auth-required': 'check the proxy before the service: it asks for credentials of its own',
  'http/payment-required': 'check the proxy before the service: it asks for payment',
  'http/upstream-down': 'start the service, and check where the proxy before it passes requests to',
  'http/not-http': 'check the port of the base url: another service listens there',
};

/** A service that explains a 502, 503 or 504 runs: its nodes have failed, or, if a proxy explains it, its instances. */
const explainedHint = 'check the log of the service, and the endpoints that its registry has for the network';

/** A finding of the smoke test in the words of a query service: its answer, and the fix for its operator. */
export function toServiceFinding(finding: Finding, names: OptionNames): Finding {
  const { rule, message, hint, data } = finding;
  const { status, detail } = data;
  const answered = typeof status === 'number' && ['http/status', 'http/upstream-down'].includes(rule);
  const text = hints[rule] ?? hint;
  const serviceHint = typeof text === 'function' ? text(names) : text;
  const explained = answered && typeof detail === 'string';
  return {
    ...finding,
    message: answered ? `the service answered HTTP ${status}${explained ? `: ${detail}` : ''}` : message,
    hint: explained && rule === 'http/upstream-down' ? explainedHint : serviceHint,
  };
}
