import { closeSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';

/** A lock is held for milliseconds, so the process of one that is older was killed. */
const abandonedMs = 10_000;

/** Between two attempts. */
const stepMs = 10;

/**
 * Takes a lock: a file that only one process can create. Waits while another process has it, and takes it over once it is ten seconds old by the clock
 * of the file system, on which it is `nowMs` at the time of the call. Returns false if the name is that of a directory, a link or the like, and after
 * twenty seconds, since other processes came first. Throws if the file cannot be created for another reason.
 *
 * What this does not hold: two processes that take over one lock at the same moment may both have it, and so may one that was suspended for ten seconds.
 */
export function acquireLock(lock: string, nowMs: number): boolean {
  const startMs = performance.now();
  while (!createLock(lock)) {
    const elapsedMs = performance.now() - startMs;
    const stats = lstatSync(lock, { throwIfNoEntry: false });
    if (elapsedMs > 2 * abandonedMs || stats?.isFile() === false) return false;
    // The clock may have been set back.
    const ageMs = stats === undefined ? 0 : Math.abs(nowMs + elapsedMs - stats.mtimeMs);
    if (ageMs > abandonedMs) rmSync(lock, { force: true });
    else sleep(stepMs);
  }
  return true;
}

/** Never throws: the work under the lock is done, and one that cannot be removed counts as abandoned later. */
export function releaseLock(lock: string): void {
  try {
    rmSync(lock, { force: true });
  } catch {
    // It delays the next writer.
  }
}

function createLock(lock: string): boolean {
  try {
    // `wx` follows no link.
    closeSync(openSync(lock, 'wx'));
    return true;
  } catch (error) {
    // Windows refuses the name of a file that another process is just removing.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || isHeldOpen(error)) return false;
    throw error;
  }
}

/** Virus scanners and indexers are done with a new file by then. */
const waitMs = 2_000;

const heldOpenCodes: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Whether the system may have refused access because another process has the file open, which only Windows does. */
export function isHeldOpen(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && heldOpenCodes.has((error as NodeJS.ErrnoException).code);
}

/**
 * Renames a file over another. Windows refuses that while another process has the file open, so there it retries for two seconds, as graceful-fs
 * does for a minute (https://github.com/isaacs/node-graceful-fs/blob/v4.2.11/polyfills.js). Throws the system's error.
 */
export function renameOver(from: string, to: string, platform: NodeJS.Platform = process.platform): void {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (!isHeldOpen(error, platform) || performance.now() > end) throw error;
      sleep(stepMs);
    }
  }
}

function sleep(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
}
