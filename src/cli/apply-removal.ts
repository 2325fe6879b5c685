import { formatAmount } from '../model/amount.js';
import type { RemovalPlan } from '../engine/edit/plan-removal.js';
import { writeChanges } from '../engine/edit/write-changes.js';
import { exitCodes } from '../engine/exit-code.js';
import { findPathPrefix } from '../registry/layout.js';
import { describeEntry } from '../reporters/describe-entry.js';
import { joinPath } from '../reporters/findings.js';
import { say, writeDiff } from './changes.js';
import type { Io } from './io.js';

export interface RemovalContext {
  readonly base: string;
  readonly dryRun: boolean;
  /** Sentences for the user about what was not found: they fail the command. */
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

/** Makes the changes of a plan, or shows them, and prints what was done and what stays, without exception. Resolves to the exit status. */
export async function applyRemoval(
  plan: RemovalPlan,
  { base, dryRun, failures, notes }: RemovalContext,
  io: Io,
): Promise<number> {
  const prefix = findPathPrefix(base, io.cwd);
  const files = plan.files.map((file) => ({ ...file, path: joinPath(prefix, file.path) }));
  const left = [...describeLeft(plan, prefix, failures)];
  if (dryRun) {
    await writeDiff(plan.files, base, { reports: [] }, io);
    await say(io, [...describeRemoved(files, prefix, 'would '), ...left, ...notes]);
    return left.length === 0 ? exitCodes.ok : exitCodes.findings;
  }
  const { written, refused } = await writeChanges(files);
  await say(io, [
    ...describeRemoved(written, prefix, ''),
    ...refused.map(({ path, reason }) => `${path} is not changed: ${reason}`),
    ...left,
    ...notes,
    ...(written.length === 0 ? [] : ['next: git diff, then commit it']),
  ]);
  return left.length + refused.length === 0 ? exitCodes.ok : exitCodes.findings;
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
