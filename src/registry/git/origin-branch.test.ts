import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository, type Repository, cloneRepository } from '../../../test/support/repository.js';
import { GitError, writeCommit, fetchBranch, pushBranch, readRemoteHead } from './origin-branch.js';

const author = { name: 'A bot', email: 'bot@example.com' };
const files = [
  { path: 'run.sh', content: Buffer.from('new') },
  { path: 'a/ü.json', content: Buffer.from('added') },
];

const write = ({ directory }: Pick<Repository, 'directory'>, parent: string | null) =>
  writeCommit(directory, files, { parent, message: 'A title\n\nA text', author });

describe('a commit is stored', () => {
  test('with its parent, whose other files stay, and nothing else changes', async () => {
    const repository = await createRepository({ kept: 'kept' });
    await repository.write({ 'run.sh': 'old' });
    await chmod(join(repository.directory, 'run.sh'), 0o755);
    const parent = await repository.commit();
    await repository.write({ kept: 'not committed' });
    const before = await repository.git('status', '--porcelain');
    const commit = await write(repository, parent);
    expect(await repository.git('show', '--no-patch', '--format=%P|%an|%ae|%B', commit)).toBe(
      `${parent}|A bot|bot@example.com|A title\n\nA text`,
    );
    expect(
      await repository.git(
        '-c',
        'core.quotePath=false',
        'ls-tree',
        '-r',
        '--format=%(objectmode) %(path)',
        commit,
      ),
    ).toBe('100644 a/ü.json\n100644 kept\n100755 run.sh');
    expect(await repository.git('show', `${commit}:kept`, `${commit}:run.sh`)).toBe('keptnew');
    expect(await repository.git('status', '--porcelain')).toBe(before);
    expect(await repository.git('rev-parse', 'HEAD')).toBe(parent);
  });

  test('without a parent, with only these files', async () => {
    const repository = await createRepository({ kept: 'kept' });
    const commit = await write(repository, null);
    expect(await repository.git('rev-list', commit)).toBe(commit);
    expect(await repository.git('ls-tree', '-r', '--name-only', '-z', commit)).toBe('a/ü.json\0run.sh\0');
  });
});

describe('a failure of git is an error that names its command', () => {
  test('with a parent that is missing', async () => {
    const rejected = expect(write(await createRepository(), '1'.repeat(40))).rejects;
    await rejected.toThrow(GitError);
    await rejected.toThrow(/^git ls-tree failed: fatal: not a tree object$/);
  });

  test('outside a repository', async () => {
    const directory = await createDirectory();
    await expect(write({ directory }, null)).rejects.toThrow(
      /^git read-tree failed: fatal: not a git repository/,
    );
  });
});

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
