import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { nameInRegistry } from '../formats/naive-readers.js';

/** The files of a real registry (fixtures/real), by their paths there. */
export async function readRealRegistry(name: string): Promise<Record<string, Buffer>> {
  const directory = join('fixtures/real', name);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (file): Promise<[string, Buffer]> => [
    nameInRegistry(relative(directory, file).replaceAll(sep, '/')),
    await readFile(file),
  ]);
  return Object.fromEntries(await Promise.all(read));
}
