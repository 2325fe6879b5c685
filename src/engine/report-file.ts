import { lstatSync } from 'node:fs';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** Writes a report so that no reader sees half of it, nor a stale one that failed to be replaced. Devices and pipes are written to. */
export async function writeReportFile(file: string, text: string): Promise<void> {
  const path = await resolveRegular(file);
  // A device or a pipe is written to, not replaced.
  if (path === null) return writeFile(file, text);
  // Written beside and moved, so that no reader sees half a report; never over something that is there.
  const draft = `${path}.${process.pid}-${Date.now()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** True where the file, or a directory between it and this one, is a symbolic link; false for a file that is not in the directory. */
export function isBehindLink(file: string, directory: string): boolean {
  const inside = relative(directory, file);
  const parts = inside.split(sep);
  if (parts[0] === '..' || isAbsolute(inside)) return false;
  return parts.some((_, index) =>
    lstatSync(join(directory, ...parts.slice(0, index + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
}

/** Where a file that is regular, or not there yet, stands behind all links; null for anything else. */
async function resolveRegular(file: string): Promise<string | null> {
  const path = await realpath(file).catch(() => null);
  if (path !== null) return (await stat(path)).isFile() ? path : null;
  // Nothing is there, or a link to what has no path, like /dev/stdout where it is a pipe.
  return lstatSync(file, { throwIfNoEntry: false }) === undefined ? file : null;
}
