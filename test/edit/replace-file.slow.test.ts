import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceFile } from '../../src/registry/edit/replace-file.js';
import { canMount, createDirectory, makeReadOnly, mountTmpfs } from '../support/directory.js';

const name = 'param.json';
const isRoot = process.getuid?.() === 0;
let program = '';

beforeAll(async () => {
  program = join(await mkdtemp(join(tmpdir(), 'endpoint-check-program-')), 'replacing-process.mjs');
  await build({
    input: join(import.meta.dirname, 'replacing-process.ts'),
    platform: 'node',
    output: { file: program, format: 'esm', codeSplitting: false },
    logLevel: 'warn',
  });
});

afterAll(() => rm(dirname(program), { recursive: true }));

function start(task: string, file: string, ...details: readonly string[]) {
  return spawn(process.execPath, [program, task, file, ...details], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Blocks, since a lock is held for less than a turn of the event loop. The limit only ends what hangs. */
function waitForFile(path: string): void {
  for (const end = performance.now() + 10_000; performance.now() < end;) if (existsSync(path)) return;
}

/** Bytes: as many as take longer to compare than to rename, so that kills come in between. */
const size = 1_000_000;

describe('a process that is killed leaves the old or the new content, and a later write removes the rest', () => {
  test.each(['at any moment', 'while it compares and renames'])('%s', async (moment) => {
    const directory = await createDirectory({ [name]: Buffer.alloc(size, 'A') });
    const file = join(directory, name);
    const contents = ['A', 'B'].map((letter) => Buffer.alloc(size, letter));
    const found = new Set<number>();
    const left = { draft: 0, lock: 0, both: 0 };
    const isSeen = () => found.size === 2 && (moment === 'at any moment' ? left.draft : left.both) > 0;
    // Until everything expected was seen, which is rarely in the first rounds.
    for (let round = 0; round < 40 || (round < 200 && !isSeen()); round++) {
      const child = start('swap', file);
      const [answer] = (await once(child.stdout, 'data')) as [Buffer];
      expect(answer.toString()).toBe('replaced\n');
      if (moment === 'at any moment') await delay(Math.random() * 15);
      else waitForFile(join(directory, `.${name}.lock`));
      await kill(child);

      const content = await readFile(file);
      found.add(contents.findIndex((expected) => expected.equals(content)));
      const names = await readdir(directory);
      const drafts = names.filter((entry) => entry.endsWith('.tmp')).length;
      expect(drafts).toBeLessThanOrEqual(1);
      const lock = names.includes(`.${name}.lock`);
      left.draft += drafts;
      left.lock += Number(lock);
      left.both += Number(lock && drafts > 0);
      // As if the next write were later.
      for (const entry of names) if (entry !== name) await utimes(join(directory, entry), 0, 0);
    }
    // Otherwise no kill came between the first byte of a draft and its last, or between the lock and the renaming.
    expect(isSeen(), JSON.stringify({ found: [...found], left })).toBe(true);
    expect(replaceFile(file, await readFile(file), Buffer.from('after'))).toBeNull();
    expect(await readdir(directory)).toEqual([name]);
  });
});

describe('processes that write one file at the same time', () => {
  test('lose no line', async () => {
    const directory = await createDirectory({ [name]: '' });
    const file = join(directory, name);
    const children = ['a', 'b', 'c'].map((letter) => start('append', file, letter));
    const printed = (await Promise.all(children.map((child) => text(child.stdout)))).join('');
    const lines = printed.split('\n').slice(0, -1);
    expect(lines).toHaveLength(1_500);
    expect((await readFile(file, 'utf8')).split('\n').slice(0, -1).toSorted()).toEqual(lines.toSorted());
    expect(await readdir(directory)).toEqual([name]);
  });
});

describe('a lock', () => {
  const before = Buffer.from('before');
  const after = Buffer.from('after');

  test('that is released soon is waited for, and what was written under it is not overwritten', async () => {
    const directory = await createDirectory({ [name]: before });
    const file = join(directory, name);
    const holder = start('hold', file, join(directory, `.${name}.lock`));
    const exited = once(holder, 'exit');
    await once(holder.stdout, 'data');
    expect(replaceFile(file, before, after)).toEqual({ reason: 'changed' });
    expect(await readFile(file, 'utf8')).toBe('changed under the lock');
    await exited;
    expect(await readdir(directory)).toEqual([name]);
  });

  test.each<[string, (lock: string) => unknown]>([
    ['that is a link', (lock) => symlink(name, lock)],
    ['that is a pipe', (lock) => spawnSync('mkfifo', [lock])],
    ['that is a directory', (lock) => mkdir(lock)],
  ])('%s stays, and so does the file', async (_, place) => {
    const directory = await createDirectory({ [name]: before });
    const lock = join(directory, `.${name}.lock`);
    await place(lock);
    expect(replaceFile(join(directory, name), before, after)).toEqual({ reason: 'busy', lock });
    expect(await readFile(join(directory, name))).toEqual(before);
    expect((await readdir(directory)).toSorted()).toEqual([`.${name}.lock`, name]);
  });
});

describe.runIf(canMount)('a file system without room', () => {
  const before = Buffer.alloc(40_000, 'A');

  test('a full one is named, and the old file stays', async () => {
    const directory = mountTmpfs(64);
    const file = join(directory, name);
    await writeFile(file, before);
    expect(replaceFile(file, before, Buffer.alloc(40_000, 'B'))).toEqual({
      reason: 'failed',
      code: 'ENOSPC',
    });
    expect(await readFile(file)).toEqual(before);
    expect(await readdir(directory)).toEqual([name]);
    expect(replaceFile(file, before, Buffer.from('less'))).toBeNull();
    expect(await readFile(file, 'utf8')).toBe('less');
  });

  test('one that is full of the drafts of killed processes is freed', async () => {
    const directory = mountTmpfs(128);
    const file = join(directory, name);
    await writeFile(file, before);
    const draft = join(directory, `.${name}.0123456789abcdef.tmp`);
    await writeFile(draft, before);
    await utimes(draft, 0, 0);
    await writeFile(join(directory, 'other'), before.subarray(0, 30_000));
    expect(replaceFile(file, before, Buffer.alloc(40_000, 'B'))).toBeNull();
    expect((await readdir(directory)).toSorted()).toEqual(['other', name]);
  });

  test('a read-only one is named', async () => {
    const directory = mountTmpfs(256);
    const file = join(directory, name);
    await writeFile(file, before);
    makeReadOnly(directory);
    expect(replaceFile(file, before, Buffer.from('after'))).toEqual({ reason: 'failed', code: 'EROFS' });
    expect(await readFile(file)).toEqual(before);
  });
});

describe.skipIf(process.platform === 'win32')('what the user may not write', () => {
  // Any user but root.
  const user = isRoot ? 65_534 : (process.getuid?.() ?? -1);

  test.each([
    ['a directory that takes no draft', 0o644, 0o555, { reason: 'failed', code: 'EACCES' }],
    ['a file without permission to write', 0o444, 0o755, { reason: 'read-only' }],
  ])('%s leaves the file', async (_, fileMode, directoryMode, refusal) => {
    const directory = await createDirectory({ [name]: 'before' });
    const file = join(directory, name);
    await chown(file, user, -1);
    await chown(directory, user, -1);
    await chmod(file, fileMode);
    await chmod(directory, directoryMode);
    const child = start('once', file, `${user}`);
    expect(JSON.parse(await text(child.stdout))).toEqual(refusal);
    await chmod(directory, 0o755);
    expect(await readFile(file, 'utf8')).toBe('before');
    expect(await readdir(directory)).toEqual([name]);
  });

  test.runIf(isRoot)('the file of another user, even in the own directory', async () => {
    const directory = await createDirectory({ [name]: 'before' });
    await chown(directory, user, -1);
    const child = start('once', join(directory, name), `${user}`);
    expect(JSON.parse(await text(child.stdout))).toEqual({ reason: 'failed', code: 'EACCES' });
    expect(await readdir(directory)).toEqual([name]);
  });
});
