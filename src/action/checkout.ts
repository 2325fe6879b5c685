import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { askGit } from '../registry/git.js';

/** True where the repository around a path has checked out the commit that the event is about, and that commit is a merge. */
export async function isMergeCheckout(path: string, sha: string): Promise<boolean> {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
  if ((await askGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'])) !== sha) return false;
  const raw = (await askGit(folder, ['cat-file', '-p', 'HEAD'])) ?? '';
  const [header = ''] = raw.split('\n\n');
  return (header.match(/^parent /gm) ?? []).length > 1;
}
