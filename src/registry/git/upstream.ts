import { type GitOptions, readGit } from './git.js';

/** The registry's main branch as known to a clone. */
export interface Upstream {
  /** The full, unambiguous name: `refs/remotes/origin/main`. */
  readonly ref: string;
  /** The short name, such as `origin/main`. Accepted by `--since`, and safe in any shell. */
  readonly name: string;
}

/** Best first. A fork is compared with the repository it was forked from, usually called `upstream`. */
const candidates = ['upstream', 'origin'].flatMap((remote) =>
  ['HEAD', 'main', 'master'].map((branch) => `refs/remotes/${remote}/${branch}`),
);

/** A name that needs no quoting. */
const plainName = /^\w[\w./@+-]*$/;

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
