import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

function mount(...args: readonly string[]): boolean {
  return spawnSync('mount', args).status === 0;
}

function unmount(directory: string): void {
  spawnSync('umount', [directory]);
  rmdirSync(directory);
}

function mountNew(options: string): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'endpoint-check-mount-'));
  if (mount('-t', 'tmpfs', '-o', options, 'tmpfs', directory)) return directory;
  rmdirSync(directory);
  return null;
}

/** Whether file systems can be mounted here, which takes root on Linux. */
export const canMount = probeMount();

function probeMount(): boolean {
  const directory = process.platform === 'linux' ? mountNew('size=4k') : null;
  if (directory !== null) unmount(directory);
  return directory !== null;
}

/** Mounts an empty file system of this size until the test ends. Returns its directory. Throws if `canMount` is false. */
export function mountTmpfs(sizeKib: number): string {
  const directory = mountNew(`size=${sizeKib}k`);
  if (directory === null) throw new Error('cannot mount a tmpfs');
  onTestFinished(() => unmount(directory));
  return directory;
}

/** Makes a mounted file system read-only. */
export function makeReadOnly(directory: string): void {
  if (!mount('-o', 'remount,ro', directory)) throw new Error('cannot mount it read-only');
}
