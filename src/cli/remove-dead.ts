import { formatAmount } from '../model/amount.js';
import { exitCodes } from '../engine/exit-code.js';
import { planEntryRemoval } from '../engine/edit/plan-removal.js';
import { findRemovable } from '../history/find-removable.js';
import type { Options } from '../engine/options/option-rows.js';
import { readExclusions } from '../engine/read-exclusions.js';
import { UsageError } from '../engine/usage-error.js';
import type { DeadReport, DownEntry } from '../history/dead-report.js';
import type { Entry } from '../model/entry.js';
import { joinChoices } from '../model/describe-unknown.js';
import { findPathPrefix } from '../registry/layout.js';
import type { Registry } from '../registry/load.js';
import { describeEntry } from '../reporters/describe-entry.js';
import { applyRemoval } from './apply-removal.js';
import { say } from './changes.js';
import { describeWeakEvidence } from './describe-weak-evidence.js';
import type { Io } from './io.js';
import { loadRegistryAround } from './load-around.js';
import { readHistories } from './history-files.js';

/** `endpoint-check remove --dead`: removes the entries that every history finds dead, if the histories are evidence enough. Resolves to the exit status. */
export async function removeDead(options: Options<'remove'>, errors: string[], io: Io): Promise<number> {
  const { history, exclude } = options;
  const kinds: ReadonlySet<string> | null = options.kind;
  const files = await readHistories(history ?? [], { cwd: io.cwd, prefix: '--history: ', errors });
  const now = options.now ?? new Date();
  const exclusions = readExclusions(exclude, { cwd: io.cwd, option: '--exclude', errors });
  if (errors.length > 0) throw new UsageError(errors);
  const registry = await loadRegistryAround(io.cwd);
  const removable = findRemovable(registry, files, {
    limits: { minRuns: options.minRuns, minDays: options.minDays },
    exclusions: exclusions?.exclusions ?? [],
    now,
  });
  const dead = removable.dead.map(({ entry }) => entry).filter(({ kind }) => kinds?.has(kind) !== false);
  const doubts = options.force ? new Map<Entry, string>() : removable.doubts;
  const deadChains = options.force ? removable.deadChains : removable.ended;
  const warnings = describeWeakEvidence(removable, { files, evidence: removable.evidence });
  const notes = [...describeNotes({ ...removable, deadChains }, registry, options, io), ...warnings];
  if (dead.length === 0) {
    const subject = kinds === null ? 'nothing' : `no ${joinChoices([...kinds])} endpoint`;
    await say(io, [`${subject} is dead by ${files.map(({ name }) => name).join(' and ')}`, ...notes]);
    return exitCodes.ok;
  }
  const marked = options.markKilled ? deadChains : [];
  const chains = marked.map(({ chain, entries }) => ({ chain, entries: entries.map(({ entry }) => entry) }));
  const sure = dead.filter((entry) => !doubts.has(entry));
  const plan = planEntryRemoval(registry, sure, chains);
  if (typeof plan === 'string') throw new UsageError([plan]);
  const doubtful = dead.flatMap((entry) => {
    const reason = doubts.get(entry);
    return reason === undefined ? [] : [{ entry, reason }];
  });
  const kept = [...doubtful, ...plan.kept];
  const context = { base: registry.base, dryRun: options.dryRun, failures: [], notes };
  return applyRemoval({ ...plan, kept }, context, io);
}

/** The entries that stay by choice, and those that the user has to decide about. */
function describeNotes(
  { blockers, excluded, withdrawn, deadChains }: DeadReport,
  { base }: Registry,
  { markKilled, kind }: Options<'remove'>,
  io: Io,
): readonly string[] {
  const prefix = findPathPrefix(base, io.cwd);
  const emptied = markKilled || kind !== null ? [] : deadChains;
  return [
    ...excluded.map(({ entry, reason }) => `left ${describeEntry(entry, prefix)}: ${reason}`),
    ...emptied.map(
      ({ chain }) =>
        `that is every entry of ${chain}: --mark-killed marks such a chain instead of emptying it`,
    ),
    ...describeLeft(formatAmount(withdrawn.length, 'withdrawn endpoint'), withdrawn),
    ...describeLeft(
      `${formatAmount(blockers.length, 'endpoint')} of providers that may block this machine`,
      blockers,
    ),
  ];
}

function describeLeft(subject: string, { length }: readonly DownEntry[]): readonly string[] {
  return length === 0 ? [] : [`${subject} left: endpoint-check history --dead shows why`];
}
