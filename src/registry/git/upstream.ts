import { type GitOptions, readGit } from './git.js';

/** The main branch of the registry that a clone is of, as far as the clone knows it. */
export interface Upstream {
  /** The full name, which means nothing else: `refs/remotes/origin/main`. */
  readonly ref: string;
  /** What people call it, such as `origin/main`; `--since` takes it, and no shell finds anything in it to act on. */
  readonly name: string;
}

/** The best first. A fork is compared with what it was forked from, which people call `upstream`. */
const candidates = ['upstream', 'origin'].flatMap((remote) =>
  ['HEAD', 'main', 'master'].map((branch) => `refs/remotes/${remote}/${branch}`),
);

/** A name that can be typed as it is. */
const plainName = /^\w[\w./@+-]*$/;

/** Finds the main branch of the registry among the remote branches that are here. Null where there is none, or no repository. */
export async function findUpstream(directory: string, git: GitOptions = {}): Promise<Upstream | null> {
  // A symbolic ref without its target, as after a branch was renamed, is left out.
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
