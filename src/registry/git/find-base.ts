import { toSlashes } from '../layout.js';
import { type Clone, isWithin, openClone, read, run } from './clone.js';
import { fetchQuietly } from './git.js';

/** The commit to compare with, and its files: those of a merge if there are several such commits. */
export interface BaseCommit {
  readonly commit: string;
  /** Git object id of a commit or a tree. */
  readonly tree: string;
  /** Whether HEAD has no commit that the ref lacks. */
  readonly isHead: boolean;
}

type Base = BaseCommit | { readonly error: string };

/**
 * Finds the merge base of HEAD and a git ref. Fetches what a shallow clone lacks, unless git is to be offline. In a submodule, the ref is that of the
 * repository that the run was started in, or the one that has it; then the base is what the merge base there records for the submodule.
 */
export async function findBase(clone: Clone, ref: string, from: string): Promise<Base> {
  // Its own configuration decides how its remotes may be reached.
  const outer = clone.superproject === null ? null : await openClone(clone.superproject, clone.git);
  if (outer === null || typeof outer === 'string') return findOwnBase(clone, ref);
  const isOutside = isWithin(from, outer) && !isWithin(from, clone);
  const inner = isOutside ? null : await findOwnBase(clone, ref);
  if (inner !== null && !('error' in inner)) return inner;
  const recording = await findBase(outer, ref, from);
  return 'error' in recording ? (inner ?? recording) : findRecorded(clone, outer, recording);
}

async function findRecorded(clone: Clone, outer: Clone, { commit, tree }: BaseCommit): Promise<Base> {
  const path = toSlashes(outer.top, clone.top);
  const listing = await read(outer, ['--literal-pathspecs', 'ls-tree', '--full-tree', tree, '--', path]);
  const [, recorded] = /^160000 commit ([\da-f]+)\t/.exec(listing ?? '') ?? [];
  if (recorded === undefined) {
    // A new submodule: all of it has been added.
    const empty = (await run(clone, ['hash-object', '-t', 'tree', '--stdin'])).stdout.toString().trim();
    return { commit, tree: empty, isHead: false };
  }
  const submodule = await findCommit(clone, recorded);
  return submodule === null
    ? { error: await describeMissing(clone, recorded) }
    : { commit: submodule, tree: submodule, isHead: false };
}

async function findOwnBase(clone: Clone, ref: string): Promise<Base> {
  const isOffline = clone.git.offline;
  const name = await findFullName(clone, ref);
  const refCommit = isOffline ? await readCommit(clone, name) : await findCommit(clone, name);
  const bases = refCommit === null ? null : await findForks(clone, refCommit);
  const [commit] = bases ?? [];
  if (commit === undefined && isOffline)
    return { error: `no commit is here that HEAD and ${ref} have in common` };
  if (refCommit === null) return { error: await describeMissing(clone, ref) };
  if (bases === null || commit === undefined)
    return {
      error: `this clone is too shallow to find where its history left that of ${ref}; check out with fetch-depth: 0`,
    };
  const isHead = (await readCommit(clone, 'HEAD')) === commit;
  return { commit, tree: await mergeBases(clone, bases), isHead };
}

/**
 * The files of several merge bases: those of their merge, so that what either side got from the other before is nobody's change; those of the first one
 * if they conflict, if git is older than 2.38, or if a merge would run programs that the repository names (gitattributes(5), merge.*.driver).
 */
async function mergeBases(clone: Clone, [first = '', second]: readonly string[]): Promise<string> {
  if (second === undefined) return first;
  const drivers = await read(clone, ['config', '--name-only', '--get-regexp', '^merge\\..*\\.driver$']);
  if (drivers !== null) return first;
  // With renormalization, a merge runs filters too.
  const merge = ['-c', 'merge.renormalize=false', 'merge-tree', '--write-tree', first, second];
  return (await read(clone, merge)) ?? first;
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
  const remote = await findRemote(clone, name);
  const branch = remote === undefined ? '' : name.slice(remote.length + 1);
  return plainBranch.test(branch) ? `${remote} ${branch}:refs/remotes/${remote}/${branch}` : null;
}

/**
 * A ref such as `origin/main` with the full name of the remote-tracking branch: git would prefer a tag or a local branch of that name, which whoever
 * proposes a change may have chosen (gitrevisions(7)).
 */
async function findFullName(clone: Clone, ref: string): Promise<string> {
  const name = ref.replace(/^remotes\//, '');
  return (await findRemote(clone, name)) === undefined ? ref : `refs/remotes/${name}`;
}

async function findRemote(clone: Clone, name: string): Promise<string | undefined> {
  const remotes = ((await read(clone, ['remote'])) ?? '').split('\n');
  return remotes.find((remote) => remote !== '' && name.startsWith(`${remote}/`));
}

/** Each step fetches more of the history, the last all of it. */
const deepenings = ['--deepen=50', '--deepen=1000', '--unshallow'];

/**
 * The merge bases of HEAD and another commit; the other commit itself if they have no common history. Deepens a shallow clone until it has all of
 * them; null if that fails.
 */
async function findForks(clone: Clone, commit: string): Promise<readonly string[] | null> {
  const find = async () => (await read(clone, ['merge-base', '--all', commit, 'HEAD']))?.split('\n') ?? null;
  const isOffline = clone.git.offline;
  if (!clone.shallow || isOffline || (await listParents(clone)).includes(commit))
    return (await find()) ?? (isOffline ? null : [commit]);
  for (const deepening of deepenings) {
    const result = await find();
    if (result !== null && (await areLast(clone, commit, result))) return result;
    const head = (await read(clone, ['rev-parse', 'HEAD'])) ?? '';
    const { status } = await run(clone, [...fetchQuietly, deepening, '--', 'origin', commit, head]);
    if (status !== 0) return null;
    if ((await read(clone, ['rev-parse', '--is-shallow-repository'])) === 'false') break;
  }
  return (await find()) ?? [commit];
}

/**
 * Whether later merge bases are impossible: the history after these is nowhere cut off. A commit whose parents are missing has none for git-rev-list(1).
 */
async function areLast(clone: Clone, commit: string, bases: readonly string[]): Promise<boolean> {
  if (bases.includes(commit)) return true;
  const roots = await read(clone, ['rev-list', '--max-parents=0', 'HEAD', commit, '--not', ...bases]);
  return roots === '';
}

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
