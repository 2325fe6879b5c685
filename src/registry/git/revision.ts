import { readGit, runGit } from './git.js';
import { decode, describeTooLarge, type FileReading, refuse } from '../read-file.js';

/** The files of a registry in a commit. */
export interface Revision {
  /** The commit that was read: the merge base of HEAD and the ref. */
  readonly commit: string;
  /** By path relative to the directory. */
  readonly files: ReadonlyMap<string, FileReading>;
  /** The git object id of each. */
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * Reads files of a directory as they were at the merge base of HEAD and a git ref. Fetches what a shallow clone lacks. Resolves to a sentence
 * for the user where the directory is not in a repository or the ref cannot be found. `getLimitBytes` returns the maximum size of a file,
 * null for one that is not needed.
 */
export async function readRevision(
  directory: string,
  ref: string,
  getLimitBytes: (path: string) => number | null,
): Promise<Revision | string> {
  const version = await runGit(directory, ['rev-parse', '--is-shallow-repository', '--show-prefix']);
  if (version.status === null) return 'git could not be run';
  // Git's own message distinguishes a directory of another owner from one without a repository, and has the fix.
  if (version.status !== 0) return `git failed: ${version.stderr.replaceAll(/\s+/g, ' ')}`;
  const [shallow = '', prefix = ''] = version.stdout.toString().split('\n');
  const found = await findCommit(directory, ref, shallow === 'true');
  if (found === null) {
    return shallow === 'true'
      ? `${ref} is not in this shallow clone and could not be fetched; check out with fetch-depth: 0`
      : `unknown commit "${ref}"`;
  }
  const commit = await findFork(directory, found, shallow === 'true');
  if (commit === null) {
    return `this clone is too shallow to find where its history left that of ${ref}; check out with fetch-depth: 0`;
  }
  return { commit, ...(await readFiles(directory, commit, prefix, getLimitBytes)) };
}

/** Fetches more of the history step by step; the last fetches all of it. */
const deepenings = ['--deepen=50', '--deepen=1000', '--unshallow'];

/**
 * The merge base of HEAD and another commit; the other commit itself where they have no common history. Deepens a shallow clone until the
 * merge base is in it; null where that fails.
 */
async function findFork(directory: string, other: string, shallow: boolean): Promise<string | null> {
  const find = () => readGit(directory, ['merge-base', other, 'HEAD']);
  if (!shallow || (await listParents(directory)).includes(other)) return (await find()) ?? other;
  for (const deepening of deepenings) {
    const found = await find();
    if (found !== null) return found;
    const head = (await readGit(directory, ['rev-parse', 'HEAD'])) ?? '';
    const { status } = await runGit(directory, [...fetchQuietly, deepening, '--', 'origin', other, head]);
    if (status !== 0) return null;
    if ((await readGit(directory, ['rev-parse', '--is-shallow-repository'])) === 'false') break;
  }
  return (await find()) ?? other;
}

const fetchQuietly = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules'];

/** The parents of HEAD, which a shallow commit still names, though git treats it as a root. */
async function listParents(directory: string): Promise<string[]> {
  const [header = ''] = ((await readGit(directory, ['cat-file', '-p', 'HEAD'])) ?? '').split('\n\n');
  return [...header.matchAll(/^parent ([\da-f]+)$/gm)].map(([, parent = '']) => parent);
}

async function findCommit(directory: string, ref: string, shallow: boolean): Promise<string | null> {
  if (ref === '' || ref.startsWith('-')) return null;
  const here = await readCommit(directory, ref);
  if (here === null && shallow && ref === 'HEAD^1') {
    const [parent] = await listParents(directory);
    return parent === undefined ? null : findCommit(directory, parent, shallow);
  }
  // A full clone lacks only commits that no branch reaches any more.
  if (here !== null || !(shallow || /^[\da-f]{40}$/i.test(ref))) return here;
  const depth = shallow ? ['--depth=1'] : [];
  const branch = ref.replace(/^(refs\/remotes\/)?origin\//, '');
  // A refspec would write a ref, and these characters make one (git-fetch(1), <refspec>).
  if (/^\+|[:*?[^~\\\s]/.test(branch)) return null;
  const fetched = await runGit(directory, [...fetchQuietly, ...depth, '--', 'origin', branch]);
  return fetched.status === 0 ? readCommit(directory, 'FETCH_HEAD') : null;
}

function readCommit(directory: string, ref: string): Promise<string | null> {
  return readGit(directory, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
}

interface Blob {
  readonly path: string;
  readonly hash: string;
  /** Maximum size, in bytes. */
  readonly limitBytes: number;
}

async function readFiles(
  directory: string,
  commit: string,
  prefix: string,
  getLimitBytes: (path: string) => number | null,
): Promise<Pick<Revision, 'files' | 'hashes'>> {
  const files = new Map<string, FileReading>();
  const hashes = new Map<string, string>();
  const blobs: Blob[] = [];
  // Without sizes: a partial clone would fetch every file for them, one by one.
  const { status, stdout, stderr } = await runGit(directory, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (status !== 0) throw new Error(`git cannot list ${commit}: ${stderr}`);
  for (const line of stdout.toString().split('\0')) {
    const [, mode, type, hash = '', whole = ''] = /^(\d+) (\w+) (\S+)\t(.*)$/s.exec(line) ?? [];
    if (type !== 'blob' || !whole.startsWith(prefix)) continue;
    const path = whole.slice(prefix.length);
    const limitBytes = getLimitBytes(path);
    if (limitBytes === null) continue;
    hashes.set(path, hash);
    if (mode === '120000') files.set(path, refuse({ code: 'file/symlink', data: {} }));
    else blobs.push({ path, hash, limitBytes });
  }
  const sizes = await readSizes(directory, blobs);
  const isTooLarge = ({ limitBytes }: Blob, index: number) => (sizes[index] ?? 0) > limitBytes;
  for (const { path, limitBytes } of blobs.filter(isTooLarge))
    files.set(path, refuse(describeTooLarge(limitBytes)));
  const small = blobs.filter((blob, index) => !isTooLarge(blob, index));
  const contents = await readBlobs(directory, small);
  small.forEach(({ path, limitBytes }, index) =>
    files.set(path, decode(contents[index] ?? Buffer.alloc(0), limitBytes)),
  );
  return { files, hashes };
}

async function readSizes(directory: string, blobs: readonly Blob[]): Promise<number[]> {
  if (blobs.length === 0) return [];
  const request = blobs.map(({ hash }) => `${hash}\n`).join('');
  const { status, stdout, stderr } = await runGit(
    directory,
    ['cat-file', '--batch-check=%(objectsize)', '--buffer'],
    request,
  );
  if (status !== 0) throw new Error(`git cannot read the files: ${stderr}`);
  // A lost object has no size, and is reported when it is read.
  return stdout.toString().split('\n').map(Number);
}

/** By hash, so that no file name can break the protocol. */
async function readBlobs(directory: string, blobs: readonly Blob[]): Promise<Buffer[]> {
  if (blobs.length === 0) return [];
  const request = blobs.map(({ hash }) => `${hash}\n`).join('');
  const { status, stdout, stderr } = await runGit(directory, ['cat-file', '--batch'], request);
  if (status !== 0) throw new Error(`git cannot read the files: ${stderr}`);
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
