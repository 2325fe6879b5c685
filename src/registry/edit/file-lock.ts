import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { isHeldOpen, sleep } from './rename-over.js';

/** A lock is held for milliseconds, so the process of one that is older was killed. */
const abandonedMs = 10_000;

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
