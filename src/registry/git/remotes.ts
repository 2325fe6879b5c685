import { type GitOptions, readGit, inPassing } from './git.js';
import { findKey } from '../../model/access-keys.js';

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

/** Two names of a path, as most forges allow. */
const ownerAndName = /^(?:.*\/)?([\w-][\w.-]*\/[\w-][\w.-]*?)(?:\.git)?\/*$/;

/**
 * A url of another host, except a path in somebody's home directory; and the scp-like form, whose host is longer than a drive letter
 * (git-clone(1), GIT URLS).
 */
const remoteForms = [
  /^(?:https?|ssh|git):\/\/[^/]+\/(?!(?:home|Users)\/[^/]+\/)([^?#]+)/i,
  /^(?:[^@/]+@)?[\w.-]{2,}:(?!\/)([^?#]+)/,
];

/**
 * Prefixes of tokens of GitHub and GitLab: https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/ and
 * https://docs.gitlab.com/security/tokens/#token-prefixes
 */
const token = /(?:^|\/)(?:gh[a-z]_|github_pat_|glpat-)/;

/**
 * The name of the registry in a published report: `owner/name` of its repository, else of the repository that CI runs for, for instance when the
 * parts of a report are merged. Null if neither is known. It does not depend on where the clone is, and contains no host, account, local path or
 * token. `base` is null if the directory of the registry is unknown.
 */
export async function findRegistryName(
  base: string | null,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const remote =
    base === null ? null : await readGit(base, ['config', '--get', 'remote.origin.url'], inPassing);
  return (remote === null ? null : parseRemote(remote)) ?? findCiRepository(env);
}

function parseRemote(remote: string): string | null {
  for (const form of remoteForms) {
    const [, path = ''] = form.exec(remote) ?? [];
    const [, name = null] = ownerAndName.exec(path) ?? [];
    // Some proxies require a token in the path.
    if (name !== null) return token.test(name) || findKey(`/${name}`) !== null ? null : name;
  }
  return null;
}

/** Source: "Variables reference" of GitHub Docs, "Predefined CI/CD variables" of GitLab Docs. */
function findCiRepository(env: Readonly<Record<string, string | undefined>>): string | null {
  const names = ['GITHUB_REPOSITORY', 'CI_PROJECT_PATH'].map(
    (name) => ownerAndName.exec(env[name] ?? '')?.[1],
  );
  return names.find((name) => name !== undefined) ?? null;
}
