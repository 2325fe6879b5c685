import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The git program to run; null if there is none. Windows searches the working directory first, where a pull request may have put a git.exe, so
 * there only the absolute directories in PATH are searched. Source: search_path in https://github.com/libuv/libuv/blob/v1.x/src/win/process.c
 */
export function findGit(
  platform: NodeJS.Platform,
  env: Environment,
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
