import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitOptions, runGit } from './git.js';

/** A file that a commit changes or adds. */
export interface CommittedFile {
  /** From the top of the repository, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
}

/** A file of a commit. */
export interface TreeFile {
  /** Such as `100644`. */
  readonly mode: string;
  /** The id of its git object. */
  readonly hash: string;
}

/** Who commits. Without it git takes what the machine is set to, which on a runner is nobody. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** What git could not do, in a sentence; git's own message is the end of it. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** The files at paths from the top of the repository, as a commit has them; what it does not have is missing. Rejects with a GitError. */
export async function readTreeFiles(
  directory: string,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, TreeFile>> {
  const listing = await read(directory, [
    '--literal-pathspecs',
    'ls-tree',
    '-z',
    '--full-tree',
    commit,
    '--',
    ...paths,
  ]);
  const files = new Map<string, TreeFile>();
  for (const line of listing.toString().split('\0')) {
    const [, mode = '', hash = '', path] = /^(\d+) blob (\S+)\t(.*)$/s.exec(line) ?? [];
    if (path !== undefined) files.set(path, { mode, hash });
  }
  return files;
}

/** The id that a content has as a git object; `keep` stores it. No filter of the repository is applied. Rejects with a GitError. */
export async function hashContent(directory: string, content: Buffer, keep: boolean): Promise<string> {
  const args = ['hash-object', ...(keep ? ['-w'] : []), '--stdin'];
  return (await read(directory, args, { stdin: content })).toString().trim();
}

/**
 * Stores a commit that differs from its parent in these files alone; without a parent it has no others. Resolves to its id. Neither the working tree nor
 * the index nor any ref changes. Rejects with a GitError.
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
  const before =
    parent === null
      ? new Map<string, TreeFile>()
      : await readTreeFiles(
          directory,
          parent,
          files.map(({ path }) => path),
        );
  try {
    await read(directory, ['read-tree', parent ?? '--empty'], { indexFile });
    const lines: string[] = [];
    for (const { path, content } of files) {
      const mode = before.get(path)?.mode ?? '100644';
      lines.push(`${mode} ${await hashContent(directory, content, true)}\t${path}\0`);
    }
    await read(directory, ['update-index', '-z', '--index-info'], { indexFile, stdin: lines.join('') });
    // All objects but those above are the parent's; a partial clone would fetch each of them to see that it is there.
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
