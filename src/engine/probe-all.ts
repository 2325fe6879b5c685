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

/** A target as its kind dials it. */
export interface ListedTarget {
  readonly kind: string;
  readonly target: Target;
}

/** What to probeWithRetries, by what tells one from the others. */
export type Targets = ReadonlyMap<string, ListedTarget>;

/** Dials the targets, within the bounds. What was not result when the signal aborts is left out. */
export async function probeAll(
  targets: Targets,
  options: RunOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ProbedTarget>> {
  // Before any clock runs: what a library costs to load is no endpoint's latency.
  const probes = new Map<string, Probe>();
  for (const kind of new Set([...targets.values()].map((listed) => listed.kind))) {
    probes.set(kind, await getCheck(kind).loadProbe());
  }
  const { allowPrivate, nameServers, chooseProxy } = options;
  const servers = nameServers === undefined ? {} : { servers: nameServers };
  const resolve = createResolver({ allowPrivate, ...servers }, signal);
  // A proxy belongs to this machine, and may well stand in its own network.
  const resolveOwn = createResolver({ allowPrivate: true, ...servers }, signal);
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
        resolve: proxy === null ? resolve : resolveProxy(proxy, resolveOwn, allowPrivate),
        proxy,
        signal,
      });
      if (result !== null) results.set(key, { target, result: result });
      options.onProgress(++done, targets.size);
    },
  );
  return results;
}

/** Before anyone is blamed for what the machine itself may lack, the run looks at it. */
export async function findLocalFailure(
  results: readonly ProbedTarget[],
  { nameServers }: RunOptions,
): Promise<LocalFailure | null> {
  return suspectsLocalFailure(results)
    ? checkConnectivity(nameServers === undefined ? {} : { servers: nameServers })
    : null;
}
