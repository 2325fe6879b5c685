import { spawnSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, readdir, readFile, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { replaceFile } from './replace-file.js';

const before = Buffer.from('before');
const after = Buffer.from('after\r\n\uFEFF');
const name = 'param.json';

async function age(path: string, ageMs: number): Promise<void> {
  const time = new Date(Date.now() - ageMs);
  await utimes(path, time, time);
}

describe('a file is replaced', () => {
  test('by exactly the new bytes, without a temporary file', async () => {
    const directory = await createDirectory({ [name]: before, other: '' });
    expect(replaceFile(join(directory, name), before, after)).toBeNull();
    expect(await readFile(join(directory, name))).toEqual(after);
    expect(await readdir(directory)).toEqual(['other', name]);
  });

  test('even if the old or new content is empty', async () => {
    const path = join(await createDirectory({ [name]: before }), name);
    expect(replaceFile(path, before, Buffer.alloc(0))).toBeNull();
    expect(replaceFile(path, Buffer.alloc(0), after)).toBeNull();
    expect(await readFile(path)).toEqual(after);
  });

  test.each([0o644, 0o600, 0o775, 0o620])('with its mode kept: %o', async (mode) => {
    const path = join(await createDirectory({ [name]: before }), name);
    await chmod(path, mode);
    expect(replaceFile(path, before, after)).toBeNull();
    expect((await stat(path)).mode & 0o7777).toBe(mode);
  });

  test.runIf(process.getuid?.() === 0)('with its owner kept, if root writes', async () => {
    const path = join(await createDirectory({ [name]: before }), name);
    await chown(path, 12_345, 23_456);
    await chmod(path, 0o4750);
    expect(replaceFile(path, before, after)).toBeNull();
    expect(await stat(path)).toMatchObject({ uid: 12_345, gid: 23_456, mode: 0o104750 });
  });
});

describe('a file is left unchanged, with the reason', () => {
  test('changed meanwhile', async () => {
    const directory = await createDirectory({ [name]: 'befor3' });
    expect(replaceFile(join(directory, name), before, after)).toEqual({ reason: 'changed' });
    expect(await readFile(join(directory, name), 'utf8')).toBe('befor3');
    expect(await readdir(directory)).toEqual([name]);
  });

  test('read-only by its mode, for root as well', async () => {
    const directory = await createDirectory({ [name]: before });
    await chmod(join(directory, name), 0o444);
    expect(replaceFile(join(directory, name), before, after)).toEqual({ reason: 'read-only' });
    expect(await readFile(join(directory, name))).toEqual(before);
  });

  test('gone, and so is its directory', async () => {
    const directory = await createDirectory();
    expect(replaceFile(join(directory, name), before, after)).toEqual({ reason: 'gone' });
    expect(replaceFile(join(directory, 'none', name), before, after)).toEqual({ reason: 'gone' });
    expect(await readdir(directory)).toEqual([]);
  });

  test('a link, to a file or to nothing', async () => {
    const directory = await createDirectory({ target: before });
    for (const target of ['target', 'nothing']) {
      const link = join(directory, `to-${target}`);
      await symlink(target, link);
      expect(replaceFile(link, before, after)).toEqual({ reason: 'link' });
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
    }
    expect(await readFile(join(directory, 'target'))).toEqual(before);
    expect(await readdir(directory)).toEqual(['target', 'to-nothing', 'to-target']);
  });

  test('a directory', async () => {
    const directory = await createDirectory();
    await mkdir(join(directory, name));
    expect(replaceFile(join(directory, name), before, after)).toEqual({ reason: 'not-a-file' });
  });

  test.skipIf(process.platform === 'win32')('a pipe, which is not opened', async () => {
    const path = join(await createDirectory(), name);
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    expect(replaceFile(path, before, after)).toEqual({ reason: 'not-a-file' });
  });

  test('an error of the system', async () => {
    const directory = await createDirectory({ file: before, ['n'.repeat(250)]: before });
    expect(replaceFile(join(directory, 'file', name), before, after)).toEqual({
      reason: 'failed',
      code: 'ENOTDIR',
    });
    expect(replaceFile(join(directory, 'n'.repeat(250)), before, after)).toEqual({
      reason: 'failed',
      code: 'ENAMETOOLONG',
    });
    expect(await readdir(directory)).toHaveLength(2);
  });
});

describe('the next write removes what a killed process left', () => {
  const draft = `.${name}.0123456789abcdef.tmp`;

  test('a lock that is ten seconds old, and drafts that are ten minutes old', async () => {
    const directory = await createDirectory({ [name]: before, [`.${name}.lock`]: '', [draft]: 'aft' });
    await age(join(directory, `.${name}.lock`), 9_900);
    await age(join(directory, draft), 601_000);
    expect(replaceFile(join(directory, name), before, after)).toBeNull();
    expect(await readFile(join(directory, name))).toEqual(after);
    expect(await readdir(directory)).toEqual([name]);
  });

  test('and nothing else', async () => {
    const other = [`.${name}.draft.tmp`, `.other.json.0123456789abcdef.tmp`, `.other.json.lock`];
    const directory = await createDirectory({
      ...Object.fromEntries([name, draft, ...other].map((file) => [file, before])),
    });
    for (const file of other) await age(join(directory, file), 601_000);
    await age(join(directory, draft), 599_000);
    expect(replaceFile(join(directory, name), before, after)).toBeNull();
    expect((await readdir(directory)).toSorted()).toEqual([name, draft, ...other].toSorted());
  });
});
