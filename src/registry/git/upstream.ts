import { type GitOptions, readGit } from './git.js';

export interface Upstream {
  /** The full, unambiguous name: `refs/remotes/origin/main`. */
  readonly ref: string;
  /** The short name, such as `origin/main`. Accepted by `--since`, and safe in any shell. */
  readonly name: string;
}

/** Best first. A fork is compared with the repository it was forked from, usually called `upstream`. */
const candidates = ['upstream', 'origin'].flatMap((remote) =>
  ['HEAD', 'main', 'master', 'trunk'].map((branch) => `refs/remotes/${remote}/${branch}`),
);

const plainName = /^\w[\w./@+-]*$/;

/** HEAD itself, which is compared with what is not committed. */
const headNames = ['HEAD', '@'];

/**
 * Explains to whoever commits on the branch of the ref itself, as in a fork, why nothing has changed, and names the branch to compare with; null if the
 * ref is HEAD by its name.
 */
export async function describeSameCommit(directory: string, ref: string): Promise<string | null> {
  if (headNames.includes(ref)) return null;
  // The event of a CI names a commit, and its workflow chose what is checked out.
  if (/^[\da-f]{40,64}$/.test(ref))
    return `HEAD has no commit that ${ref.slice(0, 10)} lacks, so there is nothing to compare: check out the commit of the change.`;
  const remotes = ((await readGit(directory, ['remote'])) ?? '').split('\n');
  const upstream = await findUpstream(directory);
  const reason = `HEAD has no commit that ${ref} lacks, so there is nothing to compare.`;
  const isFork = remotes.includes('upstream');
  const isOfFork = upstream?.ref.startsWith('refs/remotes/upstream/') === true;
  if (isOfFork) return upstream.name === ref ? reason : `${reason} Compare a fork with ${upstream.name}.`;
  const branch = isFork
    ? await readDefaultBranch(directory, 'upstream')
    : (upstream?.name ?? ref).replace(/^(?:remotes\/)?origin\//, '');
  if (branch === null || !plainName.test(branch)) return reason;
  const add = isFork ? '' : 'git remote add upstream <url of the original>, ';
  return `${reason} On a fork, run ${add}git fetch upstream, and compare with upstream/${branch}.`;
}

/** The default branch of a remote, as the remote says. Source: git-ls-remote(1). */
async function readDefaultBranch(directory: string, remote: string): Promise<string | null> {
  const args = ['ls-remote', '--quiet', '--symref', remote, 'HEAD'];
  const listing = await readGit(directory, args, { limitMs: 10_000 });
  return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(listing ?? '')?.[1] ?? null;
}

/** Finds the registry's main branch among the remote-tracking branches. Null if there is none, or no repository. */
export async function findUpstream(directory: string, git: GitOptions = {}): Promise<Upstream | null> {
  // A symbolic ref whose target is gone, for instance after a rename, is not listed.
  const format = '--format=%(refname) %(refname:short) %(symref:short)';
  const listing = await readGit(directory, ['for-each-ref', format, ...candidates], git);
  const names = new Map(
    (listing ?? '').split('\n').map((line): [string, string] => {
      const [ref = '', short = '', target = ''] = line.split(' ');
      return [ref, target === '' ? short : target];
    }),
  );
  const ref = candidates.find((candidate) => names.has(candidate));
  if (ref === undefined) return null;
  const name = names.get(ref) ?? '';
  return { ref, name: plainName.test(name) ? name : ref.slice('refs/remotes/'.length) };
}
