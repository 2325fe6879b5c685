import { createHash, randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isHeldOpen, sleep } from './rename-over.js';

/** A clock of the file system, in milliseconds: over a network it may differ from this machine's. */
export type FileClock = () => number;

const waitMs = 2_000;
const stepMs = 10;

/** A lock is held for milliseconds. Its age decides where its process can't be asked for: in another container or on another machine. */
const ageLimitMs = 30_000;

/** Between the creation of a lock and its content a process does nothing else. */
const emptyLimitMs = 1_000;

const tokenPattern = /^([\da-f]{8})-(\d{1,10})-[\da-f]{8}$/;

/** Where a process id has its meaning: each container has process ids of its own. Source: pid_namespaces(7). */
function describePlace(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has them.
  }
  return createHash('sha256').update(`${hostname()}\n${namespace}`).digest('hex').slice(0, 8);
}

/** A string that names a process and is made only once: the content of its lock, and part of the name of its draft. */
export function createToken(pid = process.pid): string {
  return `${describePlace()}-${pid}-${randomBytes(4).toString('hex')}`;
}

/** Whether what bears this token was left behind: its process is gone, or it is older than such work takes. False for any other string. */
export function isAbandoned(token: string, ageMs: number): boolean {
  const [, place, pid] = tokenPattern.exec(token) ?? [];
  // A clock may have been set back.
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
 * Takes a lock: a file that only one process can create. Waits up to two seconds while another process has it; false if that was not enough.
 * Takes over what a killed process left. Throws where the file cannot be created for another reason.
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

/** Whether the lock still is this token's: a process that was suspended for long may have lost it. */
export function holdsLock(lock: string, token: string): boolean {
  return readLock(lock)?.token === token;
}

/** Gives up a lock, where it still is this token's. Never throws: what can't be removed now is abandoned once this process ends. */
export function releaseLock(lock: string, token: string): void {
  try {
    if (holdsLock(lock, token)) rmSync(lock, { force: true });
  } catch {
    // What was done under the lock is done.
  }
}

/** Removes what a process left that was killed while it removed an abandoned lock. */
export function removeAbandonedGuard(lock: string, now: FileClock): void {
  if (isAbandonedLock(nameGuard(lock), now)) rmSync(nameGuard(lock), { force: true });
}

/**
 * Of two processes that find a lock abandoned, the slower one would remove the new lock of the other. So only one at a time may remove it, and
 * looks again first.
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
    // Windows refuses a name whose file another process is just removing.
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

/** Null where there is none, or something else that a checkout brought along, such as a link or a pipe. */
function readLock(lock: string): { readonly token: string; readonly modifiedMs: number } | null {
  try {
    const stats = lstatSync(lock);
    if (!stats.isFile() || stats.size > 64) return null;
    return { token: readFileSync(lock, 'latin1'), modifiedMs: stats.mtimeMs };
  } catch {
    return null;
  }
}
