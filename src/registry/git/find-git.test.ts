import { describe, expect, test } from 'vitest';
import { findGit } from './git.js';

describe('on Windows, the git of a checkout is never run', () => {
  const everywhere = () => true;
  test.each<[string, Readonly<Record<string, string>>, string | null]>([
    ['the first of PATH', { PATH: 'C:\\Git\\cmd;D:\\other' }, 'C:\\Git\\cmd\\git.exe'],
    ['PATH as Windows spells it', { Path: 'C:\\Git\\cmd' }, 'C:\\Git\\cmd\\git.exe'],
    [
      'a directory in quotes',
      { Path: '"C:\\Program Files\\Git\\cmd"' },
      'C:\\Program Files\\Git\\cmd\\git.exe',
    ],
    ['relative directories', { Path: '.;;tools;C:bin;C:\\Git\\cmd' }, 'C:\\Git\\cmd\\git.exe'],
    ['relative directories alone', { Path: '.;;tools' }, null],
    ['no PATH', {}, null],
  ])('%s', (_, env, file) => {
    expect(findGit('win32', env, everywhere)).toBe(file);
  });

  test('a directory without it is passed over', () => {
    const env = { Path: 'C:\\empty;C:\\Git\\cmd' };
    expect(findGit('win32', env, (file) => !file.includes('empty'))).toBe('C:\\Git\\cmd\\git.exe');
  });

  test('elsewhere the system finds it', () => {
    expect(findGit('linux', {})).toBe('git');
  });
});
