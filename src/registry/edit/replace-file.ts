import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { acquireLock, releaseLock, renameOver } from './file-lock.js';

export type Refusal =
  | {
      /**
       * `gone`: the file existed before. `link`: a symbolic link. `not-a-file`: a directory, a pipe or a device. `read-only`: its mode lets
       * nobody write. `changed`: its content differs from `before`.
       */
      readonly reason: 'gone' | 'link' | 'not-a-file' | 'read-only' | 'changed';
    }
  /** Another process has the lock and does not release it, or the lock's name is taken by something else. */
  | { readonly reason: 'busy'; readonly lock: string }
  /** The system's error code, such as ENOSPC, EACCES or EROFS. */
  | { readonly reason: 'failed'; readonly code: string };

const systemReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'its file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

/** Why a file was left unchanged, to follow its name and a colon. */
export function describeRefusal(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'gone':
      return 'it is gone';
    case 'link':
      return 'it is a symbolic link';
    case 'not-a-file':
      return 'it is not a regular file';
    case 'read-only':
      return 'it is read-only';
    case 'changed':
      return 'it changed while it was checked';
    case 'busy':
      return `another process is writing it (${refusal.lock})`;
    case 'failed':
      return `${systemReasons[refusal.code] ?? 'it cannot be written'} (${refusal.code})`;
  }
}

/**
 * Replaces the content of a regular file whose bytes are `before`, or creates the file if `before` is null; returns null on success. Whatever
 * happens, the file has the old or the new content, never a part: the new content is written to a draft next to it, flushed, and renamed.
 * Processes that use this function take turns, so that of two that read the same content the second is refused; a process that was killed
 * meanwhile holds up the next one for ten seconds at most. Follows no link to the file; links among its directories are up to the caller
 * (`isBehindLink`). Keeps the mode, and as root the owner; hard links keep the old content. Removes what killed processes left behind.
 */
export function replaceFile(path: string, before: Buffer | null, after: Buffer): Refusal | null {
  try {
    return findRefusal(path, before) ?? writeAndRename(path, before, after);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { reason: 'failed', code };
  }
}

/** Throws the system's error if the file cannot be read or written. */
function findRefusal(path: string, before: Buffer | null): Refusal | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return before === null ? null : { reason: 'gone' };
  if (stats.isSymbolicLink()) return { reason: 'link' };
  if (!stats.isFile()) return { reason: 'not-a-file' };
  // access(2) lets root write any file, and a rename only needs the directory's mode.
  if ((stats.mode & 0o222) === 0) return { reason: 'read-only' };
  accessSync(path, constants.W_OK);
  const same = stats.size === before?.length && readFileSync(path).equals(before);
  return same ? null : { reason: 'changed' };
}

function writeAndRename(path: string, before: Buffer | null, after: Buffer): Refusal | null {
  const lock = nameBeside(path, 'lock');
  const draft = nameDraft(path);
  try {
    removeLeftovers(dirname(path), new Set([basename(path)]));
    const writtenMs = writeDraft(path, draft, [after], { flushes: true });
    if (!acquireLock(lock, writtenMs)) return { reason: 'busy', lock };
    try {
      const refusal = findRefusal(path, before);
      if (refusal !== null) return refusal;
      renameOver(draft, path);
    } finally {
      releaseLock(lock);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  flushDirectory(dirname(path));
  return null;
}

export interface NewContent {
  readonly name: string;
  readonly parts: Iterable<string>;
}

/**
 * Gives files of a directory a new content, whatever they had, or creates them. Each has the old or the new content, as in `replaceFile`, but nobody
 * takes turns: the last one wins. A link is replaced, never followed. Only a single
 * file is sure to survive a power failure. Throws the system's error.
 */
export function overwriteFiles(directory: string, files: readonly NewContent[]): void {
  removeLeftovers(directory, new Set(files.map(({ name }) => name)));
  for (const { name, parts } of files) {
    const path = join(directory, name);
    const draft = nameDraft(path);
    try {
      // A flush takes milliseconds, and there may be thousands of files.
      writeDraft(path, draft, parts, { flushes: files.length === 1 });
      renameOver(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  }
  flushDirectory(directory);
}

/** Writes the new content. Returns when, in milliseconds by the clock of the file system, which may be another machine's. */
function writeDraft(
  path: string,
  draft: string,
  parts: Iterable<string | Buffer>,
  { flushes }: { readonly flushes: boolean },
): number {
  const from = lstatSync(path, { throwIfNoEntry: false });
  const file = openSync(draft, 'wx', from?.isFile() === true ? 0o600 : 0o666);
  try {
    for (const part of parts) writeFileSync(file, part);
    if (from?.isFile() === true) copyAccess(from, file);
    if (flushes) fsyncSync(file);
    return fstatSync(file).mtimeMs;
  } finally {
    closeSync(file);
  }
}

function copyAccess(from: Stats, draft: number): void {
  const current = fstatSync(draft);
  // Changing the owner clears bits of the mode, so it comes first.
  if (process.getuid?.() === 0 && (current.uid !== from.uid || current.gid !== from.gid))
    fchownSync(draft, from.uid, from.gid);
  fchmodSync(draft, from.mode & 0o7777);
}

/** No process writes a draft for so long. */
const leftoverMs = 600_000;

/** Removes what killed processes left of drafts of the named files, if possible. */
function removeLeftovers(directory: string, names: ReadonlySet<string>): void {
  try {
    for (const file of readdirSync(directory)) {
      const [, name = ''] = /^\.(.+)\.[\da-f]{16}\.tmp$/.exec(file) ?? [];
      if (!names.has(name)) continue;
      const draft = join(directory, file);
      const writtenMs = lstatSync(draft, { throwIfNoEntry: false })?.mtimeMs;
      if (writtenMs !== undefined && Date.now() - writtenMs > leftoverMs) rmSync(draft, { force: true });
    }
  } catch {
    // Leftovers are harmless.
  }
}

/** Makes the rename survive a power failure, if the system can flush a directory; Windows cannot open one. */
function flushDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The file has been replaced already.
  }
}

function nameBeside(path: string, suffix: string): string {
  return join(dirname(path), `.${basename(path)}.${suffix}`);
}

function nameDraft(path: string): string {
  return nameBeside(path, `${randomBytes(8).toString('hex')}.tmp`);
}
