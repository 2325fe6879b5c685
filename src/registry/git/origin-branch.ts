import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitOptions, runGit, fetchQuietly, readGit } from './git.js';

interface CommittedFile {
  /** Relative to the top of the repository, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
}

interface TreeFile {
  /** Such as `100644`. */
  readonly mode: string;
  readonly hash: string;
}

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** A failure of git, as a sentence that ends with git's own message. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** The files at paths relative to the top of the repository, as they are in a commit; missing ones are left out. Rejects with a GitError. */
export async function readTreeFiles(
  directory: string,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, TreeFile>> {
  const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', ...paths];
  const listing = await read(directory, args);
  const files = new Map<string, TreeFile>();
  for (const line of listing.toString().split('\0')) {
    const [, mode = '', hash = '', path] = /^(\d+) blob (\S+)\t(.*)$/s.exec(line) ?? [];
    if (path !== undefined) files.set(path, { mode, hash });
  }
  return files;
}

/** The git object id of a content, without the repository's filters; `keep` stores the object. Rejects with a GitError. */
export async function hashContent(directory: string, content: Buffer, keep: boolean): Promise<string> {
  const args = ['hash-object', ...(keep ? ['-w'] : []), '--stdin'];
  return (await read(directory, args, { stdin: content })).toString().trim();
}

/**
 * Stores a commit that only differs from its parent in these files; without a parent it contains only them. Resolves to its id. Changes neither
 * the working tree nor the index nor any ref. Rejects with a GitError.
 */
export async function writeCommit(
  directory: string,
  files: readonly CommittedFile[],
  {
    parent,
    message,
    author,
  }: { readonly parent: string | null; readonly message: string; readonly author: Identity },
): Promise<string> {
  const indexFile = join(process.env['RUNNER_TEMP'] ?? tmpdir(), `endpoint-check-${randomUUID()}.index`);
  const paths = files.map(({ path }) => path);
  const before = parent === null ? null : await readTreeFiles(directory, parent, paths);
  try {
    await read(directory, ['read-tree', parent ?? '--empty'], { indexFile });
    const lines: string[] = [];
    for (const { path, content } of files) {
      const mode = before?.get(path)?.mode ?? '100644';
      lines.push(`${mode} ${await hashContent(directory, content, true)}\t${path}\0`);
    }
    await read(directory, ['update-index', '-z', '--index-info'], { indexFile, stdin: lines.join('') });
    // All other objects belong to the parent; a partial clone would fetch each of them to check that it exists.
    const tree = await read(directory, ['write-tree', '--missing-ok'], { indexFile });
    const identity = ['-c', `user.name=${author.name}`, '-c', `user.email=${author.email}`];
    const parents = parent === null ? [] : ['-p', parent];
    const args = [...identity, 'commit-tree', tree.toString().trim(), ...parents];
    return (await read(directory, args, { stdin: message })).toString().trim();
  } finally {
    await rm(indexFile, { force: true });
  }
}

async function read(directory: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const { status, stdout, stderr } = await runGit(directory, args, options);
  if (status === 0) return stdout;
  const command = args.find((arg) => /^[a-z]+-[a-z]+$/.test(arg)) ?? args[0] ?? '';
  throw new GitError(
    status === null ? 'git could not be run' : `git ${command} failed: ${stderr.replaceAll(/\s+/g, ' ')}`,
  );
}

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

interface Lease {
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
