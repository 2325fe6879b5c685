import { lstatSync } from 'node:fs';
import { mkdir, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { overwriteFiles } from '../registry/edit/replace-file.js';

/** Writes a report atomically, so that readers never get a partial one. A device or a pipe is written to, not replaced. Rejects if the file cannot be written. */
export async function writeReportFile(file: string, text: Text): Promise<void> {
  const path = await resolveRegular(file);
  if (path === null) return writeFile(file, text);
  overwriteFiles(dirname(path), [{ name: basename(path), parts: typeof text === 'string' ? [text] : text }]);
}

/** Writes the result of a reporter: a string or its parts into a file, several files into a directory. Rejects if a file cannot be written. */
export async function writeReport(path: string, rendered: Text | readonly NamedText[]): Promise<void> {
  const isText = typeof rendered === 'string' || 'next' in rendered;
  return isText ? writeReportFile(path, rendered) : writeReportFiles(path, rendered);
}

/** A string, or its parts if it may be too long for one string. */
type Text = string | Generator<string>;

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes files into a directory, each atomically; a missing directory is created if its parent exists. Other files in it stay. A link that has one of
 * the names is replaced, never followed.
 */
async function writeReportFiles(directory: string, files: readonly NamedText[]): Promise<void> {
  await mkdir(directory).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  overwriteFiles(
    directory,
    files.map(({ name, text }) => ({ name, parts: [text] })),
  );
}

/** The path, with all links resolved, of a file that is regular or does not exist yet; null for anything else. */
async function resolveRegular(file: string): Promise<string | null> {
  const path = await realpath(file).catch(() => null);
  if (path !== null) return (await stat(path)).isFile() ? path : null;
  // No file yet, or a link to something without a path, such as /dev/stdout if it is a pipe.
  return lstatSync(file, { throwIfNoEntry: false }) === undefined ? file : null;
}
