import { createHash, randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isHeldOpen, sleep } from './rename-over.js';

/** The file system's current time in milliseconds. A network file system's clock may differ from this machine's. */
export type FileClock = () => number;

const waitMs = 2_000;
const stepMs = 10;

/** A lock is held for milliseconds. Its age decides if its process can't be checked, because it runs in another container or on another machine. */
const ageLimitMs = 30_000;

/** A process writes a lock's content right after it creates the lock. */
const emptyLimitMs = 1_000;

const tokenPattern = /^([\da-f]{8})-(\d{1,10})-[\da-f]{8}$/;

/** Identifies the namespace of process ids: each container has its own, pid_namespaces(7). */
function describePlace(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has namespaces.
  }
  return createHash('sha256').update(`${hostname()}\n${namespace}`).digest('hex').slice(0, 8);
}

/** A unique string that identifies this process: the content of its lock, and part of the name of its draft. */
export function createToken(pid = process.pid): string {
  return `${describePlace()}-${pid}-${randomBytes(4).toString('hex')}`;
}

/**
 * Whether the owner of this token is gone: its process has ended, or the token is older than the work takes. False for strings that are not
 * tokens.
 */
export function isAbandoned(token: string, ageMs: number): boolean {
  const [, place, pid] = tokenPattern.exec(token) ?? [];
  // The clock may have been set back.
  const age = Math.abs(ageMs);
  if (place === undefined) return token === '' && age > emptyLimitMs;
  return age > ageLimitMs || (place === describePlace() && !isRunning(Number(pid)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Takes a lock: a file that only one process can create. Waits up to two seconds while another process has it, then returns false. Takes over
 * locks of killed processes. Throws if the file cannot be created for another reason.
 */
export function acquireLock(lock: string, token: string, now: FileClock): boolean {
  const end = performance.now() + waitMs;
  while (!createLock(lock, token)) {
    if (performance.now() > end) return false;
    if (isAbandonedLock(lock, now)) removeAbandoned(lock, token, now);
    else sleep(stepMs);
  }
  return true;
}

/** Whether the lock is still this token's: a process that was suspended for long may have lost it. */
export function holdsLock(lock: string, token: string): boolean {
  return readLock(lock)?.token === token;
}

/** Releases a lock if it is still this token's. Never throws: a lock that can't be removed now counts as abandoned once this process ends. */
export function releaseLock(lock: string, token: string): void {
  try {
    if (holdsLock(lock, token)) rmSync(lock, { force: true });
  } catch {
    // The work under the lock is done.
  }
}

/** Removes the guard of a process that was killed while it removed an abandoned lock. */
export function removeAbandonedGuard(lock: string, now: FileClock): void {
  if (isAbandonedLock(nameGuard(lock), now)) rmSync(nameGuard(lock), { force: true });
}

/**
 * If two processes find a lock abandoned, the slower one could remove the new lock of the faster one. So removal has its own lock, and checks
 * again.
 */
function removeAbandoned(lock: string, token: string, now: FileClock): void {
  const guard = nameGuard(lock);
  if (!createLock(guard, token)) return sleep(stepMs);
  try {
    if (isAbandonedLock(lock, now)) rmSync(lock, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function nameGuard(lock: string): string {
  return `${lock}.guard`;
}

function createLock(lock: string, token: string): boolean {
  let file: number;
  try {
    // `wx` follows no link.
    file = openSync(lock, 'wx');
  } catch (error) {
    // Windows refuses the name of a file that another process is just removing.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || isHeldOpen(error)) return false;
    throw error;
  }
  try {
    writeFileSync(file, token);
    return true;
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function isAbandonedLock(lock: string, now: FileClock): boolean {
  const found = readLock(lock);
  return found !== null && isAbandoned(found.token, now() - found.modifiedMs);
}

/** Null if there is none, or something else that was checked out, such as a link or a pipe. */
function readLock(lock: string): { readonly token: string; readonly modifiedMs: number } | null {
  try {
    const stats = lstatSync(lock);
    if (!stats.isFile() || stats.size > 64) return null;
    return { token: readFileSync(lock, 'latin1'), modifiedMs: stats.mtimeMs };
  } catch {
    return null;
  }
}
