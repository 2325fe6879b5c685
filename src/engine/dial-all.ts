import type { Observed, Probe } from '../checks/check.js';
import { getCheck } from '../checks/index.js';
import type { Target } from '../model/entry.js';
import { resolveProxy } from '../net/proxy.js';
import { createResolver } from '../net/resolve.js';
import { lookAtSelf, type OwnFault } from '../net/self.js';
import { dial } from './dial.js';
import { forEachPaced } from './for-each-paced.js';
import type { RunOptions } from './run-options.js';
import { type DialledTarget, suspectsSelf } from './self.js';

/** A target as its kind dials it. */
export interface ListedTarget {
  readonly kind: string;
  readonly target: Target;
}

/** What to dial, by what tells one from the others. */
export type Targets = ReadonlyMap<string, ListedTarget>;

/** Dials the targets, within the bounds. What was not dialled when the signal aborts is left out. */
export async function dialAll(
  targets: Targets,
  options: RunOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DialledTarget>> {
  // Before any clock runs: what a library costs to load is no endpoint's latency.
  const probes = new Map<string, Probe<Observed>>();
  for (const kind of new Set([...targets.values()].map((listed) => listed.kind))) {
    probes.set(kind, await getCheck(kind).loadProbe());
  }
  const { allowPrivate, nameServers, chooseProxy } = options;
  const servers = nameServers === undefined ? {} : { servers: nameServers };
  const resolve = createResolver({ allowPrivate, ...servers }, signal);
  // A proxy belongs to this machine, and may well stand in its own network.
  const resolveOwn = createResolver({ allowPrivate: true, ...servers }, signal);
  const results = new Map<string, DialledTarget>();
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
      const result = await dial(probe, target, {
        ...options,
        resolve: proxy === null ? resolve : resolveProxy(proxy, resolveOwn, allowPrivate),
        proxy,
        signal,
      });
      if (result !== null) results.set(key, { target, dialled: result });
      options.onProgress(++done, targets.size);
    },
  );
  return results;
}

/** Before anyone is blamed for what the machine itself may lack, the run looks at it. */
export async function findOwnFault(
  results: readonly DialledTarget[],
  { nameServers }: RunOptions,
): Promise<OwnFault | null> {
  return suspectsSelf(results) ? lookAtSelf(nameServers === undefined ? {} : { servers: nameServers }) : null;
}
