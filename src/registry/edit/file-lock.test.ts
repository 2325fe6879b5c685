import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { isHeldOpen, renameOver } from './file-lock.js';

test('a file takes the place of another', async () => {
  const directory = await createDirectory({ draft: 'new', file: 'old' });
  renameOver(join(directory, 'draft'), join(directory, 'file'));
  expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('new');
});

test.each(['linux', 'win32'] as const)(
  'an error that no waiting can cure is thrown at once: %s',
  async (system) => {
    const directory = await createDirectory();
    writeFileSync(join(directory, 'draft'), '');
    const to = join(directory, 'missing', 'file');
    expect(() => renameOver(join(directory, 'draft'), to, system)).toThrow('ENOENT');
  },
);

test('only Windows refuses a file because it is open', () => {
  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    const refused = Object.assign(new Error(code), { code });
    expect(isHeldOpen(refused, 'win32')).toBe(true);
    expect(isHeldOpen(refused, 'linux')).toBe(false);
  }
  expect(isHeldOpen(Object.assign(new Error('full'), { code: 'ENOSPC' }), 'win32')).toBe(false);
});
