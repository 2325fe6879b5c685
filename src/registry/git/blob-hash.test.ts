import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository } from '../../../test/support/repository.js';
import { hashBlob, hashText } from './blob-hash.js';

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

test('so has a text', async () => {
  const text = '\ufeff{ "a": "ü界🔥" }\r\n';
  const repository = await createRepository({ text });
  const hash = await repository.git('rev-parse', 'HEAD:text');
  expect(hashText(text, hash)).toBe(hash);
  expect(hashText(text, '0'.repeat(64))).toHaveLength(64);
});

test('only files have a hash', async () => {
  const directory = await createDirectory();
  await symlink('nowhere', join(directory, 'link'));
  expect(await hashBlob(directory, '0'.repeat(40))).toBeNull();
  expect(await hashBlob(join(directory, 'nothing'), '0'.repeat(40))).toBeNull();
});
