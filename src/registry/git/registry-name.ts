import { findKey } from '../../model/find-key.js';
import { readGit } from './git.js';

/** Two names of a path, as most forges allow them. */
const ownerAndName = /^(?:.*\/)?([\w-][\w.-]*\/[\w-][\w.-]*?)(?:\.git)?\/*$/;

/**
 * A url of another host, though not of somebody's home there, and the form of scp, whose host is longer than the letter of a drive (git-clone(1), GIT
 * URLS).
 */
const ofHost = [
  /^(?:https?|ssh|git):\/\/[^/]+\/(?!(?:home|Users)\/[^/]+\/)([^?#]+)/i,
  /^(?:[^@/]+@)?[\w.-]{2,}:(?!\/)([^?#]+)/,
];

/**
 * How tokens of GitHub and GitLab begin, https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/ and
 * https://docs.gitlab.com/security/tokens/#token-prefixes
 */
const token = /(?:^|\/)(?:gh[a-z]_|github_pat_|glpat-)/;

/** Git answers from a file; a run waits no longer for it. */
const git = { offline: true, limitMs: 10_000 };

/**
 * What readers of a published report call its registry: `owner/name` of the repository around it, else of the one that the CI runs for, as where the
 * parts of a report are merged. Null where neither is known. Nothing of it depends on where a clone is, and no host, account or path of this machine is in
 * it, nor what looks like a token. `base` is null where the directory of the registry is unknown.
 */
export async function findRegistryName(
  base: string | null,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const remote = base === null ? null : await readGit(base, ['config', '--get', 'remote.origin.url'], git);
  return (remote === null ? null : parseRemote(remote)) ?? findOfCi(env);
}

function parseRemote(remote: string): string | null {
  for (const form of ofHost) {
    const [, path = ''] = form.exec(remote) ?? [];
    const [, name = null] = ownerAndName.exec(path) ?? [];
    // Some proxies want a token in the path.
    if (name !== null) return token.test(name) || findKey(`/${name}`) !== null ? null : name;
  }
  return null;
}

/** Source: "Variables reference" of GitHub Docs, "Predefined CI/CD variables" of GitLab Docs. */
function findOfCi(env: Readonly<Record<string, string | undefined>>): string | null {
  const names = ['GITHUB_REPOSITORY', 'CI_PROJECT_PATH'].map(
    (name) => ownerAndName.exec(env[name] ?? '')?.[1],
  );
  return names.find((name) => name !== undefined) ?? null;
}
