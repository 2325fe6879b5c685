import { chmod, chown, lstat, mkdir, readdir, readFile, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { writeReport } from './report-file.js';

const files = [
  { name: 'a.json', text: 'a' },
  { name: 'b.json', text: 'b' },
];

describe('a file is replaced', () => {
  test('with its mode kept, and as root its owner', async () => {
    const path = join(await createDirectory({ 'a.json': 'older' }), 'a.json');
    await chmod(path, 0o640);
    if (process.getuid?.() === 0) await chown(path, 12_345, 23_456);
    const { uid, gid } = await stat(path);
    await writeReport(path, 'newer');
    expect(await readFile(path, 'utf8')).toBe('newer');
    expect(await stat(path)).toMatchObject({ mode: 0o100_640, uid, gid });
  });

  test('and what killed processes left of it goes, also of several', async () => {
    const drafts = ['a', 'b', 'c'].map((letter) => `.${letter}.json.0123456789abcdef.tmp`);
    const directory = await createDirectory(Object.fromEntries(drafts.map((draft) => [draft, ''])));
    for (const draft of drafts) await utimes(join(directory, draft), 0, 0);
    await writeReport(join(directory, 'a.json'), 'a');
    expect(await readdir(directory)).toEqual([...drafts.slice(1), 'a.json']);
    await writeReport(directory, files);
    expect(await readdir(directory)).toEqual([...drafts.slice(2), 'a.json', 'b.json']);
  });

  test('or stays, without a draft, if the report ends in the middle', async () => {
    const directory = await createDirectory({ 'a.json': 'older' });
    const report = (function* () {
      yield 'new';
      throw new Error('ended');
    })();
    await expect(writeReport(join(directory, 'a.json'), report)).rejects.toThrow('ended');
    expect(await readFile(join(directory, 'a.json'), 'utf8')).toBe('older');
    expect(await readdir(directory)).toEqual(['a.json']);
  });
});

describe('several files go into a directory', () => {
  test('which is created', async () => {
    const directory = join(await createDirectory(), 'badges');
    await writeReport(directory, files);
    expect(await readdir(directory)).toEqual(['a.json', 'b.json']);
    expect(await readFile(join(directory, 'b.json'), 'utf8')).toBe('b');
  });

  test('whose other files stay, without a temporary file', async () => {
    const directory = await createDirectory({ 'a.json': 'older', 'gone.json': 'kept' });
    await writeReport(directory, files);
    expect(await readdir(directory)).toEqual(['a.json', 'b.json', 'gone.json']);
    expect(await readFile(join(directory, 'a.json'), 'utf8')).toBe('a');
    expect(await readFile(join(directory, 'gone.json'), 'utf8')).toBe('kept');
  });

  test('in which a link is replaced, and its target stays', async () => {
    const outside = await createDirectory({ target: 'kept' });
    const directory = await createDirectory();
    await symlink(join(outside, 'target'), join(directory, 'a.json'));
    await writeReport(directory, files);
    expect((await lstat(join(directory, 'a.json'))).isFile()).toBe(true);
    expect(await readFile(join(directory, 'a.json'), 'utf8')).toBe('a');
    expect(await readFile(join(outside, 'target'), 'utf8')).toBe('kept');
  });

  test.each([
    ['a directory has the name of one', ['badges', 'badges/b.json'], /EISDIR|EPERM|ENOTEMPTY/],
    ['the directory that it is in does not exist', [], /ENOENT/],
  ])('unless %s', async (_, directories, error) => {
    const root = await createDirectory();
    for (const path of directories) await mkdir(join(root, path));
    const directory = directories.length > 0 ? join(root, 'badges') : join(root, 'nowhere', 'badges');
    await expect(writeReport(directory, files)).rejects.toThrow(error);
    const left = directories.length > 0 ? await readdir(directory) : await readdir(root);
    expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
