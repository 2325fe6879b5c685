import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Calls back with a temporary directory that holds these files.
 * @template T
 * @param {Iterable<readonly [path: string, content: string | Buffer]>} files
 * @param {(directory: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withFiles(files, use) {
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-scripts-'));
  try {
    await writeFiles(directory, files);
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/**
 * Writes files below a directory, and the directories that they need.
 * @param {string} directory
 * @param {Iterable<readonly [path: string, content: string | Buffer]>} files
 */
export async function writeFiles(directory, files) {
  for (const [path, content] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
}
