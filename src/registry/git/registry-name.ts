import { findKey } from '../../model/access-keys.js';
import { inPassing, readGit } from './git.js';

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
