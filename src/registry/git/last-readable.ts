import type { LoadedFile } from '../load-file.js';
import { decode, type FileReading } from '../read-file.js';
import { type GitOptions, readGit, runGit } from './git.js';

/** How many older versions of a file are tried. */
const triedVersions = 20;

/**
 * The newest version of a file before a commit that could be read, as far as the clone has it: whoever repairs a broken file is not responsible for all
 * that is in it. Null if there is none among the last twenty.
 */
export async function findLastReadable(
  directory: string,
  { commit, path }: { readonly commit: string; readonly path: string },
  load: (reading: FileReading) => LoadedFile,
  git: Pick<GitOptions, 'offline' | 'limitMs' | 'access'> = {},
): Promise<LoadedFile | null> {
  const args = ['rev-list', `--max-count=${triedVersions}`, commit, '--', `:(literal)${path}`];
  const commits = ((await readGit(directory, args, git)) ?? '').split('\n').filter((line) => line !== '');
  for (const older of commits) {
    const { status, stdout } = await runGit(directory, ['cat-file', 'blob', `${older}:./${path}`], git);
    if (status !== 0) continue;
    const file = load(decode(stdout));
    if (file.complete) return file;
  }
  return null;
}
