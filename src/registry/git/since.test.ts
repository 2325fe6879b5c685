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
