import { dirname } from 'node:path';
import { askGit } from '../registry/git/git.js';
import { isDirectory } from '../registry/layout.js';

/**
 * True where the repository around a path has checked out a merge of a pull request's head into its base: one whose second parent is the
 * head, or the commit that the event is about, whose second parent may be an older head.
 */
export async function isMergeCheckout(
  path: string,
  { sha, head }: { readonly sha: string | null; readonly head: string | null },
): Promise<boolean> {
  const directory = isDirectory(path) ? path : dirname(path);
  const [header = ''] = ((await askGit(directory, ['cat-file', '-p', 'HEAD'])) ?? '').split('\n\n');
  const parents = [...header.matchAll(/^parent (.+)$/gm)].map(([, parent]) => parent);
  if (parents.length < 2) return false;
  if (parents[1] === head) return true;
  return sha !== null && (await askGit(directory, ['rev-parse', '--verify', '--quiet', 'HEAD'])) === sha;
}
