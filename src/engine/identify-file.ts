import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Identifies the file at an absolute path, whatever links and spellings lead there: regular files by what the system numbers them by, one that does
 * not exist by its directory and name. Null for anything else, such as a terminal.
 */
export function identifyFile(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return join(realpathSync(dirname(path)), basename(path));
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : null;
  } catch {
    return null;
  }
}
