import { runGit } from './git.js';

/**
 * The files in a directory with unmerged changes, as relative paths with forward slashes. Empty if there is no repository, or no git. Source:
 * git-ls-files(1), unmerged entries.
 */
export async function listConflicts(directory: string): Promise<ReadonlySet<string>> {
  const { status, stdout } = await runGit(directory, ['ls-files', '--unmerged', '-z']);
  if (status !== 0) return new Set();
  // Each side of a conflict has an entry: mode, object, stage, a tab and the path.
  const entries = stdout.toString().split('\0').slice(0, -1);
  return new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
}
