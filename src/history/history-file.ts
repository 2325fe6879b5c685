import { isUtf8 } from 'node:buffer';
import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseHistory, renderHistory } from './parse-history.js';
import type { HistoryLine } from '../model/history.js';
import { tagKeys } from '../model/tag-keys.js';
import { type Refusal, replaceFile } from '../registry/edit/replace-file.js';
import { isDirectory } from '../registry/layout.js';
import { readArgument } from '../registry/read-file.js';

export interface HistoryFile {
  /** As the user wrote it. */
  readonly name: string;
  readonly path: string;
  readonly before: Buffer | null;
  readonly lines: readonly HistoryLine[];
}

/** Room for 100,000 endpoints. */
const maxSizeMiB = 64;
const maxBytes = maxSizeMiB * 1_024 * 1_024;

/**
 * Reads and validates a history file; one that does not exist has no lines. Returns a sentence, to follow the name of the file, if it cannot be read,
 * is too large, or has a line that cannot be read, with its number.
 */
export function readHistoryFile(name: string, cwd: string): HistoryFile | string {
  const path = resolve(cwd, name);
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { name, path, before: null, lines: [] };
    if (stats.isDirectory()) return 'is a directory';
    const before = readArgument(path, maxBytes);
    const parsed = isUtf8(before) ? parseHistory(before.toString('utf8')) : findInvalidLine(before);
    return 'lines' in parsed
      ? { name, path, before, lines: parsed.lines.map(hideKeys) }
      : `cannot be read at line ${parsed.line}: ${parsed.reason}`;
  } catch (error) {
    const code = describeCode(error);
    return code === 'EFBIG' ? `is larger than ${maxSizeMiB} MiB` : `cannot be read (${code})`;
  }
}

/** Lines of an earlier version may have keys, which are masked as in the addresses of entries. */
function hideKeys(line: HistoryLine): HistoryLine {
  const address = tagKeys(line.address);
  return address === line.address ? line : { ...line, address };
}

function findInvalidLine(bytes: Buffer): { readonly line: number; readonly reason: string } {
  let start = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf('\n', start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return { line, reason: 'it is not UTF-8' };
    start = end + 1;
  }
}

/**
 * Why the history file at a path could not be written, found before a run that will write it: a sentence to follow its name. Null if no obstacle is
 * known.
 */
function findWriteObstacle(path: string): string | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return 'is a directory';
    if (stats?.isSymbolicLink() === true) return 'is a symbolic link: name the file that it leads to';
    if (stats?.isFile() === false) return 'is not a regular file';
    // access(2) lets root write any file.
    if (stats !== undefined && (stats.mode & 0o222) === 0) return 'is read-only';
    if (stats !== undefined) accessSync(path, constants.W_OK);
    if (!isDirectory(dirname(path))) return 'cannot be created: its directory does not exist';
    accessSync(dirname(path), constants.W_OK);
    return null;
  } catch (error) {
    return `cannot be written (${describeCode(error)})`;
  }
}

/** Reads a history file that a run will update; returns a sentence, as `readHistoryFile` does, also if it could not be written. */
export function openHistoryFile(name: string, cwd: string): HistoryFile | string {
  // Comes first, since a pipe would be read until it ends.
  return findWriteObstacle(resolve(cwd, name)) ?? readHistoryFile(name, cwd);
}

/** Writes a history file, whole or not at all; returns why not. A file that could not be read again is not written. */
export function writeHistoryFile(
  { path, before }: HistoryFile,
  lines: readonly HistoryLine[],
): Refusal | { readonly reason: 'too-large' } | null {
  const after = Buffer.from(renderHistory(lines));
  if (after.length > maxBytes) return { reason: 'too-large' };
  return before?.equals(after) === true ? null : replaceFile(path, before, after);
}

function describeCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
