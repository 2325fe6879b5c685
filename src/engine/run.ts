import { describeUnknownKind, findCheck } from '../checks/index.js';
import type { Check, Observed, Probe } from '../checks/check.js';
import type { Entry, Target } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { nowhere } from '../model/place.js';
import type { FileReport, Report } from '../model/report.js';
import { createAbortController } from '../net/abort.js';
import type { Proxy } from '../net/conversation.js';
import { resolveProxy } from '../net/proxy.js';
import { createResolver } from '../net/resolve.js';
import { lookAtSelf, type OwnFault } from '../net/self.js';
import { dial } from './dial.js';
import { forEachPaced } from './for-each-paced.js';
import { createReport, type Outcome } from './report.js';
import { describeOwnFault, type DialledTarget, mayBeOwn, suspectsSelf } from './self.js';

/** What to check: what the registry read, or what the command line gave. */
export interface RunInput {
  readonly files: readonly FileReport[];
  readonly entries: readonly Entry[];
  readonly problems: readonly PlacedProblem[];
  /** Entries that are not dialled, since they are as they were. */
  readonly settled?: ReadonlySet<Entry>;
  /** Problems that are not new: none of them weighs more than a warning. */
  readonly older?: ReadonlySet<PlacedProblem>;
}

/** How to check it. */
export interface RunOptions {
  /** The kinds to dial; all others are skipped. */
  readonly only: ReadonlySet<string>;
  /** False to dial nothing. */
  readonly network: boolean;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Targets in flight, in all and to one host. */
  readonly concurrency: number;
  readonly perHost: number;
  readonly allowPrivate: boolean;
  /** The proxy for a host; null, and where there is no such function, for hosts that are dialled themselves. */
  readonly chooseProxy?: (host: string) => Proxy | null;
  /** Name servers to ask, as `address:port`; the system's where there are none. */
  readonly nameServers?: readonly string[];
  /** Ends the run early: what is known by then is reported, the rest is skipped. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Checks the entries and reports. Targets that are listed more than once are dialled once and judged at each place. */
export async function runChecks(input: RunInput, options: RunOptions): Promise<Report> {
  const startedAt = new Date();
  const started = performance.now();
  const ending = createAbortController();
  const end = () => ending.abort();
  options.signal.addEventListener('abort', end, { once: true });
  if (options.signal.aborted) end();

  const isSettled = (entry: Entry) => input.settled?.has(entry) === true;
  const asked = input.entries.filter((entry) => !isSettled(entry));
  const dialled = await dialAll(asked, options, ending.signal);
  // Name servers that were asked and not waited for any more.
  end();
  options.signal.removeEventListener('abort', end);

  const fault = options.signal.aborted ? null : await findOwnFault([...dialled.values()], options);
  const outcomes = input.entries.map((entry): Outcome => {
    const { noFacts } = getCheck(entry.kind);
    const result =
      entry.target === null || isSettled(entry)
        ? undefined
        : dialled.get(keyOf(entry.kind, entry.target))?.dialled;
    const excused = result !== undefined && fault !== null && mayBeOwn(result, fault);
    return { entry, noFacts, dialled: result ?? null, excused };
  });
  const own: PlacedProblem[] =
    fault === null ? [] : [{ problem: describeOwnFault(fault), place: nowhere, entry: null }];
  const durationMs = Math.round(performance.now() - started);
  return createReport({ ...input, problems: [...input.problems, ...own] }, outcomes, {
    startedAt,
    durationMs,
    now: new Date(),
  });
}

async function dialAll(
  entries: readonly Entry[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DialledTarget>> {
  const targets = new Map<string, { readonly kind: string; readonly target: Target }>();
  for (const { kind, target } of entries) {
    if (target === null || !options.network || !options.only.has(kind)) continue;
    targets.set(keyOf(kind, target), { kind, target });
  }
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
async function findOwnFault(
  results: readonly DialledTarget[],
  { nameServers }: RunOptions,
): Promise<OwnFault | null> {
  return suspectsSelf(results) ? lookAtSelf(nameServers === undefined ? {} : { servers: nameServers }) : null;
}

function keyOf(kind: string, { host, port, path, secure }: Target): string {
  return [kind, secure, host, port, path].join(' ');
}

function getCheck(kind: string): Check {
  const check = findCheck(kind);
  if (check === undefined) throw new Error(describeUnknownKind(kind));
  return check;
}
