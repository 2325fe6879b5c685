import { join, posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import {
  findRegistry,
  nameFile,
  toSlashes,
  decodePath,
  describePath,
  encodePath,
  isUtf8Path,
} from './layout.js';

describe('a file has the same path on every system', () => {
  test.each([
    ['Windows', win32, 'C:\\registry', 'C:\\registry\\chain\\kava\\param.json', 'chain/kava/param.json'],
    ['Windows, in other capitals', win32, 'C:\\Registry', 'c:\\registry\\chain\\a\\x.json', 'chain/a/x.json'],
    ['the top of a drive', win32, 'D:\\', 'D:\\chain\\kava\\param.json', 'chain/kava/param.json'],
    ['a share', win32, '\\\\host\\share', '\\\\host\\share\\chain\\a\\param.json', 'chain/a/param.json'],
    ['outside, on Windows', win32, 'C:\\registry', 'C:\\other\\param.json', 'C:/other/param.json'],
    ['on another drive', win32, 'C:\\registry', 'D:\\other\\param.json', 'D:/other/param.json'],
    ['on a share', win32, 'C:\\registry', '\\\\host\\share\\param.json', '//host/share/param.json'],
    ['elsewhere', posix, '/registry', '/registry/chain/kava/param.json', 'chain/kava/param.json'],
    ['outside, elsewhere', posix, '/registry', '/other/param.json', '/other/param.json'],
    ['a directory like an upper one', posix, '/registry', '/registry/..a/param.json', '..a/param.json'],
    ['a backslash in a name', posix, '/registry', '/registry/a\\b/param.json', 'a\\b/param.json'],
    ['a backslash in a name outside', posix, '/registry', '/a\\b/param.json', '/a\\b/param.json'],
  ])('%s', (_, system, directory, file, expected) => {
    expect(nameFile(directory, file, system)).toBe(expected);
  });

  test.each([
    [win32, 'C:\\registry', 'C:\\registry', ''],
    [win32, 'C:\\registry\\chain', 'C:\\registry', '..'],
    [posix, '/registry/chain/a', '/registry', '../..'],
  ])('and so is a directory', (system, from, directory, expected) => {
    expect(toSlashes(from, directory, system)).toBe(expected);
  });
});

describe('outside of a git repository, what is above the working directory is a registry', () => {
  const chain = JSON.stringify({ chain_name: 'kava' });
  const files = { 'kava/chain.json': chain, 'archway/chain.json': chain, 'work/empty/notes.txt': '' };

  test.each([
    ['from one of its chains', files, 'kava', ''],
    ['not from a directory that is none', files, 'work/empty', null],
    ['from its only chain', { 'kava/chain.json': chain }, 'kava', ''],
    ['not for the file of another chain', { 'Downloads/chain.json': chain }, 'Downloads', null],
    ['not from beside that', { 'Downloads/chain.json': chain, 'a/b.txt': '' }, 'a', null],
    ['from its files', { 'chain/kava/param.json': '{}' }, 'chain/kava', ''],
    ['from beside the directory of its chains', { 'chain/kava/param.json': '{}', 'a/b.txt': '' }, 'a', ''],
    ['in a git repository, from anywhere', { ...files, '.git/HEAD': '' }, 'work/empty', ''],
  ])('%s', async (_, present, below, expected) => {
    const directory = await createDirectory(present);
    const cwd = join(directory, below);
    const registry = findRegistry(cwd, undefined, cwd);
    expect(registry?.directory ?? null).toBe(expected === null ? null : join(directory, expected));
  });
});

test.each([
  ['chain/kava', 'chain/kava'],
  ['é界🔥\ufffd', 'é界🔥\ufffd'],
  [Buffer.from('caf\xe9/x', 'latin1'), 'caf\\xe9/x'],
  [Buffer.from([0xff, 0x61, 0xc3, 0xa9, 0xc3, 0xf0, 0x9f, 0x94]), '\\xffaé\\xc3\\xf0\\x9f\\x94'],
  // A surrogate half, and an overlong form.
  [Buffer.from([0xed, 0xa0, 0x80, 0xc0, 0xaf]), '\\xed\\xa0\\x80\\xc0\\xaf'],
])('the path %j is read, found again and written', (path, written) => {
  const bytes = Buffer.from(path as string);
  const decoded = decodePath(bytes);
  expect(Buffer.from(encodePath(decoded) as string)).toEqual(bytes);
  expect(describePath(decoded)).toBe(written);
  expect(isUtf8Path(decoded)).toBe(typeof path === 'string');
});
