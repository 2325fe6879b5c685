import { type GitOptions, readGit, runGit } from './git.js';

/**
 * The files of a working tree that differ from a commit and are not gone, as paths relative to a directory: committed or not, but not ignored. Also those
 * above the directory, whose paths lead upwards. Empty if git fails.
 */
export async function listDifferences(
  directory: string,
  commit: string,
  git: Pick<GitOptions, 'offline' | 'limitMs' | 'access'> = {},
): Promise<readonly string[]> {
  const filters = await readGit(directory, ['config', '--name-only', '--get-regexp', '^filter\\.'], git);
  // A filter of the repository's own configuration is a program (gitattributes(5)); names are all that is needed.
  const withoutFilters = [...new Set((filters ?? '').split('\n'))].flatMap((name) =>
    name === '' ? [] : ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`],
  );
  const diff = [
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--diff-filter=d',
    '--no-ext-diff',
    '--ignore-submodules',
  ];
  const outputs = [
    await runGit(directory, [...withoutFilters, ...diff, commit], git),
    await runGit(directory, ['ls-files', '--others', '--exclude-standard', '--full-name', '-z', ':/'], git),
  ];
  const prefix = (await readGit(directory, ['rev-parse', '--show-prefix'], git)) ?? '';
  return outputs.flatMap(({ status, stdout }) =>
    status === 0
      ? stdout
          .toString()
          .split('\0')
          .filter((path) => path !== '')
          .map((path) => toRelative(path, prefix))
      : [],
  );
}

function toRelative(path: string, prefix: string): string {
  return path.startsWith(prefix)
    ? path.slice(prefix.length)
    : `${'../'.repeat(prefix.split('/').length - 1)}${path}`;
}
