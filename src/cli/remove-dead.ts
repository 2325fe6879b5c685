import { formatAmount } from '../model/amount.js';
import { exitCodes } from '../engine/exit-code.js';
import { planEntryRemoval } from '../engine/edit/plan-removal.js';
import { findDead } from '../engine/history/find-dead.js';
import { readExclusions } from '../engine/read-exclusions.js';
import { UsageError } from '../engine/usage-error.js';
import type { DeadReport } from '../history/dead-report.js';
import { joinChoices } from '../model/describe-unknown.js';
import { findPathPrefix } from '../registry/layout.js';
import type { Registry } from '../registry/load.js';
import { describeEntry } from '../reporters/describe-entry.js';
import { applyRemoval } from './apply-removal.js';
import { say } from './changes.js';
import { describeDoubts } from './describe-doubts.js';
import type { Io } from './io.js';
import { loadRegistryAround } from './load-around.js';
import { listHistories, readNow } from './open-history.js';
import { type RawLimits, readHistories, readLimits } from './read-histories.js';

/** The options of `remove` that are about what is dead. */
export interface RawRemoveDead extends RawLimits {
  readonly dead?: boolean;
  readonly history?: readonly string[];
  readonly exclude?: string;
  readonly markKilled?: boolean;
  readonly kind?: string;
  readonly dryRun?: boolean;
  readonly now?: string;
}

/** What is wrong with these options beside the addresses of a command line; none where they are right. */
export function findDeadMisuse(raw: RawRemoveDead, addresses: readonly string[]): readonly string[] {
  const { dead = false, markKilled = false, kind } = raw;
  const history = listHistories(raw.history);
  if (dead)
    return [
      ...(addresses.length > 0 ? ['--dead and addresses exclude each other: write one of the two'] : []),
      ...(raw.history === undefined ? ['--dead needs --history: write --history history.jsonl'] : []),
      ...(markKilled && kind !== undefined
        ? ['--mark-killed and --kind exclude each other: a chain has ended with all its entries']
        : []),
    ];
  const needing = [
    ...(history.length > 0 ? ['--history'] : []),
    ...(raw.exclude === undefined ? [] : ['--exclude']),
    ...(markKilled ? ['--mark-killed'] : []),
    ...(raw.minRuns === undefined ? [] : ['--min-runs']),
    ...(raw.minDays === undefined ? [] : ['--min-days']),
  ];
  return needing.map((option) => `${option} needs --dead`);
}

/** `endpoint-check remove --dead`: removes what every history finds dead. `kinds` is null for all. Resolves to the exit status. */
export async function removeDead(
  raw: RawRemoveDead,
  { kinds, errors }: { readonly kinds: ReadonlySet<string> | null; readonly errors: string[] },
  io: Io,
): Promise<number> {
  const files = readHistories(listHistories(raw.history), { cwd: io.cwd, prefix: '--history: ', errors });
  const limits = readLimits(raw, errors);
  const now = readNow(raw.now, errors) ?? new Date();
  const exclusions = readExclusions(raw.exclude ?? null, { cwd: io.cwd, option: '--exclude', errors });
  if (errors.length > 0) throw new UsageError(errors);
  const registry = await loadRegistryAround(io.cwd);
  const histories = files.map(({ lines }) => lines);
  const report = findDead(registry, histories, { limits, exclusions: exclusions?.exclusions ?? [], now });
  const dead = report.dead.map(({ entry }) => entry).filter(({ kind }) => kinds?.has(kind) !== false);
  const doubts = describeDoubts(report, { files, now });
  const notes = [...describeNotes(report, registry, { io, raw, kinds }), ...doubts];
  if (dead.length === 0) {
    const what = kinds === null ? 'nothing' : `no ${joinChoices([...kinds])} endpoint`;
    await say(io, [`${what} is dead by ${files.map(({ name }) => name).join(' and ')}`, ...notes]);
    return exitCodes.ok;
  }
  const marked = raw.markKilled === true ? report.deadChains : [];
  const chains = marked.map(({ chain, entries }) => ({ chain, entries: entries.map(({ entry }) => entry) }));
  const plan = planEntryRemoval(registry, dead, chains);
  if (typeof plan === 'string') throw new UsageError([plan]);
  const context = { base: registry.base, dryRun: raw.dryRun === true, failures: [], notes };
  return applyRemoval(plan, context, io);
}

/** What stays by choice, and what is left to decide. */
function describeNotes(
  { excluded, withdrawn, deadChains }: DeadReport,
  { base }: Registry,
  {
    io,
    raw,
    kinds,
  }: { readonly io: Io; readonly raw: RawRemoveDead; readonly kinds: ReadonlySet<string> | null },
): readonly string[] {
  const prefix = findPathPrefix(base, io.cwd);
  const emptied = raw.markKilled === true || kinds !== null ? [] : deadChains;
  return [
    ...excluded.map(({ entry, reason }) => `left ${describeEntry(entry, prefix)}: ${reason}`),
    ...emptied.map(
      ({ chain }) =>
        `that is every entry of ${chain}: --mark-killed marks such a chain instead of emptying it`,
    ),
    ...(withdrawn.length === 0
      ? []
      : [
          `${formatAmount(withdrawn.length, 'withdrawn endpoint')} left: endpoint-check history --dead shows why`,
        ]),
  ];
}
