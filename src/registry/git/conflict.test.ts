import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository, type Repository } from '../../../test/support/repository.js';
import { listConflicts } from './git.js';

/** Two branches that change the same files, and a merge that stops. */
async function createConflict(): Promise<Repository> {
  const repository = await createRepository({
    'chain/a\t"ü.json': '1',
    'chain/gone.json': '1',
    top: '1',
    same: '1',
  });
  await repository.git('checkout', '--quiet', '-b', 'theirs');
  await repository.commit({
    'chain/a\t"ü.json': '2',
    'chain/gone.json': null,
    top: '2',
    'chain/new.json': 'new',
  });
  await repository.git('checkout', '--quiet', 'main');
  await repository.commit({ 'chain/a\t"ü.json': '3', 'chain/gone.json': '3', top: '3' });
  await expect(repository.git('merge', 'theirs')).rejects.toThrow('merge');
  return repository;
}

test('files in conflict are listed once, by their path in the directory', async () => {
  const { directory } = await createConflict();
  expect(await listConflicts(directory)).toEqual(new Set(['chain/a\t"ü.json', 'chain/gone.json', 'top']));
  expect(await listConflicts(join(directory, 'chain'))).toEqual(new Set(['a\t"ü.json', 'gone.json']));
});

test('a resolved conflict is none', async () => {
  const repository = await createConflict();
  await repository.commit();
  expect(await listConflicts(repository.directory)).toEqual(new Set());
});

test('there are none without a repository, or in a directory that is gone', async () => {
  const directory = await createDirectory({ file: '<<<<<<< ours' });
  expect(await listConflicts(directory)).toEqual(new Set());
  expect(await listConflicts(join(directory, 'nothing'))).toEqual(new Set());
});
