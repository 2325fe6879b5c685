import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatParam } from '../../../test/support/directory.js';
import { createRepository, type Repository } from '../../../test/support/repository.js';
import { checks } from '../../checks/index.js';
import { loadRegistry } from '../load.js';
import { findChanges } from './since.js';

const entries = formatParam({ evm: ['https://a.example', 'https://b.example'] });

/** What has changed since the last commit, and the rules that were broken before. */
async function find({ directory }: Repository, paths: readonly string[]) {
  const readStdin = () => Promise.resolve(Buffer.alloc(0));
  const registry = await loadRegistry(paths, { cwd: directory, kinds: checks, readStdin });
  const changes = await findChanges(registry, 'HEAD', checks);
  if (typeof changes === 'string') throw new Error(changes);
  const { counts, baseline } = changes;
  return {
    filesNotRead: [...changes.filesNotRead],
    counts: [counts.added, counts.changed, counts.removed],
    baseline: [...baseline].map(({ problem }) => problem.code),
  };
}

test('the entries of a deleted file of the registry are removed ones', async () => {
  const less = formatParam({ evm: ['https://a.example'] });
  const files = {
    'chain/gone/param.json': entries,
    'chain/kava/param.json': entries,
    'notes/a.json': entries,
  };
  const repository = await createRepository(files);
  await repository.write({
    'chain/gone/param.json': null,
    'chain/kava/param.json': less,
    'notes/a.json': null,
  });
  expect((await find(repository, [])).counts).toEqual([0, 0, 3]);
  expect((await find(repository, ['chain/kava/param.json'])).counts).toEqual([0, 0, 1]);
});

test('a named file is compared with the same path at the ref', async () => {
  const repository = await createRepository({
    'chain/kava/param.json': entries,
    'loose/param.json': entries,
  });
  const { counts, baseline } = await find(repository, ['loose/param.json']);
  expect(counts).toEqual([0, 0, 0]);
  expect(baseline).toContain('file/misplaced');
  // Nobody reads what an edit adds to it.
  await repository.write({ 'loose/param.json': `${entries} ` });
  expect((await find(repository, ['loose/param.json'])).baseline).not.toContain('file/misplaced');
});

test('whoever repairs a file that could not be read answers for what changed since it could', async () => {
  const path = 'chain/kava/param.json';
  const old = formatParam({ evm: ['http://old.example', 'https://a.example'] });
  const repository = await createRepository({ [path]: old });
  await repository.write({ [path]: old.replace(',', ',,') });
  await repository.commit();
  await repository.write({
    [path]: formatParam({ evm: ['http://old.example', 'https://a.example', 'https://b.example'] }),
  });
  const { counts, baseline } = await find(repository, []);
  expect(counts).toEqual([1, 0, 0]);
  expect(baseline).toContain('entry/url-scheme');
});

test('changed files that are no part of the registry are named', async () => {
  const repository = await createRepository({
    'chain/kava/param.json': entries,
    'README.md': 'a',
    'docs/b.md': 'b',
  });
  await repository.write({
    'README.md': 'b',
    'docs/b.md': null,
    'chain/kava/icon.png': 'c',
    'chain/kava/param.json': `${entries} `,
  });
  const { filesNotRead } = await find(repository, []);
  expect(filesNotRead).toEqual(['README.md', 'chain/kava/icon.png']);
  expect((await find(repository, ['chain/kava/param.json'])).filesNotRead).toEqual([]);
});

test('a filter that the configuration of the repository names is not run', async () => {
  const repository = await createRepository({
    'chain/kava/param.json': entries,
    '.gitattributes': '*.md filter=x',
    'a.md': 'a',
  });
  await repository.git('config', 'filter.x.clean', 'touch filtered; cat');
  await repository.git('config', 'filter.x.required', 'true');
  await repository.write({ 'a.md': 'b' });
  expect((await find(repository, [])).filesNotRead).toEqual(['a.md']);
  expect(existsSync(join(repository.directory, 'filtered'))).toBe(false);
});
