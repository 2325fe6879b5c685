import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { expandWildcards } from './expand-wildcards.js';

describe('on Windows, where shells do not, the program expands wildcards', () => {
  const files = {
    'part-1.json': '',
    'part-10.json': '',
    'part-2.json': '',
    'part-2-json': '',
    '.part-3.json': '',
    'chain/a/param.json': '',
    'chain/b+(c)/param.json': '',
    'chain/empty/other.json': '',
  };
  test.each<[string, readonly string[]]>([
    ['part-*.json', ['part-1.json', 'part-10.json', 'part-2.json']],
    ['PART-?.JSON', ['part-1.json', 'part-2.json']],
    ['chain/*/param.json', ['chain/a/param.json', 'chain/b+(c)/param.json']],
    ['.\\chain\\b+*\\*.json', ['./chain/b+(c)/param.json']],
    ['.part*', ['.part-3.json']],
    ['missing-*.json', ['missing-*.json']],
    ['missing/*.json', ['missing/*.json']],
    ['part-1.json', ['part-1.json']],
    ['-', ['-']],
  ])('%s', async (path, found) => {
    expect(expandWildcards([path], await createDirectory(files), 'win32')).toEqual(found);
  });

  test('an absolute path', async () => {
    const here = await createDirectory(files);
    expect(expandWildcards([`${here}/part-1*.json`], '/', 'win32')).toEqual([
      `${here}/part-1.json`,
      `${here}/part-10.json`,
    ]);
  });

  test('elsewhere a file may have such a name', async () => {
    expect(expandWildcards(['part-*.json'], await createDirectory(files), 'linux')).toEqual(['part-*.json']);
  });
});
