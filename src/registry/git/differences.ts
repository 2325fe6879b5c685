import { decodePath, describePath } from '../file-name.js';
import { type GitOptions, noFile, readGit, runGit } from './git.js';

/**
 * The files of a working tree that differ from the tree of a commit and are not gone, as paths relative to a directory: committed or not, but not ignored. Also those
 * above the directory, whose paths lead upwards, and submodules. Resolves to a sentence for the user if git fails, or would run a program that the
 * repository names.
 */
export async function listDifferences(
  directory: string,
  tree: string,
  git: Pick<GitOptions, 'offline' | 'limitMs' | 'access'> = {},
): Promise<readonly string[] | string> {
  const listing = await readGit(directory, ['config', '--name-only', '--get-regexp', '^filter\\.'], git);
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
    ...['-c', 'diff.relative=false', '-c', `diff.orderFile=${noFile}`],
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
    await runGit(directory, [...withoutFilters, ...diff, tree], git),
    await runGit(directory, ['ls-files', '--others', '--exclude-standard', '--full-name', '-z', ':/'], git),
  ];
  const prefix = (await readGit(directory, ['rev-parse', '--show-prefix'], git)) ?? '';
  const failed = outputs.find(({ status }) => status !== 0);
  if (failed !== undefined)
    return `git cannot list the changed files: ${failed.stderr.replaceAll(/\s+/g, ' ')}`;
  return outputs.flatMap(({ stdout }) =>
    stdout
      .toString('latin1')
      .split('\0')
      .filter((path) => path !== '')
      .map((path) => toRelative(describePath(decodePath(Buffer.from(path, 'latin1'))), prefix)),
  );
}

function toRelative(path: string, prefix: string): string {
  return path.startsWith(prefix)
    ? path.slice(prefix.length)
    : `${'../'.repeat(prefix.split('/').length - 1)}${path}`;
}
