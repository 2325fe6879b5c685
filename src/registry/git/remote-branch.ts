import { readGit, runGit } from './git.js';
import { GitError } from './write-commit.js';

/** The commit of a branch of `origin` as it is there now; null where there is no such branch. Rejects with a GitError. */
export async function readRemoteHead(directory: string, branch: string): Promise<string | null> {
  const ref = toRef(branch);
  const { status, stdout, stderr } = await runGit(directory, ['ls-remote', '--quiet', 'origin', ref]);
  if (status !== 0) throw fail(`cannot read the branch ${branch} of origin`, stderr);
  // A pattern of git-ls-remote(1) matches the ends of names as well.
  const line = stdout
    .toString()
    .split('\n')
    .find((one) => one.endsWith(`\t${ref}`));
  return line?.split('\t')[0] ?? null;
}

/** Fetches the commit of a branch of `origin`, without the commits before it where the clone is shallow anyway. Writes no ref. Rejects with a GitError. */
export async function fetchBranch(directory: string, branch: string): Promise<string> {
  const isShallow = (await readGit(directory, ['rev-parse', '--is-shallow-repository'])) === 'true';
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-recurse-submodules',
    ...(isShallow ? ['--depth=1'] : []),
  ];
  // Without its own refspec git would also update the branches that it follows (git-fetch(1), --refmap).
  const { status, stderr } = await runGit(directory, [...args, '--refmap=', '--', 'origin', toRef(branch)]);
  const commit =
    status === 0 ? await readGit(directory, ['rev-parse', '--verify', '--quiet', 'FETCH_HEAD']) : null;
  if (commit === null) throw fail(`cannot fetch the branch ${branch} of origin`, stderr);
  return commit;
}

/** A branch of `origin`, and the commit that it is expected to be at; null where it is expected not to be there. */
export interface Lease {
  readonly branch: string;
  readonly expected: string | null;
}

/**
 * Sets a branch of `origin` to a commit, or removes it for null, unless it is no longer at the expected commit: then nothing changes, and this resolves to
 * false. Rejects with a GitError where it cannot be pushed.
 */
export async function pushBranch(
  directory: string,
  { branch, expected }: Lease,
  commit: string | null,
): Promise<boolean> {
  const ref = toRef(branch);
  const { status, stderr } = await runGit(directory, [
    'push',
    '--quiet',
    '--no-recurse-submodules',
    `--force-with-lease=${ref}:${expected ?? ''}`,
    'origin',
    `${commit ?? ''}:${ref}`,
  ]);
  if (status === 0) return true;
  if ((await readRemoteHead(directory, branch)) !== expected) return false;
  throw fail(`cannot push the branch ${branch}`, stderr);
}

function toRef(branch: string): string {
  return `refs/heads/${branch}`;
}

/** Without the url of origin, which git quotes, and of which it hides at most a login. What the server says may name pages. */
function fail(what: string, stderr: string): GitError {
  const reason = stderr.replaceAll(/'[a-z]+:\/\/[^']+'/gi, "'origin'").replaceAll(/\s+/g, ' ');
  return new GitError(`${what}: ${reason}`);
}
