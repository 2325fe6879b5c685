import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { type GitOptions, readAccess, readGit, runGit } from './git.js';

export interface ComparisonOptions extends Pick<GitOptions, 'offline' | 'limitMs'> {
  /** A ref is one of the repository around this directory, even if the files are in a submodule of it. By default, the directory of the files. */
  readonly from?: string;
}

export interface Clone {
  readonly directory: string;
  /** Path of the directory in the repository, with a trailing slash; empty for its top. */
  readonly prefix: string;
  readonly top: string;
  /** The top directory of the repository that has this one as a submodule; null if there is none. */
  readonly superproject: string | null;
  readonly shallow: boolean;
  readonly git: Required<Pick<GitOptions, 'offline' | 'limitMs' | 'access'>>;
}

/** Finds the repository around a directory. Resolves to a sentence for the user if there is none. */
export async function openClone(
  directory: string,
  { offline = false, limitMs }: ComparisonOptions,
): Promise<Clone | string> {
  const git = { offline, limitMs, access: await readAccess(directory, limitMs) };
  const fields = ['--is-shallow-repository', '--show-prefix', '--show-toplevel'];
  const args = ['rev-parse', ...fields, '--show-superproject-working-tree'];
  const version = await runGit(directory, args, git);
  if (version.status === null) return 'git could not be run';
  // Git's message distinguishes a directory of another owner from one without a repository, and contains the fix.
  if (version.status !== 0) return `git failed: ${version.stderr.replaceAll(/\s+/g, ' ')}`;
  const [shallow, prefix = '', top = '', superproject = ''] = version.stdout.toString().split('\n');
  return {
    directory,
    prefix,
    top,
    superproject: superproject === '' ? null : superproject,
    shallow: shallow === 'true',
    git,
  };
}

/** The top directory of the outermost repository around a directory, which has the others as submodules; the directory without a repository. */
export async function findOutermost(directory: string): Promise<string> {
  const clone = await openClone(directory, { offline: true });
  if (typeof clone === 'string') return directory;
  return clone.superproject === null ? clone.top : findOutermost(clone.superproject);
}

export function isWithin(directory: string, { top }: Clone): boolean {
  // Git has followed all links.
  const inside = relative(realpathSync.native(top), realpathSync.native(directory));
  return !/^\.\.(?:[\\/]|$)/.test(inside) && !isAbsolute(inside);
}

export function run({ directory, git }: Clone, args: readonly string[], stdin = '') {
  return runGit(directory, args, { ...git, stdin });
}

export function read({ directory, git }: Clone, args: readonly string[]) {
  return readGit(directory, args, git);
}
