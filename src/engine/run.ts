import { getCheck } from '../checks/index.js';
import type { Entry, Target } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { nowhere } from '../model/place.js';
import type { FileReport, Report } from '../model/report.js';
import { createAbortController } from '../net/abort.js';
import type { ListedTarget, Targets } from './dial-all.js';
import { createReport, type Outcome } from './report.js';
import type { RunOptions } from './run-options.js';
import { describeOwnFault, type DialledTarget, mayBeOwn } from './self.js';

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
  const targets = listTargets(asked, options);
  // Loaded where there is something to dial: to read files needs no network.
  const dialling = targets.size === 0 ? null : await import('./dial-all.js');
  const dialled =
    (await dialling?.dialAll(targets, options, ending.signal)) ?? new Map<string, DialledTarget>();
  // Name servers that were asked and not waited for any more.
  end();
  options.signal.removeEventListener('abort', end);

  const fault =
    dialling === null || options.signal.aborted
      ? null
      : await dialling.findOwnFault([...dialled.values()], options);
  const outcomes = input.entries.map((entry): Outcome => {
    const { noFacts } = getCheck(entry.kind);
    const result =
      entry.target === null || dialled.size === 0 || isSettled(entry)
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

/** Each target once, by what tells it from others. */
function listTargets(entries: readonly Entry[], { network, only }: RunOptions): Targets {
  const targets = new Map<string, ListedTarget>();
  for (const { kind, target } of entries) {
    if (target !== null && network && only.has(kind)) targets.set(keyOf(kind, target), { kind, target });
  }
  return targets;
}

function keyOf(kind: string, { host, port, path, secure }: Target): string {
  return [kind, secure, host, port, path].join(' ');
}
