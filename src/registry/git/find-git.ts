import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The program that git is run as; null where there is none. Windows looks for a bare name in the working directory first, where a pull request
 * may have put a git.exe of its own, so there it is searched for in the absolute directories of PATH alone. Source: search_path in
 * https://github.com/libuv/libuv/blob/v1.x/src/win/process.c
 */
export function findGit(
  platform: NodeJS.Platform,
  env: Environment,
  exists: (file: string) => boolean = existsSync,
): string | null {
  if (platform !== 'win32') return 'git';
  // A copy of the environment has one of the spellings.
  const [, path = ''] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  const files = path
    .split(win32.delimiter)
    .map((directory) => directory.replaceAll('"', ''))
    .filter((directory) => win32.isAbsolute(directory))
    .map((directory) => win32.join(directory, 'git.exe'));
  return files.find(exists) ?? null;
}
