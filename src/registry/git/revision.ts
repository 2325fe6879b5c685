import { type GitOptions, readAccess, readGit, runGit } from './git.js';
import { decode, type FileReading, refuse } from '../read-file.js';
import { describeTooLarge, sizeLimitBytes } from '../size-limits.js';

/** The files of a registry in a commit. */
export interface Revision {
  /** The commit that was read: the merge base of HEAD and the ref. */
  readonly commit: string;
  /** By path relative to the directory. */
  readonly files: ReadonlyMap<string, FileReading>;
  /** Git object ids by path. */
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * Reads files of a directory as they were at the merge base of HEAD and a git ref. Fetches what a shallow clone lacks, unless `offline`.
 * Resolves to a sentence for the user if the directory is not in a repository or the ref cannot be found. `isNeeded` chooses the
 * files by their path and object id.
 */
export async function readRevision(
  directory: string,
  ref: string,
  isNeeded: (path: string, hash: string) => boolean,
  options: Pick<GitOptions, 'offline' | 'limitMs' | 'access'> = {},
): Promise<Revision | string> {
  const git = { ...options, access: options.access ?? (await readAccess(directory)) };
  const version = await runGit(directory, ['rev-parse', '--is-shallow-repository', '--show-prefix'], git);
  if (version.status === null) return 'git could not be run';
  // Git's message distinguishes a directory of another owner from one without a repository, and contains the fix.
  if (version.status !== 0) return `git failed: ${version.stderr.replaceAll(/\s+/g, ' ')}`;
  const [shallow = '', prefix = ''] = version.stdout.toString().split('\n');
  const clone: Clone = { directory, shallow: shallow === 'true', git };
  const base = git.offline === true ? await findLocalBase(clone, ref) : await findBase(clone, ref);
  if ('error' in base) {
    const { obstacle } = git.access;
    return clone.shallow && obstacle !== null ? `${base.error}; ${obstacle}` : base.error;
  }
  return { commit: base.commit, ...(await readFiles(clone, base.commit, prefix, isNeeded)) };
}

/** The commit to read, or a sentence for the user. */
type Base = { readonly commit: string } | { readonly error: string };

async function findLocalBase(clone: Clone, ref: string): Promise<Base> {
  const commit = await read(clone, ['merge-base', '--end-of-options', ref, 'HEAD']);
  return commit === null ? { error: `no commit is here that HEAD and ${ref} have in common` } : { commit };
}

async function findBase(clone: Clone, ref: string): Promise<Base> {
  const found = await findCommit(clone, ref);
  if (found === null) return { error: await describeMissing(clone, ref) };
  const commit = await findFork(clone, found);
  if (commit !== null) return { commit };
  return {
    error: `this clone is too shallow to find where its history left that of ${ref}; check out with fetch-depth: 0`,
  };
}

async function describeMissing(clone: Clone, ref: string): Promise<string> {
  const refspec = await findRefspec(clone, ref);
  if (clone.shallow) {
    const command = refspec === null ? '' : `, or run git fetch --unshallow ${refspec}`;
    return `${ref} is not in this shallow clone and could not be fetched; check out with fetch-depth: 0${command}`;
  }
  return `unknown commit "${ref}"${refspec === null ? '' : `: run git fetch ${refspec}`}`;
}

/** A branch name that needs no quoting in any shell and is not a range. */
const plainBranch = /^\w(?:[\w/@+-]|\.(?!\.))*$/;

/**
 * The arguments of `git fetch` that fetch a branch of a remote under the name of a ref, such as `origin main:refs/remotes/origin/main`; null if
 * the ref names none. With `origin main` alone, a clone that follows only another branch would leave it in FETCH_HEAD (git-clone(1),
 * --single-branch).
 */
async function findRefspec(clone: Clone, ref: string): Promise<string | null> {
  const name = ref.replace(/^(refs\/)?remotes\//, '');
  const remotes = ((await read(clone, ['remote'])) ?? '').split('\n');
  const remote = remotes.find((candidate) => candidate !== '' && name.startsWith(`${candidate}/`));
  const branch = remote === undefined ? '' : name.slice(remote.length + 1);
  return plainBranch.test(branch) ? `${remote} ${branch}:refs/remotes/${remote}/${branch}` : null;
}

/** A repository, and how git is run in it. */
interface Clone {
  readonly directory: string;
  readonly shallow: boolean;
  readonly git: GitOptions;
}

function run({ directory, git }: Clone, args: readonly string[], stdin = '') {
  return runGit(directory, args, { ...git, stdin });
}

function read({ directory, git }: Clone, args: readonly string[]) {
  return readGit(directory, args, git);
}

/** Each step fetches more of the history, the last all of it. */
const deepenings = ['--deepen=50', '--deepen=1000', '--unshallow'];

/**
 * The merge base of HEAD and another commit; the other commit itself if they have no common history. Deepens a shallow clone until it has the
 * merge base; null if that fails.
 */
async function findFork(clone: Clone, commit: string): Promise<string | null> {
  const find = () => read(clone, ['merge-base', commit, 'HEAD']);
  if (!clone.shallow || (await listParents(clone)).includes(commit)) return (await find()) ?? commit;
  for (const deepening of deepenings) {
    const found = await find();
    if (found !== null) return found;
    const head = (await read(clone, ['rev-parse', 'HEAD'])) ?? '';
    const { status } = await run(clone, [...fetchQuietly, deepening, '--', 'origin', commit, head]);
    if (status !== 0) return null;
    if ((await read(clone, ['rev-parse', '--is-shallow-repository'])) === 'false') break;
  }
  return (await find()) ?? commit;
}

const fetchQuietly = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules'];

/** The parents of HEAD. A shallow commit still names them, though git treats it as a root. */
async function listParents(clone: Clone): Promise<string[]> {
  const [header = ''] = ((await read(clone, ['cat-file', '-p', 'HEAD'])) ?? '').split('\n\n');
  return [...header.matchAll(/^parent ([\da-f]+)$/gm)].map(([, parent = '']) => parent);
}

async function findCommit(clone: Clone, ref: string): Promise<string | null> {
  if (ref === '' || ref.startsWith('-')) return null;
  const local = await readCommit(clone, ref);
  const { shallow } = clone;
  if (local === null && shallow && ref === 'HEAD^1') {
    const [parent] = await listParents(clone);
    return parent === undefined ? null : findCommit(clone, parent);
  }
  // A full clone only lacks commits that no branch reaches any more.
  if (local !== null || !(shallow || /^[\da-f]{40}$/i.test(ref))) return local;
  const depth = shallow ? ['--depth=1'] : [];
  const branch = ref.replace(/^(refs\/remotes\/)?origin\//, '');
  // These characters make a refspec, which would write a ref (git-fetch(1), <refspec>). An empty name is the default branch.
  if (/^$|^\+|[:*?[^~\\\s]/.test(branch)) return null;
  const fetched = await run(clone, [...fetchQuietly, ...depth, '--', 'origin', branch]);
  return fetched.status === 0 ? readCommit(clone, 'FETCH_HEAD') : null;
}

function readCommit(clone: Clone, ref: string): Promise<string | null> {
  return read(clone, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
}

interface Blob {
  readonly path: string;
  readonly hash: string;
}

async function readFiles(
  clone: Clone,
  commit: string,
  prefix: string,
  isNeeded: (path: string, hash: string) => boolean,
): Promise<Pick<Revision, 'files' | 'hashes'>> {
  const files = new Map<string, FileReading>();
  const hashes = new Map<string, string>();
  const blobs: Blob[] = [];
  // Without sizes, for which a partial clone would fetch every file one by one.
  const { status, stdout, stderr } = await run(clone, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (status !== 0) throw new Error(`git cannot list ${commit}: ${stderr}`);
  for (const line of stdout.toString().split('\0')) {
    const [, mode, type, hash = '', whole = ''] = /^(\d+) (\w+) (\S+)\t(.*)$/s.exec(line) ?? [];
    if (type !== 'blob' || !whole.startsWith(prefix)) continue;
    const path = whole.slice(prefix.length);
    if (!isNeeded(path, hash)) continue;
    hashes.set(path, hash);
    if (mode === '120000') files.set(path, refuse({ code: 'file/symlink', data: {} }));
    else blobs.push({ path, hash });
  }
  const sizes = await readSizes(clone, blobs);
  const isTooLarge = (_: Blob, index: number) => (sizes[index] ?? 0) > sizeLimitBytes;
  for (const { path } of blobs.filter(isTooLarge)) files.set(path, refuse(describeTooLarge('bytes')));
  const small = blobs.filter((blob, index) => !isTooLarge(blob, index));
  const contents = await readBlobs(clone, small);
  small.forEach(({ path }, index) => files.set(path, decode(contents[index] ?? Buffer.alloc(0))));
  return { files, hashes };
}

/** Output of git-cat-file(1) for files. Requests hashes, so that no file name can break the protocol. */
async function readObjects(
  clone: Clone,
  blobs: readonly Blob[],
  options: readonly string[],
): Promise<Buffer> {
  if (blobs.length === 0) return Buffer.alloc(0);
  const request = blobs.map(({ hash }) => `${hash}\n`).join('');
  const { status, stdout, stderr } = await run(clone, ['cat-file', ...options], request);
  if (status !== 0) throw new Error(`git cannot read the files: ${stderr}`);
  return stdout;
}

async function readSizes(clone: Clone, blobs: readonly Blob[]): Promise<number[]> {
  const sizes = await readObjects(clone, blobs, ['--batch-check=%(objectsize)', '--buffer']);
  // A lost object has no size; reading it reports the loss.
  return sizes.toString().split('\n').map(Number);
}

async function readBlobs(clone: Clone, blobs: readonly Blob[]): Promise<Buffer[]> {
  const stdout = await readObjects(clone, blobs, ['--batch']);
  const contents: Buffer[] = [];
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf('\n', at);
    const size = Number(stdout.toString('latin1', at, end).split(' ')[2]);
    if (!Number.isInteger(size)) throw new Error(`git has lost ${blobs[contents.length]?.hash ?? 'a file'}`);
    contents.push(stdout.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return contents;
}
