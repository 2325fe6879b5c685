import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes files below a directory, and the directories that they need.
 * @param {string} directory
 * @param {Iterable<readonly [path: string, text: string]>} files
 */
export async function writeFiles(directory, files) {
  for (const [path, text] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}
