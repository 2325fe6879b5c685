import type { Probe } from '../checks/check.js';
import { getCheck } from '../checks/index.js';
import type { Target } from '../model/entry.js';
import { resolveProxy } from '../net/proxy.js';
import { createResolver } from '../net/resolve.js';
import { checkConnectivity, type LocalFailure } from '../net/connectivity.js';
import { probeWithRetries } from './probe-with-retries.js';
import { forEachPaced } from './for-each-paced.js';
import type { RunOptions } from './run-options.js';
import { type ProbedTarget, suspectsLocalFailure } from './local-failure.js';

/** A target and the kind that probes it. */
export interface ListedTarget {
  readonly kind: string;
  readonly target: Target;
}

/** The targets to probe, each under a key of its own. */
export type Targets = ReadonlyMap<string, ListedTarget>;

/** Probes the targets within the bounds of the options. Leaves out what is not done when the signal aborts. */
export async function probeAll(
  targets: Targets,
  options: RunOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ProbedTarget>> {
  // Before any clock runs: the time to load a library is no endpoint's latency.
  const probes = new Map<string, Probe>();
  for (const kind of new Set([...targets.values()].map((listed) => listed.kind))) {
    probes.set(kind, await getCheck(kind).loadProbe());
  }
  const { allowPrivate, nameServers, chooseProxy } = options;
  const servers = nameServers === undefined ? {} : { servers: nameServers };
  const resolve = createResolver({ allowPrivate, ...servers }, signal);
  // A proxy belongs to this machine, and may be in its private network.
  const resolveProxyHost = createResolver({ allowPrivate: true, ...servers }, signal);
  const results = new Map<string, ProbedTarget>();
  let done = 0;
  options.onProgress(done, targets.size);
  await forEachPaced(
    targets,
    { inAll: options.concurrency, perGroup: options.perHost, signal },
    ([, { target }]) => target.host,
    async ([key, { kind, target }]) => {
      const probe = probes.get(kind);
      if (probe === undefined) throw new Error(`the probe of ${kind} is not loaded`);
      const proxy = chooseProxy?.(target.host) ?? null;
      const result = await probeWithRetries(probe, target, {
        ...options,
        resolve: proxy === null ? resolve : resolveProxy(proxy, resolveProxyHost, allowPrivate),
        proxy,
        signal,
      });
      if (result !== null) results.set(key, { target, result });
      options.onProgress(++done, targets.size);
    },
  );
  return results;
}

/** Checks this machine's own connectivity, where the results leave a doubt, before any endpoint is blamed. Null where it is in order. */
export async function findLocalFailure(
  results: readonly ProbedTarget[],
  { nameServers }: RunOptions,
): Promise<LocalFailure | null> {
  return suspectsLocalFailure(results)
    ? checkConnectivity(nameServers === undefined ? {} : { servers: nameServers })
    : null;
}
