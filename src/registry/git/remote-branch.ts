import { fetchQuietly, readGit, runGit } from './git.js';
import { GitError } from './write-commit.js';

/** The current commit of a branch of `origin`; null if there is no such branch. Rejects with a GitError. */
export async function readRemoteHead(directory: string, branch: string): Promise<string | null> {
  const ref = toRef(branch);
  const { status, stdout, stderr } = await runGit(directory, ['ls-remote', '--quiet', 'origin', ref]);
  if (status !== 0) throw fail(`cannot read the branch ${branch} of origin`, stderr);
  // A pattern of git-ls-remote(1) also matches the ends of names.
  const lines = stdout.toString().split('\n');
  return lines.find((line) => line.endsWith(`\t${ref}`))?.split('\t')[0] ?? null;
}

/** Fetches the commit of a branch of `origin`; only that commit if the clone is shallow. Writes no ref. Rejects with a GitError. */
export async function fetchBranch(directory: string, branch: string): Promise<string> {
  const isShallow = (await readGit(directory, ['rev-parse', '--is-shallow-repository'])) === 'true';
  const depth = isShallow ? ['--depth=1'] : [];
  // Without an empty refmap git would also update remote-tracking branches (git-fetch(1), --refmap).
  const args = [...fetchQuietly, ...depth, '--refmap=', '--', 'origin', toRef(branch)];
  const { status, stderr } = await runGit(directory, args);
  const commit =
    status === 0 ? await readGit(directory, ['rev-parse', '--verify', '--quiet', 'FETCH_HEAD']) : null;
  if (commit === null) throw fail(`cannot fetch the branch ${branch} of origin`, stderr);
  return commit;
}

export interface Lease {
  readonly branch: string;
  readonly expected: string | null;
}

/**
 * Sets a branch of `origin` to a commit, or removes it for null. Resolves to false, and changes nothing, if the branch is no longer at the
 * expected commit. Rejects with a GitError if the push fails.
 */
export async function pushBranch(
  directory: string,
  { branch, expected }: Lease,
  commit: string | null,
): Promise<boolean> {
  const ref = toRef(branch);
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
  const args = ['push', '--quiet', '--no-recurse-submodules', lease, 'origin', `${commit ?? ''}:${ref}`];
  const { status, stderr } = await runGit(directory, args);
  if (status === 0) return true;
  if ((await readRemoteHead(directory, branch)) !== expected) return false;
  throw fail(`cannot push the branch ${branch}`, stderr);
}

function toRef(branch: string): string {
  return `refs/heads/${branch}`;
}

/** Hides the url of origin: git quotes it, and only hides the credentials. The server's message may contain other urls. */
function fail(action: string, stderr: string): GitError {
  const reason = stderr.replaceAll(/'[a-z]+:\/\/[^']+'/gi, "'origin'").replaceAll(/\s+/g, ' ');
  return new GitError(`${action}: ${reason}`);
}
