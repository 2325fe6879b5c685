import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository } from '../../../test/support/repository.js';
import { hashBlob, isTextOf } from './clone.js';

test('a file and a link have the name that git gives them', async () => {
  const repository = await createRepository({ empty: '', file: Buffer.from([0xff, 0, 10]), link: ['a/ü'] });
  for (const name of ['empty', 'file', 'link']) {
    const hash = await repository.git('rev-parse', `HEAD:${name}`);
    expect(await hashBlob(join(repository.directory, name), hash)).toBe(hash);
  }
});

test('in a repository of SHA-256, too', async () => {
  const directory = await createDirectory({ file: 'abc' });
  const expected = createHash('sha256').update('blob 3\0abc').digest('hex');
  expect(await hashBlob(join(directory, 'file'), '0'.repeat(64))).toBe(expected);
});

test('a text is known by that name, also with the line ends of a checkout on Windows', async () => {
  const text = '\ufeff{ "a": "ü界🔥" }\n';
  const repository = await createRepository({ text, other: text.replace('\n', '\r\n') });
  const hash = await repository.git('rev-parse', 'HEAD:text');
  expect(isTextOf(text, hash)).toBe(true);
  expect(isTextOf(text.replace('\n', '\r\n'), hash)).toBe(true);
  expect(isTextOf(text.replace('a', 'b'), hash)).toBe(false);
  expect(isTextOf(text.replace('\n', '\r\n'), await repository.git('rev-parse', 'HEAD:other'))).toBe(true);
  const sha256 = createHash('sha256').update('blob 2\0{}').digest('hex');
  expect(isTextOf('{}', sha256)).toBe(true);
});

test('only files have a hash', async () => {
  const directory = await createDirectory();
  await symlink('nowhere', join(directory, 'link'));
  expect(await hashBlob(directory, '0'.repeat(40))).toBeNull();
  expect(await hashBlob(join(directory, 'nothing'), '0'.repeat(40))).toBeNull();
});
