import { realpathSync, createReadStream } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { type GitOptions, readAccess, readGit, runGit, noFile } from './git.js';
import { createHash, type Hash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { decodePath, describePath, encodePath } from '../layout.js';

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

/**
 * Finds a file for which git writes another text than it has committed, so that a check of the one tells nothing of the other: by an encoding, or by a
 * filter of the user's configuration, such as that of Git LFS. Null if there is none, otherwise a sentence for the user. Source: gitattributes(5).
 */
export async function findConverted(clone: Clone, paths: readonly string[]): Promise<string | null> {
  const stdin = paths.map((path) => `${path}\0`).join('');
  const attributes = ['working-tree-encoding', 'filter'];
  const answer = await run(clone, ['check-attr', '-z', '--stdin', ...attributes], stdin);
  if (answer.status !== 0) return `git cannot read .gitattributes: ${answer.stderr.replaceAll(/\s+/g, ' ')}`;
  const pattern = ['config', '--name-only', '--get-regexp', '^filter\\..*\\.(smudge|process)$'];
  const filters = ((await read(clone, pattern)) ?? '').split('\n');
  const fields = answer.stdout.toString().split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', attribute = '', value = ''] = fields.slice(at, at + 3);
    const converts =
      attribute === 'filter'
        ? filters.some((name) => name === `filter.${value}.smudge` || name === `filter.${value}.process`)
        : !['unspecified', 'unset', 'set'].includes(value) && !/^utf-?8$/i.test(value);
    if (converts)
      return `${path} has the attribute ${attribute}=${value} (.gitattributes), so git has committed another text than the one that is here: remove the attribute`;
  }
  return null;
}

/**
 * The files of a working tree that differ from the tree of a commit and are not gone, as paths relative to the directory: committed or not, but not
 * ignored. Also those above the directory, whose paths lead upwards, and submodules. Resolves to a sentence for the user if git fails, or would run a
 * program that the repository names.
 */
export async function listDifferences(clone: Clone, tree: string): Promise<readonly string[] | string> {
  const listing = await read(clone, ['config', '--name-only', '--get-regexp', '^filter\\.']);
  const filters = [...new Set((listing ?? '').split('\n'))].filter((name) => name !== '');
  // `git -c` takes the first "=" for the end of the name (git(1)).
  const unnameable = filters.find((name) => name.includes('='));
  if (unnameable !== undefined)
    return `${unnameable} in the configuration of this repository names a program, which is not run: remove it`;
  // A filter of the repository's own configuration is a program (gitattributes(5)); names are all that is needed.
  const withoutFilters = filters.flatMap((name) => [
    '-c',
    `${name}=${name.endsWith('.required') ? 'false' : ''}`,
  ]);
  const diff = [
    // A user's settings may make paths relative, or name a file that is missing.
    '-c',
    'diff.relative=false',
    '-c',
    `diff.orderFile=${noFile}`,
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--diff-filter=d',
    '--no-ext-diff',
    // Another commit of a submodule is a change, files in it are none of this repository.
    '--ignore-submodules=dirty',
  ];
  const outputs = [
    await run(clone, [...withoutFilters, ...diff, tree]),
    await run(clone, ['ls-files', '--others', '--exclude-standard', '--full-name', '-z', ':/']),
  ];
  const failed = outputs.find(({ status }) => status !== 0);
  if (failed !== undefined)
    return `git cannot list the changed files: ${failed.stderr.replaceAll(/\s+/g, ' ')}`;
  return outputs.flatMap(({ stdout }) =>
    stdout
      .toString('latin1')
      .split('\0')
      .filter((path) => path !== '')
      .map((path) => toRelative(describePath(decodePath(Buffer.from(path, 'latin1'))), clone.prefix)),
  );
}

function toRelative(path: string, prefix: string): string {
  return path.startsWith(prefix)
    ? path.slice(prefix.length)
    : `${'../'.repeat(prefix.split('/').length - 1)}${path}`;
}

/**
 * Whether a text is the content of a git object, or only differs by the line ends that a checkout on Windows writes. Sources:
 * git-hash-object(1), core.autocrlf in git-config(1).
 */
export function isTextOf(text: string, hash: string): boolean {
  if (hashContent(Buffer.from(text), hash) === hash) return true;
  return text.includes('\r\n') && hashContent(Buffer.from(text.replaceAll('\r\n', '\n')), hash) === hash;
}

function hashContent(content: Buffer, like: string): string {
  return startHash(like).update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** SHA-1 or SHA-256, depending on the length of another object id. */
function startHash(like: string): Hash {
  return createHash(like.length === 40 ? 'sha1' : 'sha256');
}

/**
 * The git object id of a file or a link in the working tree; null if there is neither. `like`, another object id of the repository, tells SHA-1
 * from SHA-256. Source: git-hash-object(1).
 */
export async function hashBlob(path: string, like: string): Promise<string | null> {
  const hash = startHash(like);
  const file = encodePath(path);
  try {
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) {
      const target = await readlink(file, 'buffer');
      return hash.update(`blob ${target.length}\0`).update(target).digest('hex');
    }
    if (!stats.isFile()) return null;
    hash.update(`blob ${stats.size}\0`);
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
