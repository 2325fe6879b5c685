import { renameSync } from 'node:fs';

/** A virus scanner or an indexer has done its work on a new file by then. */
const waitMs = 2_000;
const stepMs = 20;

const heldOpenCodes: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Whether the system may have refused a file because another process has it open, which only Windows does. */
export function isHeldOpen(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && heldOpenCodes.has((error as NodeJS.ErrnoException).code);
}

/**
 * Renames a file over another one. On Windows, a file that another process has open is tried again for two seconds, as graceful-fs does for a
 * minute (https://github.com/isaacs/node-graceful-fs/blob/v4.2.11/polyfills.js). Throws what the system says.
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

/** Blocks the process. */
export function sleep(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
}
