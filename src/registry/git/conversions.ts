import { type GitOptions, readGit, runGit } from './git.js';

/**
 * Finds a file for which git writes another text than it has committed, so that a check of the one tells nothing of the other: by an encoding, or by a
 * filter of the user's configuration, such as that of Git LFS. Null if there is none, otherwise a sentence for the user. Source: gitattributes(5).
 */
export async function findConverted(
  directory: string,
  paths: readonly string[],
  git: Pick<GitOptions, 'offline' | 'limitMs' | 'access'> = {},
): Promise<string | null> {
  const stdin = paths.map((path) => `${path}\0`).join('');
  const attributes = ['working-tree-encoding', 'filter'];
  const answer = await runGit(directory, ['check-attr', '-z', '--stdin', ...attributes], { ...git, stdin });
  if (answer.status !== 0) return `git cannot read .gitattributes: ${answer.stderr.replaceAll(/\s+/g, ' ')}`;
  const pattern = ['config', '--name-only', '--get-regexp', '^filter\\..*\\.(smudge|process)$'];
  const filters = ((await readGit(directory, pattern, git)) ?? '').split('\n');
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
