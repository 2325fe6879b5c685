import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatChain, formatParam } from '../../../test/support/directory.js';
import { createRepository, type Repository } from '../../../test/support/repository.js';
import { checks } from '../../checks/index.js';
import { loadRegistry } from '../load.js';
import { findChanges } from './since.js';

const entries = formatParam({ evm: ['https://a.example', 'https://b.example'] });

/** What has changed since the last commit, and the rules that were broken before. */
async function find({ directory }: Repository, paths: readonly string[], ref = 'HEAD') {
  const readStdin = () => Promise.resolve(Buffer.alloc(0));
  const registry = await loadRegistry(paths, { cwd: directory, kinds: checks, readStdin });
  const changes = await findChanges(registry, ref, checks);
  if (typeof changes === 'string') throw new Error(changes);
  const { counts, baseline } = changes;
  return {
    filesNotRead: [...changes.filesNotRead],
    counts: [counts.added, counts.changed, counts.removed],
    baseline: [...baseline].map(({ problem }) => problem.code),
    problems: changes.registry.problems.map(({ problem }) => problem.code),
  };
}

test.each([
  ['that the change calls ended', 'killed', 'live', ['a']],
  ['beside one that the change calls ended', 'live', 'killed', ['a', 'c']],
])('an id that another file claims is reported of a chain %s', async (_, status, beside, checked) => {
  const write = (name: string, fields: object) =>
    formatChain({ rpc: [`https://${name}.example`] }, { chain_name: name, status: 'live', ...fields });
  const repository = await createRepository({
    'a/chain.json': write('a', { chain_id: 'a-1' }),
    'b/chain.json': write('b', { chain_id: 'b-1' }),
    'c/chain.json': write('c', { chain_id: 'c-1' }),
  });
  await repository.write({
    'a/chain.json': write('a', { chain_id: 'b-1', status }),
    'c/chain.json': write('c', { chain_id: 'c-1', status: beside }),
  });
  const { problems } = await find(
    repository,
    checked.map((name) => `${name}/chain.json`),
  );
  expect(problems).toContain('file/chain-id-repeated');
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

test('settings of git do not change which files those are, and a failure of git is an error', async () => {
  const repository = await createRepository({ 'reg/chain/kava/param.json': entries, 'README.md': 'a' });
  const { git, directory } = repository;
  const change = { 'reg/chain/kava/param.json': `${entries} `, 'reg/README.md': 'b', 'README.md': 'b' };
  await repository.commit(change);
  await git('config', 'diff.relative', 'true');
  await git('config', 'diff.orderFile', 'missing');
  const inside = { ...repository, directory: join(directory, 'reg') };
  expect((await find(inside, [], 'HEAD^')).filesNotRead).toEqual(['../README.md', 'README.md']);
  await git('config', 'diff.algorithm', 'none');
  await expect(find(inside, [], 'HEAD^')).rejects.toThrow('git cannot list the changed files: ');
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

test('a filter that git cannot be told to ignore is an obstacle', async () => {
  const repository = await createRepository({
    'chain/kava/param.json': entries,
    '.gitattributes': '*.md filter=x=y',
    'a.md': 'a',
  });
  await repository.git('config', 'filter.x=y.clean', 'touch filtered; cat');
  await repository.write({ 'a.md': 'b' });
  await expect(find(repository, [])).rejects.toThrow('filter.x=y.clean in the configuration');
  expect(existsSync(join(repository.directory, 'filtered'))).toBe(false);
});

test.each([
  ['working-tree-encoding=UTF-16LE', 'working-tree-encoding=UTF-16LE'],
  ['[attr]odd working-tree-encoding=cp037\n* odd', 'working-tree-encoding=cp037'],
  ['filter=x', 'filter=x'],
  ['working-tree-encoding=utf-8', null],
  ['filter=y', null],
])('a file is not judged for whose text git has another one: %s', async (attributes, named) => {
  const repository = await createRepository({ 'chain/kava/param.json': entries });
  await repository.git('config', 'filter.x.smudge', 'cat');
  await repository.git('config', 'filter.y.clean', 'cat');
  await repository.write({ '.gitattributes': attributes.startsWith('[') ? attributes : `* ${attributes}` });
  const finding = find(repository, []);
  if (named === null) expect((await finding).counts).toEqual([0, 0, 0]);
  else
    await expect(finding).rejects.toThrow(
      `chain/kava/param.json has the attribute ${named} (.gitattributes)`,
    );
});

test.each([
  ['a merge driver', 'merge=x', ['merge.x.driver', 'touch merged']],
  ['a filter of a renormalizing merge', 'filter=x', ['filter.x.clean', 'touch merged; cat']],
] as const)(
  '%s that the configuration names is not run between merge bases',
  async (_, attribute, config) => {
    const repository = await createRepository({
      'chain/kava/param.json': entries,
      'notes.txt': 'base',
      '.gitattributes': `notes.txt ${attribute}`,
    });
    const { git } = repository;
    await git('branch', 'other');
    const commitNotes = async (text: string) => {
      await repository.write({ 'notes.txt': text });
      await repository.commit();
      return (await git('rev-parse', 'HEAD')).trim();
    };
    const mine = await commitNotes('mine');
    await git('checkout', '--quiet', 'other');
    const theirs = await commitNotes('theirs');
    await git('merge', '--quiet', '--strategy=ours', '-m', 'merge', mine);
    await git('checkout', '--quiet', '-');
    await git('merge', '--quiet', '--strategy=ours', '-m', 'merge', theirs);
    await git('config', ...config);
    await git('config', 'merge.renormalize', 'true');
    await find(repository, [], 'other');
    expect(existsSync(join(repository.directory, 'merged'))).toBe(false);
  },
);

test('a new submodule is a changed file that is not read, and a path that is not UTF-8 is one file', async () => {
  const repository = await createRepository({ 'chain/kava/param.json': entries });
  const { git, directory } = repository;
  const commit = (await git('rev-parse', 'HEAD')).trim();
  await mkdir(join(directory, 'chain/sub'));
  await git('update-index', '--add', '--cacheinfo', `160000,${commit},chain/sub`);
  const odd = Buffer.concat([Buffer.from(join(directory, 'chain/caf')), Buffer.of(0xe9)]);
  await mkdir(odd);
  await writeFile(Buffer.concat([odd, Buffer.from('/param.json')]), entries);
  expect((await find(repository, [])).filesNotRead).toEqual(['chain/sub']);
});
