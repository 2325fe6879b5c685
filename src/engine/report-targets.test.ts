import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { readReportTargets } from './report-targets.js';

test.each([
  ['a link of a clone is not written through', true, 'junit=a.xml'],
  ['nor a directory that is one', true, 'junit=b/a.xml'],
  ['a link elsewhere is the user’s own', false, 'junit=a.xml'],
])('%s', async (_, isClone, text) => {
  const outside = await createDirectory({ 'a.xml': '' });
  const cwd = await createDirectory(isClone ? { '.git/HEAD': '' } : {});
  await symlink(join(outside, 'a.xml'), join(cwd, 'a.xml'));
  await symlink(outside, join(cwd, 'b'));
  const errors: string[] = [];
  readReportTargets([text], { cwd, report: (error) => errors.push(error) });
  const path = text.replace('junit=', '');
  const error = `${path} is, or is behind, a symbolic link of the checkout: write to another file`;
  expect(errors).toEqual(isClone ? [error] : []);
});

test('a report to - goes to standard output, unless it has several files', () => {
  const errors: string[] = [];
  const read = (text: string) =>
    readReportTargets([text], { cwd: '/', report: (error) => errors.push(error) });
  expect([read('json=-'), read('badge=-')]).toEqual([
    [{ name: 'json', path: null }],
    [{ name: 'badge', path: null }],
  ]);
  expect(errors).toEqual(['badge writes several files: write badge=DIRECTORY']);
});
