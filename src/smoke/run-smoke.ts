import type { Entry, Target } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { nowhere } from '../model/place.js';
import type { Report } from '../model/report.js';
import type { Problem } from '../model/rule.js';
import { createAbortController } from '../net/abort.js';
import { createResolver } from '../net/resolve.js';
import type { BaseUrl } from '../query/base-url.js';
import { formatName } from '../query/names.js';
import { createRequestPath, type RouteParams } from '../query/request-path.js';
import { findRoute, type RouteName, routes } from '../query/routes.js';
import {
  describeCall,
  type Expectation,
  judgeRoute,
  probeRoute,
  readJson,
  type SmokeObservation,
} from './probe.js';
import { learn, type Sample, type Samples } from './sample.js';
import { probeWithRetries } from '../engine/probe-with-retries.js';
import { createReport, type Outcome, timeRun } from '../engine/report.js';

/** Which service to test, and how. */
export interface SmokeOptions {
  readonly base: BaseUrl;
  readonly token: string;
  readonly networks: readonly string[];
  readonly samples: Samples;
  /** Whole budget of one call, retries included. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** A token that no service has given out. */
const madeUpToken = 'endpoint-check-smoke-test';

/** How a route is asked with a sample; null where it lacks something, which is named. */
const calls: readonly {
  readonly name: RouteName;
  readonly needs: string;
  readonly fill: (sample: Sample) => RouteParams | null;
}[] = [
  { name: 'assets', needs: '', fill: () => ({}) },
  { name: 'asset', needs: 'a symbol', fill: ({ symbol }) => (symbol === undefined ? null : { symbol }) },
  { name: 'erc20Assets', needs: '', fill: () => ({}) },
  {
    name: 'erc20Asset',
    needs: 'an ERC-20 contract',
    fill: ({ erc20 }) => (erc20 === undefined ? null : { symbol: erc20 }),
  },
  { name: 'cw20Assets', needs: '', fill: () => ({}) },
  {
    name: 'cw20Asset',
    needs: 'a CW-20 contract',
    fill: ({ cw20 }) => (cw20 === undefined ? null : { symbol: cw20 }),
  },
  {
    name: 'transactionsByEvent',
    needs: 'an ERC-20 contract or the topics of an event',
    fill: ({ erc20, topics }) =>
      erc20 === undefined && topics === undefined ? null : { address: erc20, topics },
  },
  {
    name: 'accountTransferEvents',
    needs: 'an ERC-20 contract and an account',
    fill: ({ erc20, address }) =>
      erc20 === undefined || address === undefined
        ? null
        : { address, contractAddress: erc20, tokenType: 'ERC20' },
  },
  { name: 'holders', needs: 'a denom', fill: ({ denom }) => (denom === undefined ? null : { denom }) },
  { name: 'holderSummary', needs: 'a denom', fill: ({ denom }) => (denom === undefined ? null : { denom }) },
];

/**
 * Calls every route of a query service for each network, and the first route without a valid token. Later routes are asked with what the
 * answers of earlier ones have, else with the sample; what lacks both is skipped and says why. Never rejects for what the service does.
 */
export async function runSmoke(options: SmokeOptions): Promise<Report> {
  const startedMs = performance.now();
  const run = new SmokeRun(options);
  for (const network of options.networks) await run.callRoutes(network);
  const [first] = options.networks;
  if (first !== undefined) {
    await run.call(first, 'assets', {}, 'refusal without');
    await run.call(first, 'assets', {}, 'refusal with a made-up');
  }
  run.end();
  return createReport({ files: [], problems: run.problems }, run.outcomes, {
    ...timeRun(startedMs),
    interrupted: options.signal.aborted,
    scope: { network: true, only: null, since: null, shard: null },
  });
}

class SmokeRun {
  readonly outcomes: Outcome[] = [];
  readonly #problems: PlacedProblem[] = [];
  /** Of each network, what its routes answered; null where there was no answer. */
  readonly #statuses = new Map<string, (number | null)[]>();
  readonly #options: SmokeOptions;
  readonly #ending = createAbortController();
  readonly #resolve;
  readonly #total: number;

  constructor(options: SmokeOptions) {
    this.#options = options;
    this.#total = options.networks.length * routes.length + 2;
    options.signal.addEventListener('abort', () => this.#ending.abort(), { once: true });
    // The service is the caller's own choice, wherever it stands.
    this.#resolve = createResolver({ allowPrivate: true }, this.#ending.signal);
  }

  /** What is wrong with the calls that were not made, and with all together. */
  get problems(): readonly PlacedProblem[] {
    const asked = [...this.#statuses];
    const missing = asked.flatMap(([network, statuses]) =>
      statuses.every((status) => status === 404) ? [network] : [],
    );
    const versioned = this.#options.base.prefix.endsWith('/v1');
    const found: Problem[] =
      missing.length === asked.length
        ? [{ code: 'query/wrong-base-url', data: { versioned } }]
        : missing.map((network) => ({ code: 'query/unknown-network', data: { network } }));
    const problems = asked.length === 0 ? [] : found;
    return [...this.#problems, ...problems.map((problem) => ({ problem, place: nowhere, entry: null }))];
  }

  end(): void {
    this.#ending.abort();
  }

  async callRoutes(network: string): Promise<void> {
    let sample: Sample = this.#options.samples(network);
    for (const { name, needs, fill } of calls) {
      const given = fill(sample);
      if (given === null) {
        const entry = this.#list(network, formatName(name), null);
        const problem = { code: 'query/not-asked', data: { route: formatName(name), needs } };
        this.#problems.push({ problem, place: nowhere, entry });
        this.outcomes.push({ entry, noFacts: describeCall(null), state: 'skipped' });
        continue;
      }
      const seen = await this.call(network, name, given, 'answer');
      const body = seen?.answer?.status === 200 ? readJson(seen.answer) : undefined;
      // What the caller gave comes first.
      sample = { ...learn(name, body), ...sample };
    }
  }

  async call(
    network: string,
    name: RouteName,
    given: RouteParams,
    expectation: Expectation,
  ): Promise<SmokeObservation | null> {
    const { base, token, timeoutMs, retries } = this.#options;
    const path: string | null = createRequestPath(findRoute(name), { ...given, network });
    if (path === null) return null;
    const label = {
      answer: '',
      'refusal without': ' without a token',
      'refusal with a made-up': ' with a made-up token',
    };
    const entry = this.#list(network, formatName(name) + label[expectation], base.prefix + path);
    const call = {
      route: formatName(name),
      expectation,
      token: expectation === 'answer' ? token : expectation === 'refusal without' ? null : madeUpToken,
    };
    let seen: SmokeObservation | null = null;
    const result =
      entry.target === null
        ? null
        : await probeWithRetries(
            async (context) => {
              const observed = await probeRoute(context, call.token);
              seen = observed;
              return {
                facts: describeCall(observed),
                problems: judgeRoute(observed, call),
                judgeClaim: () => [],
              };
            },
            entry.target,
            { timeoutMs, retries, resolve: this.#resolve, proxy: null, signal: this.#options.signal },
          );
    const noFacts = describeCall(null);
    this.outcomes.push(
      result === null ? { entry, noFacts, state: 'skipped' } : { entry, noFacts, state: 'probed', result },
    );
    this.#problems.push(
      ...(result?.observation.problems ?? []).map((problem) => ({ problem, place: nowhere, entry })),
    );
    this.#options.onProgress(this.outcomes.length, this.#total);
    const last = seen as SmokeObservation | null;
    if (expectation === 'answer') {
      this.#statuses.set(network, [...(this.#statuses.get(network) ?? []), last?.answer?.status ?? null]);
    }
    return last;
  }

  #list(network: string, provider: string, path: string | null): Entry {
    const { origin } = this.#options.base;
    return {
      chain: network,
      kind: 'query',
      place: nowhere,
      urlPlace: nowhere,
      provider,
      url: path === null ? null : origin + path,
      target: path === null ? null : readTarget(origin, path),
      claim: null,
    };
  }
}

function readTarget(origin: string, path: string): Target {
  const { protocol, hostname, port } = new URL(origin);
  const secure = protocol === 'https:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (secure ? 443 : 80), path, secure };
}
