import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Calls back with a temporary directory that holds these files. */
export async function withFiles<T>(
  files: Iterable<readonly [path: string, content: string | Buffer]>,
  use: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-scripts-'));
  try {
    await writeFiles(directory, files);
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Writes files below a directory, and the directories that they need. */
export async function writeFiles(
  directory: string,
  files: Iterable<readonly [path: string, content: string | Buffer]>,
) {
  for (const [path, content] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
}
