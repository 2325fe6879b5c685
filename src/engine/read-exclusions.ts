import { describeLargeFile } from '../model/amount.js';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { checks } from '../checks/index.js';
import { parseExclusions } from '../registry/exclude.js';
import { toSlashes } from '../registry/layout.js';
import { sizeLimitBytes } from '../registry/rules.js';
import type { ExclusionFile } from './prepare.js';

/** Reads the exclusion file at a path; null for none. Errors are added to `errors`, each with the option that names the file. */
export function readExclusions(
  path: string | null,
  { cwd, option, errors }: { readonly cwd: string; readonly option: string; readonly errors: string[] },
): ExclusionFile | null {
  if (path === null) return null;
  try {
    const file = resolve(cwd, path);
    const stats = statSync(file);
    const fault = !stats.isFile()
      ? 'is not a file'
      : stats.size > sizeLimitBytes
        ? describeLargeFile(sizeLimitBytes)
        : null;
    if (fault === null) return parseExclusionFile(path, readFileSync(file, 'utf8'), { option, errors });
    errors.push(`${option}: ${path} ${fault}`);
    return null;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    const fault =
      code === 'ENOENT' ? 'does not exist: to exclude nothing, write [] into it' : `cannot be read (${code})`;
    errors.push(`${option}: ${path} ${fault}`);
    return null;
  }
}

/**
 * Reads the version that an exclusion file has at a git ref, since a change under review excludes nothing by itself; null, with a sentence for the user
 * in `notices`, if it has none there. A file that git does not know, as one that the checking machine provides, counts as it is.
 */
export async function readExclusionsAt(
  path: string | null,
  since: string,
  options: {
    readonly cwd: string;
    readonly option: string;
    readonly errors: string[];
    readonly notices: string[];
  },
): Promise<ExclusionFile | null> {
  if (path === null) return null;
  const { cwd, option, notices } = options;
  const { readGit } = await import('../registry/git/git.js');
  const isTracked = (await readGit(cwd, ['ls-files', '--error-unmatch', '--', resolve(cwd, path)])) !== null;
  if (!isTracked) return readExclusions(path, options);
  const exclusions = await readCommitted(path, since, options);
  if (exclusions === null) notices.push(`${option}: ${path} is not in ${since}, so it excludes nothing`);
  return exclusions;
}

/** Reads the version at a git ref; null if the ref has none, or cannot be read: then the comparison reports why. */
export async function readCommitted(
  path: string,
  since: string,
  options: { readonly cwd: string; readonly option: string; readonly errors: string[] },
): Promise<ExclusionFile | null> {
  const { cwd } = options;
  const { readRevision } = await import('../registry/git/revision.js');
  const inside = toSlashes(cwd, resolve(cwd, path));
  const revision = await readRevision(cwd, since, (file) => file === inside);
  const text = typeof revision === 'string' ? null : (revision.files.get(inside)?.text ?? null);
  return text === null ? null : parseExclusionFile(path, text, options);
}

function parseExclusionFile(
  path: string,
  text: string,
  { option, errors }: { readonly option: string; readonly errors: string[] },
): ExclusionFile {
  const { exclusions, errors: faults } = parseExclusions(
    text,
    checks.map(({ kind }) => kind),
  );
  // Not spread: as arguments, more than some ten thousand would overflow the stack.
  for (const fault of faults) errors.push(`${option}: ${path}, ${fault}`);
  return { file: path, exclusions };
}
