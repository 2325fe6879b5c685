import { type Clone, type ComparisonOptions, openClone, run } from './clone.js';
import { type BaseCommit, findBase } from './find-base.js';
import type { ProblemOf } from '../../model/rule.js';
import { decodePath, describePath, isUtf8Path } from '../layout.js';
import { decode, type FileReading, refuse } from '../read-file.js';
import { type FileData, describeTooLarge, sizeLimitBytes } from '../rules.js';

export interface Revision extends BaseCommit {
  readonly clone: Clone;
  /** By path relative to the directory. */
  readonly files: ReadonlyMap<string, FileReading>;
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
  options: ComparisonOptions = {},
): Promise<Revision | string> {
  const clone = await openClone(directory, options);
  if (typeof clone === 'string') return clone;
  const base = await findBase(clone, ref, options.from ?? directory);
  if ('error' in base) {
    const { obstacle } = clone.git.access;
    return clone.shallow && obstacle !== null ? `${base.error}; ${obstacle}` : base.error;
  }
  const blobs = (await listTree(clone, base.tree)).filter(({ path, hash }) => isNeeded(path, hash));
  const hashes = new Map(blobs.map(({ path, hash }) => [path, hash]));
  return { ...base, clone, hashes, files: new Map(await readBlobs(clone, blobs)) };
}

/**
 * Reads the files of the index that a sparse checkout leaves out and that differ from the merge base of HEAD and a git ref; those that do not differ, and
 * all if there is no base, are null. By path relative to the directory. Sources: git-ls-files(1), git-sparse-checkout(1).
 */
export async function readSparse(
  directory: string,
  ref: string,
  options: ComparisonOptions = {},
): Promise<ReadonlyMap<string, FileReading | null>> {
  const clone = await openClone(directory, options);
  if (typeof clone === 'string') return new Map();
  const listing = await run(clone, ['ls-files', '-t', '--stage', '-z']);
  const absent = parseListing(listing.stdout, /^S (\d+) ()(\S+) 0\t/);
  if (absent.length === 0) return new Map();
  const base = await findBase(clone, ref, options.from ?? directory);
  const before = 'error' in base ? absent : await listTree(clone, base.tree);
  const hashes = new Map(before.map(({ path, hash }) => [path, hash]));
  const changed = absent.filter(({ path, hash }) => hashes.get(path) !== hash);
  return new Map<string, FileReading | null>([
    ...absent.map(({ path }) => [path, null] as const),
    ...(await readBlobs(clone, changed)),
  ]);
}

interface Blob {
  /** Relative to the directory, as reports write it. */
  readonly path: string;
  readonly hash: string;
  readonly problem: ProblemOf<FileData> | null;
}

/** Parses the lines of `git ls-tree -z` or `git ls-files -z`, each a head with mode, type and object id, and a path. */
function parseListing(listing: Buffer, head: RegExp, prefix = ''): readonly Blob[] {
  // Each byte is a character, so that paths can be decoded one by one.
  return listing
    .toString('latin1')
    .split('\0')
    .flatMap((line): Blob[] => {
      const [start = '', mode, type = '', hash = ''] = head.exec(line) ?? [];
      const whole = decodePath(Buffer.from(line.slice(start.length), 'latin1'));
      if (mode === undefined || !['', 'blob'].includes(type) || mode === '160000') return [];
      if (!whole.startsWith(prefix)) return [];
      const problem = !isUtf8Path(whole)
        ? ({ code: 'file/name', data: {} } as const)
        : mode === '120000'
          ? ({ code: 'file/symlink', data: {} } as const)
          : null;
      return [{ path: describePath(whole.slice(prefix.length)), hash, problem }];
    });
}

/** The files below the directory in a tree; without sizes, for which a partial clone would fetch every file one by one. */
async function listTree(clone: Clone, tree: string): Promise<readonly Blob[]> {
  const { status, stdout, stderr } = await run(clone, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  if (status !== 0) throw new Error(`git cannot list ${tree}: ${stderr}`);
  return parseListing(stdout, /^(\d+) (\w+) (\S+)\t/, clone.prefix);
}

async function readBlobs(
  clone: Clone,
  blobs: readonly Blob[],
): Promise<readonly (readonly [path: string, FileReading])[]> {
  const sizes = await readSizes(clone, blobs);
  const judged = blobs.map((blob, index) => ({
    ...blob,
    problem: blob.problem ?? ((sizes[index] ?? 0) > sizeLimitBytes ? describeTooLarge('bytes') : null),
  }));
  const readable = judged.filter(({ problem }) => problem === null);
  const contents = await readContents(clone, readable);
  return [
    ...judged.flatMap(({ path, problem }) => (problem === null ? [] : [[path, refuse(problem)] as const])),
    ...readable.map(({ path }, index) => [path, decode(contents[index] ?? Buffer.alloc(0))] as const),
  ];
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

async function readContents(clone: Clone, blobs: readonly Blob[]): Promise<Buffer[]> {
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
