import { readHost } from '../engine/edit/entry-keys.js';
import { planEntryRemoval, planRemoval, type RemovalPlan } from '../engine/edit/plan-removal.js';
import { type Options, type RawOptions, readOptions } from '../engine/options/option-rows.js';
import { UsageError, exitCodes } from '../engine/exit-code.js';
import { joinChoices } from '../model/describe-unknown.js';
import type { Registry } from '../registry/load.js';
import { formatUrl } from '../reporters/mask.js';
import { refuseUnchangeable, say, writeDiff } from './changes.js';
import type { CommandLine, Io } from './io.js';
import { describeWeakEvidence, loadRegistryAround, readHistories } from './registry-around.js';
import { formatAmount } from '../model/amount.js';
import { writeChanges } from '../engine/edit/file-change.js';
import { findPathPrefix } from '../registry/layout.js';
import { describeEntry, joinPath } from '../reporters/findings.js';
import { findRemovable } from '../history/find-removable.js';
import { readExclusions } from '../engine/read-exclusions.js';
import type { DeadReport, DownEntry } from '../history/find-dead.js';
import type { Entry } from '../model/entry.js';

/** A host may have hundreds of addresses. */
const similarShown = 3;

/** `endpoint-check remove`: removes endpoints from every file of the registry. Resolves to the exit status. */
export async function run(
  addresses: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const options = readOptions('remove', raw, errors);
  if (options.dead && addresses.length > 0)
    errors.push('--dead and addresses exclude each other: write one of the two');
  const { kind: kinds } = options;
  if (options.dead) return removeDead(options, errors, io);
  const requested = addresses.map((address) => address.trim());
  if (requested.length === 0)
    errors.push("missing required argument 'address': write an address, or --dead --history history.jsonl");
  if (requested.includes('')) errors.push('an address is empty');
  errors.push(...refuseUnchangeable(requested, io.cwd));
  if (errors.length > 0) throw new UsageError(errors);
  const registry = await loadRegistryAround(io.cwd);
  const plan = planRemoval(registry, requested, kinds);
  if (typeof plan === 'string') throw new UsageError([plan]);
  const failures = plan.missing.map((address) => describeMissing(address, registry, kinds));
  const context = { base: registry.base, dryRun: options.dryRun, failures, notes: [] };
  return applyRemoval(plan, context, io);
}

/** The address may lack its port, or be listed as another kind. */
function describeMissing(address: string, { entries }: Registry, kinds: ReadonlySet<string> | null): string {
  const host = readHost(address);
  const ofHost = entries.filter(({ url }) => url !== null && readHost(url.trim()) === host);
  const listed = [...new Set(ofHost.map(({ kind, url }) => `${kind} ${formatUrl(url)}`))];
  const sample =
    listed.slice(0, similarShown).join(', ') + (listed.length > similarShown ? ' and others' : '');
  const detail = kinds === null ? 'is not listed' : `is not listed as ${joinChoices([...kinds])}`;
  return `${address} ${detail}${listed.length === 0 ? '' : `; its host is listed as ${sample}`}`;
}

/** Removes the entries that every history finds dead, if the histories are evidence enough. Resolves to the exit status. */
async function removeDead(options: Options<'remove'>, errors: string[], io: Io): Promise<number> {
  const { history, exclude } = options;
  const kinds: ReadonlySet<string> | null = options.kind;
  const files = readHistories(history ?? [], { cwd: io.cwd, prefix: '--history: ', errors });
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
    ...describeSpared(formatAmount(withdrawn.length, 'withdrawn endpoint'), withdrawn),
    ...describeSpared(
      `${formatAmount(blockers.length, 'endpoint')} of providers that may block this machine`,
      blockers,
    ),
  ];
}

function describeSpared(subject: string, { length }: readonly DownEntry[]): readonly string[] {
  return length === 0 ? [] : [`${subject} left: endpoint-check history --dead shows why`];
}

interface RemovalContext {
  readonly base: string;
  readonly dryRun: boolean;
  /** Sentences for the user about what was not found: they fail the command. */
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

/** Makes the changes of a plan, or shows them, and prints what was done and what stays, without exception. Resolves to the exit status. */
async function applyRemoval(
  plan: RemovalPlan,
  { base, dryRun, failures, notes }: RemovalContext,
  io: Io,
): Promise<number> {
  const prefix = findPathPrefix(base, io.cwd);
  const files = plan.files.map((file) => ({ ...file, path: joinPath(prefix, file.path) }));
  const refusals = [...describeLeft(plan, prefix, failures)];
  if (dryRun) {
    await writeDiff(plan.files, base, { reports: [] }, io);
    await say(io, [...describeRemoved(files, prefix, 'would '), ...refusals, ...notes]);
    return refusals.length === 0 ? exitCodes.ok : exitCodes.findings;
  }
  const { written, refused } = await writeChanges(files);
  await say(io, [
    ...describeRemoved(written, prefix, ''),
    ...refused.map(({ path, reason }) => `${path} is not changed: ${reason}`),
    ...refusals,
    ...notes,
    ...(written.length === 0 ? [] : ['next: git diff, then commit it']),
  ]);
  return refusals.length + refused.length === 0 ? exitCodes.ok : exitCodes.findings;
}

function describeRemoved(files: RemovalPlan['files'], prefix: string, mood: 'would ' | ''): string[] {
  const entries = files.flatMap((file) => file.entries);
  const changed = files.filter((file) => file.entries.length > 0);
  const [remove, mark] = mood === '' ? ['removed', 'marked'] : [`${mood}remove`, `${mood}mark`];
  const lines = entries.map((entry) => `${remove} ${describeEntry(entry, prefix)}`);
  const marks = files.flatMap(({ path, marked }) =>
    marked.map((chain) => `${mark} ${chain} as ended in ${path}`),
  );
  const sum = `${remove} ${formatAmount(entries.length, 'entry', 'entries')} in ${formatAmount(changed.length, 'file')}`;
  return [...lines, ...(entries.length < 2 ? [] : [sum]), ...marks];
}

function describeLeft({ kept, unread }: RemovalPlan, prefix: string, failures: readonly string[]): string[] {
  return [
    ...kept.map(({ entry, reason }) => `kept ${describeEntry(entry, prefix)}: ${reason}`),
    ...failures,
    ...unread.map(
      (path) => `${joinPath(prefix, path)} cannot be read, and may have the address too: fix it first`,
    ),
  ];
}
