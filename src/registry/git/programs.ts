import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

/** How git may reach the remotes of a repository, by the configuration that the repository itself has. */
export interface RemoteAccess {
  /** Why it may reach none, and what to do; null if it may. */
  readonly obstacle: string | null;
  /** What replaces `core.sshCommand` of the repository; null if it has none. */
  readonly sshCommand: string | null;
}

/** Names of values that git runs once it reaches a remote (git-config(1)), by section. `git.ts` overrides the others. */
const configuredPrograms: Readonly<Record<string, readonly string[]>> = {
  core: ['sshCommand', 'alternateRefsCommand'],
  credential: ['helper'],
  remote: ['uploadpack', 'receivepack', 'vcs'],
  hook: ['command'],
};

/** Scopes that belong to the machine and its user. A clone, an archive or a shared directory may bring the others. */
const ownScopes: readonly string[] = ['system', 'global', 'command'];

/**
 * The ssh command that actions/checkout writes for its input `ssh-key`, with files that only the runner makes. Source:
 * https://github.com/actions/checkout/blob/v5/src/git-auth-helper.ts
 */
const checkoutSsh =
  /^"[^"]*[\\/]ssh(?:\.exe)?" (-i "\$RUNNER_TEMP\/[\w-]+"(?: -o StrictHostKeyChecking=yes -o CheckHostIP=no)? -o "UserKnownHostsFile=\$RUNNER_TEMP\/[\w-]+")$/i;

interface ConfiguredValue {
  readonly scope: string;
  readonly name: string;
  readonly value: string;
}

export function parseConfig(listing: string): readonly ConfiguredValue[] {
  const parts = listing.split('\0');
  return parts.flatMap((scope, index) => {
    if (index % 2 === 1 || index + 1 >= parts.length) return [];
    const [name = '', ...lines] = (parts[index + 1] ?? '').split('\n');
    return [{ scope, name, value: lines.join('\n') }];
  });
}

/** Judges whether the configuration of a repository names programs that git would run. `hasSsh` if the environment names the ssh command, which wins. */
export function judgeConfig(values: readonly ConfiguredValue[], hasSsh: boolean): RemoteAccess {
  let sshCommand: string | null = null;
  for (const { scope, name, value } of values) {
    const [section = '', ...others] = name.split('.');
    const variable = configuredPrograms[section]?.find((program) => program.toLowerCase() === others.at(-1));
    if (variable === undefined || value === '' || ownScopes.includes(scope)) continue;
    if (variable === 'sshCommand' && hasSsh) continue;
    const [, options = null] = variable === 'sshCommand' ? (checkoutSsh.exec(value) ?? []) : [];
    if (options === null) {
      const key = [section, ...(others.length > 1 ? ['*'] : []), variable].join('.');
      const obstacle = `${key} in the configuration of this repository names a program, which is not run: set it with git config --global, or fetch first`;
      return { obstacle, sshCommand: null };
    }
    sshCommand = `ssh ${options}`;
  }
  return { obstacle: null, sshCommand };
}

/**
 * The git program to run; null if there is none. Windows searches the working directory first, where a pull request may have put a git.exe, so
 * there only the absolute directories in PATH are searched. Source: search_path in https://github.com/libuv/libuv/blob/v1.x/src/win/process.c
 */
export function findGit(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  exists: (file: string) => boolean = existsSync,
): string | null {
  if (platform !== 'win32') return 'git';
  // A copy of the environment is case-sensitive, unlike the original.
  const [, path = ''] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  const files = path
    .split(win32.delimiter)
    .map((directory) => directory.replaceAll('"', ''))
    .filter((directory) => win32.isAbsolute(directory))
    .map((directory) => win32.join(directory, 'git.exe'));
  return files.find(exists) ?? null;
}
