import { describe, expect, test } from 'vitest';
import { cloneRepository, createRepository } from '../../../test/support/repository.js';
import { fetchBranch, pushBranch, readRemoteHead } from './remote-branch.js';
import { GitError } from './write-commit.js';

const branch = 'history';

/** A repository whose branch has two commits, and a clone of its main branch. */
async function createScene(depth?: number) {
  const origin = await createRepository();
  const main = await origin.git('rev-parse', 'HEAD');
  await origin.git('checkout', '--quiet', '-b', branch);
  const commit = await origin.commit();
  await origin.git('checkout', '--quiet', 'main');
  const clone = await cloneRepository(origin, depth);
  return { origin, clone, main, commit };
}

describe('the head of a branch of origin is read', () => {
  test('by its whole name', async () => {
    const { origin, clone, main, commit } = await createScene();
    await origin.git('branch', 'refs/heads/other');
    expect(await readRemoteHead(clone.directory, branch)).toBe(commit);
    expect(await readRemoteHead(clone.directory, 'main')).toBe(main);
    expect(await readRemoteHead(clone.directory, 'other')).toBeNull();
    // A branch that cannot be read is an error.
    await clone.git('remote', 'set-url', 'origin', '/nowhere');
    const rejected = expect(readRemoteHead(clone.directory, branch)).rejects;
    await rejected.toThrow(GitError);
    await rejected.toThrow(/^cannot read the branch history of origin: fatal: '\/nowhere'/);
  });
});

describe('a branch of origin is fetched', () => {
  test.each([
    ['with its history', undefined, '3'],
    ['alone, if the clone is shallow', 1, '1'],
  ])('%s, and no ref is written', async (_, depth, count) => {
    const { origin, clone } = await createScene(depth);
    await origin.git('checkout', '--quiet', branch);
    const newer = await origin.commit();
    await clone.git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
    const refs = await clone.git('for-each-ref');
    expect(await fetchBranch(clone.directory, branch)).toBe(newer);
    expect(await clone.git('for-each-ref')).toBe(refs);
    expect(await clone.git('rev-list', '--count', 'FETCH_HEAD')).toBe(count);
    // Without any such branch, that is an error.
    const rejected = expect(fetchBranch(clone.directory, 'nothing')).rejects;
    await rejected.toThrow(GitError);
    await rejected.toThrow(/^cannot fetch the branch nothing of origin: fatal: couldn't find remote ref/);
  });
});

describe('a branch of origin is set if it is at the expected commit', () => {
  test('made, moved and removed', async () => {
    const { clone, main, commit } = await createScene();
    const { directory } = clone;
    const read = () => readRemoteHead(directory, 'new');
    await clone.git('fetch', '--quiet', 'origin', branch);
    expect(await pushBranch(directory, { branch: 'new', expected: null }, main)).toBe(true);
    expect(await read()).toBe(main);
    expect(await pushBranch(directory, { branch: 'new', expected: main }, commit)).toBe(true);
    expect(await read()).toBe(commit);
    expect(await pushBranch(directory, { branch: 'new', expected: commit }, null)).toBe(true);
    expect(await read()).toBeNull();
  });

  test('and nowhere else; a refusal of origin is an error', async () => {
    const { origin, clone, main, commit } = await createScene();
    const { directory } = clone;
    expect(await pushBranch(directory, { branch, expected: null }, main)).toBe(false);
    expect(await pushBranch(directory, { branch, expected: main }, main)).toBe(false);
    expect(await readRemoteHead(directory, branch)).toBe(commit);
    await origin.git('config', 'receive.denyDeletes', 'true');
    const refused = pushBranch(directory, { branch, expected: commit }, null);
    await expect(refused).rejects.toThrow(/^cannot push the branch history: .*deletion prohibited/);
  });
});

test('no error names the url of origin, which may hold a token', async () => {
  const url = 'http://name:s3cr3t@127.0.0.1:1/s3cr3t/registry.git?key=s3cr3t';
  const clone = await createRepository();
  await clone.git('remote', 'add', 'origin', url);
  const commit = await clone.git('rev-parse', 'HEAD');
  const results = await Promise.allSettled([
    readRemoteHead(clone.directory, branch),
    fetchBranch(clone.directory, branch),
    pushBranch(clone.directory, { branch, expected: null }, commit),
  ]);
  for (const result of results) {
    const error: unknown = result.status === 'rejected' ? result.reason : result.value;
    expect(error).toBeInstanceOf(GitError);
    expect(String(error)).toMatch(/of origin: fatal: unable to access 'origin'/);
    expect(String(error)).not.toContain('s3cr3t');
  }
});
