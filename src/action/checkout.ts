import { dirname } from 'node:path';
import { readGit } from '../registry/git/git.js';
import { isDirectory } from '../registry/layout.js';

/**
 * Whether the repository around a path has checked out a merge of a pull request's head into its base: a commit whose second parent is
 * the head, or the commit of the event itself, whose second parent may be an older head.
 */
export async function isMergeCheckout(
  path: string,
  { sha, head }: { readonly sha: string | null; readonly head: string | null },
): Promise<boolean> {
  const directory = isDirectory(path) ? path : dirname(path);
  const [header = ''] = ((await readGit(directory, ['cat-file', '-p', 'HEAD'])) ?? '').split('\n\n');
  const parents = [...header.matchAll(/^parent (.+)$/gm)].map(([, parent]) => parent);
  if (parents.length < 2) return false;
  if (parents[1] === head) return true;
  return sha !== null && (await readGit(directory, ['rev-parse', '--verify', '--quiet', 'HEAD'])) === sha;
}
