import { renameSync } from 'node:fs';

/** Virus scanners and indexers are done with a new file by then. */
const waitMs = 2_000;
const stepMs = 20;

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

export function sleep(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
}
