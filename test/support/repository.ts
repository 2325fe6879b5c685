import { execFile } from 'node:child_process';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createDirectory } from './directory.js';

/** Files to write, by path; null removes one, and an array is a symbolic link to its only item. */
export type Changes = Readonly<Record<string, string | Buffer | null | readonly [string]>>;

/** A git repository of a test, which is removed when the test ends. */
export type Repository = ReturnType<typeof openRepository>;

/** Makes a repository with a first commit on the branch main. */
export async function createRepository(files: Changes = {}): Promise<Repository> {
  const directory = await createDirectory();
  const repository = openRepository(directory);
  // What `git init` writes, without its process.
  for (const empty of ['objects', 'refs']) await mkdir(join(directory, '.git', empty), { recursive: true });
  await writeFile(join(directory, '.git/HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(directory, '.git/config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
  await repository.commit(files);
  return repository;
}

/** An existing repository. */
export function openRepository(directory: string) {
  const settings = [
    'user.name=Test',
    'user.email=test@example.com',
    'commit.gpgsign=false',
    // Otherwise each commit would start a process that checks whether there is something to tidy up.
    'maintenance.auto=false',
    // So that `git commit` prints the whole hash.
    'core.abbrev=40',
    'core.fsync=none',
  ].flatMap((setting) => ['-c', setting]);
  /** Runs git in it and resolves to what it prints. Rejects if git fails. */
  const git = async (...args: readonly string[]) => {
    // The user's own configuration must not decide here; a path may be a remote.
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const { stdout } = await promisify(execFile)('git', ['-C', directory, ...settings, ...args], { env });
    return stdout.trim();
  };
  /** Writes files; others stay. */
  const write = async (changes: Changes) => {
    for (const [path, content] of Object.entries(changes)) {
      const file = join(directory, path);
      await rm(file, { recursive: true, force: true });
      if (content === null) continue;
      await mkdir(dirname(file), { recursive: true });
      if (Array.isArray(content)) await symlink(String(content[0]), file);
      else await writeFile(file, content as string | Buffer);
    }
  };
  /** Writes files and commits everything; resolves to the commit. */
  const commit = async (changes: Changes = {}) => {
    await write(changes);
    await git('add', '--all');
    const output = await git('commit', '--allow-empty', '--message', 'A change');
    // `[main 0a1b…] A change`
    const hash = / ([0-9a-f]{40})\]/.exec(output)?.[1];
    if (hash === undefined) throw new Error(`no commit: ${output}`);
    return hash;
  };
  return { directory, git, write, commit };
}

/** A bare copy of a repository, to which its clones can push. */
export async function cloneBare(source: Repository): Promise<Repository> {
  const directory = await createDirectory();
  await source.git('clone', '--quiet', '--bare', source.directory, directory);
  return openRepository(directory);
}

/** Pushes a branch without a parent that has these files. */
export async function pushOrphan(origin: Repository, branch: string, files: Changes): Promise<void> {
  const work = await cloneRepository(origin);
  await work.git('checkout', '--quiet', '--orphan', branch);
  await work.git('rm', '-rfq', '.');
  await work.commit(files);
  await work.git('push', '--quiet', 'origin', branch);
}

/** Copies this project as it would be committed, without what git ignores. Resolves to the paths of the files that are wanted. */
export async function copyProject(
  directory: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<readonly string[]> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', list, { maxBuffer: 1 << 26 });
  const paths = new Set(stdout.split('\0').slice(0, -1));
  const wanted = [...paths].filter((path) => path !== 'node_modules' && isWanted(path));
  // A file that is deleted in the working tree is still listed.
  for (const path of wanted) await cp(path, join(directory, path)).catch(() => undefined);
  return wanted;
}

/** Clones a repository to a depth; completely without one. */
export async function cloneRepository(origin: Repository, depth?: number): Promise<Repository> {
  const directory = await createDirectory();
  const shallow = depth === undefined ? [] : [`--depth=${depth}`];
  await origin.git('clone', '--quiet', ...shallow, `file://${origin.directory}`, directory);
  return openRepository(directory);
}
