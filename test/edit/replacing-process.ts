import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { acquireLock, releaseLock } from '../../src/registry/edit/file-lock.js';
import { type Refusal, replaceFile } from '../../src/registry/edit/replace-file.js';

// A process that replaces a file, for replace-file.slow.test.ts, which bundles and starts it: <task> <file> <detail>.

const [, , task = '', file = '', detail = ''] = process.argv;

/** Synchronously, since this process may be killed at any moment. */
function print(line: string): void {
  writeSync(1, `${line}\n`);
}

function printAnswer(refusal: Refusal | null): void {
  print(refusal === null ? 'replaced' : JSON.stringify(refusal));
}

/** Replaces A's by B's and back until it is killed. */
function swapForever(): void {
  for (let rounds = 0; ; rounds++) {
    const before = readFileSync(file);
    const after = Buffer.alloc(before.length, before[0] === 0x41 ? 'B' : 'A');
    const refusal = replaceFile(file, before, after);
    if (refusal !== null || rounds === 0) printAnswer(refusal);
  }
}

/**
 * Appends 500 numbered lines that begin with `detail`, each with as many attempts as it takes, and prints each that is in the file.
 */
function appendLines(): void {
  for (let index = 0; index < 500;) {
    const line = `${detail} ${index}`;
    const before = readFileSync(file);
    const refusal = replaceFile(file, before, Buffer.concat([before, Buffer.from(`${line}\n`)]));
    if (refusal === null) {
      print(line);
      index++;
    } else if (refusal.reason !== 'changed') throw new Error(JSON.stringify(refusal));
  }
}

/** Has the lock, prints so, and writes the file before it releases the lock. */
async function holdLock(lock: string): Promise<void> {
  acquireLock(lock, Date.now());
  print('locked');
  await delay(300);
  writeFileSync(file, 'changed under the lock');
  releaseLock(lock);
}

/** Replaces the file once as the user whose id is `detail`. */
function replaceAsUser(id: number): void {
  if (process.getuid?.() === 0) {
    process.setgroups?.([]);
    process.setgid?.(id);
    process.setuid?.(id);
  }
  printAnswer(replaceFile(file, readFileSync(file), Buffer.from('after')));
}

switch (task) {
  case 'swap':
    swapForever();
    break;
  case 'append':
    appendLines();
    break;
  case 'hold':
    await holdLock(detail);
    break;
  default:
    replaceAsUser(Number(detail));
}
