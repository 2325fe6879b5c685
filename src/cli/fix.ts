import { formatAmount } from '../model/amount.js';
import { checks } from '../checks/index.js';
import { type FixLevel, type FixPlan, planFixes } from '../engine/edit/plan-fixes.js';
import { writeChanges } from '../engine/edit/file-change.js';
import { findPathPrefix } from '../registry/layout.js';
import { loadRegistry } from '../registry/load.js';
import { joinPath } from '../reporters/findings.js';
import type { Io } from './io.js';
import { say, writeDiff } from './changes.js';
import type { Settings } from './settings.js';

interface FixSettings extends Pick<Settings<'check'>, 'since' | 'format' | 'reports'> {
  readonly level: FixLevel;
  readonly dryRun: boolean;
}

interface Fixing {
  /** The streams for reports, apart from the diff. */
  readonly reportIo: Io;
  readonly complete: boolean;
}

/**
 * Fixes the files at the paths, or prints the fixes as a diff, and reports the result on standard error. Changes nothing if the paths cannot be used;
 * the run then reports why.
 */
export async function fixFiles(
  paths: readonly string[],
  settings: FixSettings,
  errors: string[],
  io: Io,
): Promise<Fixing> {
  const noChange: Fixing = { reportIo: io, complete: true };
  const registry = await loadRegistry(paths, {
    cwd: io.cwd,
    format: settings.format,
    kinds: checks,
    readStdin: () => Promise.resolve(Buffer.alloc(0)),
  });
  if (registry.usageErrors.length > 0) return noChange;
  const unchangeable = registry.loaded.flatMap(({ path, format }) =>
    format?.unchangeable === undefined ? [] : [`--fix cannot change ${path}: ${format.unchangeable}`],
  );
  if (unchangeable.length > 0) {
    errors.push(...unchangeable);
    return noChange;
  }
  // Loaded on demand: most runs need no git.
  const changes =
    settings.since === null
      ? null
      : await (await import('../registry/git/since.js')).findChanges(registry, settings.since, checks);
  if (typeof changes === 'string') return noChange;
  const plan = planFixes(changes?.registry ?? registry, { level: settings.level, changes });
  if (typeof plan === 'string') {
    errors.push(`cannot fix: ${plan}`);
    return noChange;
  }
  const prefix = findPathPrefix(registry.base, io.cwd);
  const named = plan.files.map((file) => ({ ...file, path: joinPath(prefix, file.path) }));
  if (settings.dryRun) {
    const reportIo = await writeDiff(plan.files, registry.base, settings, io);
    await say(io, describePlan({ ...plan, files: named }, 'would fix'));
    return { reportIo, complete: true };
  }
  const { written, refused } = await writeChanges(named);
  const done = describePlan({ ...plan, files: written }, 'fixed');
  await say(io, [
    // Something was found, and is named.
    ...(refused.length > 0 && written.length === 0 ? done.slice(1) : done),
    ...refused.map(({ path, reason }) => `${path} is not changed: ${reason}`),
  ]);
  return { reportIo: io, complete: refused.length === 0 };
}

function describePlan({ files, withheld }: FixPlan, verb: string): string[] {
  const count = files.reduce((sum, { fixed }) => sum + fixed.length, 0);
  const summary =
    count === 0
      ? 'nothing to fix'
      : `${verb} ${formatAmount(count, 'finding')} in ${formatAmount(files.length, 'file')}`;
  const ofProviders = [...withheld].map(
    ([manifest, problems]) =>
      `${formatAmount(problems.length, 'finding')} left to the provider, whose entries come from ${manifest}`,
  );
  return [summary, ...ofProviders];
}
