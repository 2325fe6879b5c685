import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository, type Repository } from '../../../test/support/repository.js';
import { GitError, writeCommit } from './write-commit.js';

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
