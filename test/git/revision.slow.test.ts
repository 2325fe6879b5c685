import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { cloneRepository, createRepository, openRepository, type Repository } from '../support/repository.js';
import { sizeLimitBytes } from '../../src/registry/rules.js';
import { readRevision } from '../../src/registry/git/revision.js';

const path = 'chain/kava/param.json';

/** The texts or faults of a revision's files. */
async function read(
  directory: string,
  ref: string,
  wants: (path: string) => boolean = () => true,
  offline = false,
) {
  const revision = await readRevision(directory, ref, wants, { offline });
  if (typeof revision === 'string') return revision;
  const files = [...revision.files].map(([name, { text, problem }]): [string, string] => [
    name,
    text ?? problem.code,
  ]);
  return { commit: revision.commit, files: Object.fromEntries(files) };
}

/** A clone that has only the newest commit of the main branch, and a commit that is checked out. */
async function cloneAt(origin: Repository, ref: string): Promise<Repository> {
  const clone = await cloneRepository(origin, 1);
  await clone.git('fetch', '--quiet', '--depth=1', 'origin', ref);
  await clone.git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
  return clone;
}

describe('files are read as a commit has them', () => {
  test('by branch, tag and hash, whatever the directory contains now', async () => {
    const repository = await createRepository({ [path]: 'first', 'a b/ü\n.json': 'odd' });
    const commit = await repository.git('rev-parse', 'HEAD');
    await repository.git('tag', 'v1');
    await repository.commit({ [path]: 'second' });
    await repository.write({ [path]: 'third' });
    const files = { [path]: 'first', 'a b/ü\n.json': 'odd' };
    for (const ref of ['v1', commit, 'main~1'])
      expect(await read(repository.directory, ref)).toEqual({ commit, files });
    expect(await read(repository.directory, 'main')).toMatchObject({ files: { [path]: 'second' } });
  });

  test('of a remote, whatever tag or branch has the name of its branch', async () => {
    const origin = await createRepository({ [path]: 'first' });
    const clone = await cloneRepository(origin);
    const commit = await clone.git('rev-parse', 'HEAD');
    await clone.commit({ [path]: 'second' });
    for (const name of ['origin/main', 'remotes/origin/main'])
      await clone.git('update-ref', `refs/heads/${name}`, 'HEAD');
    await clone.git('update-ref', 'refs/tags/origin/main', 'HEAD');
    const files = { [path]: 'first' };
    const refs = ['origin/main', 'remotes/origin/main'];
    for (const ref of refs) expect(await read(clone.directory, ref)).toEqual({ commit, files });
    await clone.git('update-ref', '-d', 'refs/remotes/origin/main');
    for (const ref of refs) expect(await read(clone.directory, ref)).toMatch(/^unknown commit ".*": run git/);
  });

  test('only the selected ones, relative to the directory', async () => {
    const repository = await createRepository({
      [`registry/${path}`]: 'a',
      'registry/other': 'b',
      other: 'c',
    });
    const revision = await read(`${repository.directory}/registry`, 'main', (name) => name === path);
    expect(revision).toMatchObject({ files: { [path]: 'a' } });
    expect(await read(`${repository.directory}/registry`, 'main')).toMatchObject({
      files: { [path]: 'a', other: 'b' },
    });
  });

  test('links, large files and binary files are problems, as in the working tree, and a submodule is no file', async () => {
    const repository = await createRepository({
      link: ['/etc/passwd'],
      large: 'x'.repeat(sizeLimitBytes + 1),
      full: 'x'.repeat(sizeLimitBytes),
      binary: Buffer.from([0xff]),
      empty: '',
    });
    const commit = await repository.git('rev-parse', 'HEAD');
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},chain/sub`);
    await repository.git('commit', '--quiet', '--message', 'A submodule');
    const revision = await read(repository.directory, 'HEAD');
    expect(typeof revision === 'string' ? revision : revision.files).toEqual({
      link: 'file/symlink',
      large: 'file/too-large',
      full: 'x'.repeat(sizeLimitBytes),
      binary: 'file/not-utf8',
      empty: '',
    });
  });
});

describe('later commits on the base are not compared', () => {
  test('the commit is the merge base', async () => {
    const repository = await createRepository({ [path]: 'parted' });
    const parted = await repository.git('rev-parse', 'HEAD');
    await repository.git('checkout', '--quiet', '-b', 'topic');
    await repository.commit({ [path]: 'mine' });
    await repository.git('checkout', '--quiet', 'main');
    await repository.commit({ [path]: 'theirs' });
    await repository.git('checkout', '--quiet', 'topic');
    expect(await read(repository.directory, 'main')).toEqual({ commit: parted, files: { [path]: 'parted' } });
  });

  test('unrelated histories are compared directly', async () => {
    const repository = await createRepository({ [path]: 'theirs' });
    await repository.git('checkout', '--quiet', '--orphan', 'other');
    await repository.commit({ [path]: 'mine' });
    expect(await read(repository.directory, 'main')).toMatchObject({ files: { [path]: 'theirs' } });
  });
});

describe('of several merge bases, what either side got from the other before is no change', () => {
  /** Both sides merged the first commit of the other one, and nothing else. Resolves to the files that the other side changed. */
  async function cross(mine: string, theirs: string) {
    const repository = await createRepository({ [path]: 'a\n\n\n\n\na\n' });
    await repository.git('checkout', '--quiet', '-b', 'topic');
    await repository.commit({ [path]: mine });
    await repository.git('branch', 'topic-1');
    await repository.git('checkout', '--quiet', 'main');
    await repository.commit({ [path]: theirs });
    const merge = (branch: string) =>
      repository.git('merge', '--quiet', '--no-ff', '-X', 'ours', '--message', 'Merge', branch);
    await repository.git('branch', 'main-1');
    await merge('topic-1');
    await repository.git('checkout', '--quiet', 'topic');
    await merge('main-1');
    return read(repository.directory, 'main');
  }

  test('their merge is read', async () => {
    const files = { [path]: 'mine\n\n\n\n\ntheirs\n' };
    expect(await cross('mine\n\n\n\n\na\n', 'a\n\n\n\n\ntheirs\n')).toMatchObject({ files });
  });

  test('the first one, if they conflict', async () => {
    const revision = await cross('mine', 'theirs');
    expect(typeof revision === 'string' ? revision : revision.files[path]).toMatch(/^(mine|theirs)$/);
  });
});

describe('a shallow clone is deepened until the merge base is found', () => {
  test.each([3, 60])('%i commits ago', async (count) => {
    const origin = await createRepository({ [path]: 'parted' });
    const parted = await origin.git('rev-parse', 'HEAD');
    await origin.git('checkout', '--quiet', '-b', 'topic');
    // All in one process; git-fast-import(1).
    const commit = 'commit refs/heads/topic\ncommitter Test <test@example.com> 0 +0000\ndata 0\n';
    const input = `${commit}from ${parted}\n\n${commit.repeat(count - 1)}`;
    execFileSync('git', ['-C', origin.directory, 'fast-import', '--quiet'], { input });
    const head = await origin.commit({ [path]: 'mine' });
    await origin.git('checkout', '--quiet', 'main');
    await origin.commit({ [path]: 'theirs' });
    const clone = await cloneAt(origin, head);
    expect(await read(clone.directory, 'origin/main')).toEqual({
      commit: parted,
      files: { [path]: 'parted' },
    });
  });

  test('though merges of old branches show an older one first', async () => {
    const origin = await createRepository({ [path]: 'first' });
    const first = await origin.git('rev-parse', 'HEAD');
    const by = 'committer Test <test@example.com> 0 +0000\ndata 0\n';
    const file = (content: string) => `M 100644 inline ${path}\ndata ${content.length}\n${content}\n`;
    const many = (branch: string, count: number) => `commit refs/heads/${branch}\n${by}\n`.repeat(count);
    const input = [
      `commit refs/heads/old\nmark :1\n${by}from ${first}\n\n`,
      `commit refs/heads/main\n${by}from ${first}\n${file('parted')}\n`,
      many('main', 70),
      `commit refs/heads/main\nmark :2\n${by}\n`,
      // Both sides merge the old branch, which leads to the first commit at once.
      `commit refs/heads/topic\n${by}from :2\nmerge :1\n${file('mine')}\n`,
      many('main', 70),
      `commit refs/heads/main\n${by}merge :1\n${file('theirs')}\n`,
    ].join('');
    execFileSync('git', ['-C', origin.directory, 'fast-import', '--quiet', '--force'], { input });
    const parted = await origin.git('merge-base', 'main', 'topic');
    const clone = await cloneAt(origin, 'topic');
    expect(await read(clone.directory, 'origin/main')).toEqual({
      commit: parted,
      files: { [path]: 'parted' },
    });
  });

  test('an unrelated history is compared directly', async () => {
    const origin = await createRepository({ [path]: 'theirs' });
    await origin.git('checkout', '--quiet', '--orphan', 'other');
    const head = await origin.commit({ [path]: 'mine' });
    await origin.git('checkout', '--quiet', 'main');
    const clone = await cloneAt(origin, head);
    expect(await read(clone.directory, 'origin/main')).toMatchObject({ files: { [path]: 'theirs' } });
  });

  test('if no more can be fetched, the fix is reported', async () => {
    const origin = await createRepository({ [path]: 'parted' });
    await origin.git('checkout', '--quiet', '-b', 'topic');
    await origin.commit();
    const head = await origin.commit();
    await origin.git('checkout', '--quiet', 'main');
    await origin.commit({ [path]: 'theirs' });
    const clone = await cloneAt(origin, head);
    await clone.git('remote', 'set-url', 'origin', '/nowhere');
    expect(await read(clone.directory, 'origin/main')).toBe(
      'this clone is too shallow to find where its history left that of origin/main; check out with fetch-depth: 0',
    );
  });
});

describe('missing commits are fetched', () => {
  test('a commit by its hash, a branch by its name', async () => {
    const origin = await createRepository({ [path]: 'old' });
    const old = await origin.git('rev-parse', 'HEAD');
    await origin.git('branch', 'older');
    await origin.commit({ [path]: 'new' });
    for (const ref of [old, 'older', 'origin/older']) {
      const clone = await cloneRepository(origin, 1);
      expect(await read(clone.directory, ref)).toEqual({ commit: old, files: { [path]: 'old' } });
      // No more than that is fetched: the clone stays as shallow as it was.
      expect(await clone.git('rev-parse', '--is-shallow-repository')).toBe('true');
      expect(await clone.git('rev-list', '--count', 'HEAD')).toBe('1');
    }
  });

  test('the first parent of a merge, which is what a pull request is merged into', async () => {
    const origin = await createRepository({ [path]: 'base' });
    await origin.git('checkout', '--quiet', '-b', 'topic');
    await origin.commit({ [path]: 'topic' });
    await origin.git('checkout', '--quiet', 'main');
    const base = await origin.commit({ other: 'newer' });
    await origin.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
    const files = { [path]: 'base', other: 'newer' };
    const shallow = await cloneRepository(origin, 1);
    expect(await read(shallow.directory, 'HEAD^1')).toEqual({ commit: base, files });
    const whole = await cloneRepository(origin);
    expect(await read(whole.directory, 'HEAD^1')).toEqual({ commit: base, files });
  });

  test('in a complete clone only a commit that no branch contains, and it stays complete', async () => {
    const origin = await createRepository({ [path]: 'old' });
    const gone = await origin.commit({ [path]: 'gone' });
    await origin.git('reset', '--quiet', '--hard', 'HEAD~1');
    await origin.commit({ [path]: 'new' });
    const clone = await cloneRepository(origin);
    expect(await read(clone.directory, 'mian')).toBe('unknown commit "mian"');
    expect(await read(clone.directory, gone)).toMatchObject({ files: { [path]: 'old' } });
    expect(await clone.git('rev-parse', '--is-shallow-repository')).toBe('false');
  });

  test('and nothing else: no ref is written', async () => {
    const origin = await createRepository();
    await origin.commit();
    const clone = await cloneRepository(origin, 1);
    const refs = await clone.git('for-each-ref');
    for (const ref of ['main:refs/heads/new', '+main:refs/heads/new', 'refs/heads/*:refs/heads/*'])
      expect(await read(clone.directory, ref)).toMatch(/could not be fetched/);
    expect(await clone.git('for-each-ref')).toBe(refs);
  });

  test('and nothing at all offline: FETCH_HEAD, which a fetch empties first, is unchanged', async () => {
    const origin = await createRepository();
    const old = await origin.git('rev-parse', 'HEAD');
    const head = await origin.commit();
    const clone = await cloneRepository(origin, 1);
    await clone.git('fetch', '--quiet', 'origin', 'main');
    expect(await read(clone.directory, old, () => true, true)).toBe(
      `no commit is here that HEAD and ${old} have in common`,
    );
    expect(await clone.git('rev-parse', 'FETCH_HEAD')).toBe(head);
  });

  test('if it cannot be fetched, the fix is reported', async () => {
    const origin = await createRepository();
    const old = await origin.git('rev-parse', 'HEAD');
    await origin.commit();
    const clone = await cloneRepository(origin, 1);
    await clone.git('remote', 'set-url', 'origin', '/nowhere');
    expect(await read(clone.directory, old)).toBe(
      `${old} is not in this shallow clone and could not be fetched; check out with fetch-depth: 0`,
    );
  });
});

describe('a branch of a remote that is not here is reported with the command that brings it', () => {
  const runShown = (clone: Repository, error: unknown) => {
    const [, args = ''] = /run git (fetch .*)$/.exec(String(error)) ?? [];
    return clone.git(...args.split(' '));
  };

  test('in a clone of one branch', async () => {
    const origin = await createRepository({ [path]: 'old' });
    await origin.git('checkout', '--quiet', '-b', 'topic/one');
    await origin.commit({ [path]: 'new' });
    const clone = await cloneRepository(origin);
    await clone.git('config', 'remote.origin.fetch', '+refs/heads/topic/one:refs/remotes/origin/topic/one');
    await clone.git('branch', '--remotes', '--delete', 'origin/main');
    const error = await read(clone.directory, 'origin/main');
    expect(error).toBe('unknown commit "origin/main": run git fetch origin main:refs/remotes/origin/main');
    await runShown(clone, error);
    expect(await read(clone.directory, 'origin/main')).toMatchObject({ files: { [path]: 'old' } });
  });

  test('of a remote that was never fetched', async () => {
    const upstream = await createRepository({ [path]: 'old' });
    const clone = await cloneRepository(upstream);
    await clone.git('remote', 'rename', 'origin', 'team/upstream');
    await clone.git('branch', '--remotes', '--delete', 'team/upstream/main');
    const error = await read(clone.directory, 'remotes/team/upstream/main');
    expect(error).toMatch(/: run git fetch team\/upstream main:refs\/remotes\/team\/upstream\/main$/);
    await runShown(clone, error);
    expect(await read(clone.directory, 'remotes/team/upstream/main')).toMatchObject({
      files: { [path]: 'old' },
    });
  });

  test('in a shallow clone, which it makes complete', async () => {
    const origin = await createRepository({ [path]: 'old' });
    await origin.git('checkout', '--quiet', '-b', 'topic');
    await origin.commit({ [path]: 'new' });
    const clone = await cloneRepository(origin, 1);
    await clone.git('remote', 'set-url', 'origin', '/nowhere');
    const error = await read(clone.directory, 'origin/main');
    expect(error).toBe(
      'origin/main is not in this shallow clone and could not be fetched; check out with fetch-depth: 0, or run git fetch --unshallow origin main:refs/remotes/origin/main',
    );
    await clone.git('remote', 'set-url', 'origin', `file://${origin.directory}`);
    await runShown(clone, error);
    expect(await read(clone.directory, 'origin/main')).toMatchObject({ files: { [path]: 'old' } });
  });

  test('and a ref of no remote branch, without a command', async () => {
    const clone = await cloneRepository(await createRepository({ [path]: 'a' }));
    await clone.git('remote', 'set-head', 'origin', '--delete');
    const refs = [
      'origin/a;b',
      'origin/$(b)',
      'origin/a..b',
      'origin/-b',
      'origin/',
      'origin',
      'feature/main',
    ];
    for (const ref of refs) expect(await read(clone.directory, ref)).toBe(`unknown commit "${ref}"`);
  });
});

test('a file that a partial clone lacks is not read as an empty one', async () => {
  const origin = await createRepository({ [path]: 'old' });
  await origin.git('config', 'uploadpack.allowFilter', 'true');
  const { directory } = openRepository(await createDirectory());
  const filtered = ['--filter=blob:none', '--no-checkout'];
  await origin.git('clone', '--quiet', ...filtered, `file://${origin.directory}`, directory);
  await expect(read(directory, 'HEAD', () => true, true)).rejects.toThrow('git cannot read the files: ');
  expect(await read(directory, 'HEAD')).toMatchObject({ files: { [path]: 'old' } });
});

describe('an invalid revision is reported', () => {
  test('in a complete clone, and in a shallow one', async () => {
    const origin = await createRepository({ [path]: 'a' });
    for (const ref of ['', '-x', '--output=x', 'nothing', 'HEAD:chain', 'HEAD..main'])
      expect(await read(origin.directory, ref)).toBe(`unknown commit "${ref}"`);
    await origin.commit({ [path]: 'b' });
    const { directory } = await cloneRepository(origin, 1);
    // For example if the variable of a CI that names the branch is empty: git would fetch the default branch.
    for (const ref of ['origin/', 'refs/remotes/origin/'])
      expect(await read(directory, ref)).toBe(
        `${ref} is not in this shallow clone and could not be fetched; check out with fetch-depth: 0`,
      );
  });

  test('a directory without a repository', async () => {
    const directory = await createDirectory();
    expect(await read(directory, 'main')).toMatch(/^git failed: fatal: not a git repository/);
  });
});

test('a directory that looks like a bare repository is not opened: its configuration could name commands to run', async () => {
  const repository = await createRepository({
    'registry/HEAD': 'ref: refs/heads/main',
    'registry/config':
      '[core]\n\tbare = true\n\tsshCommand = "touch ran; false"\n[remote "origin"]\n\turl = ssh://localhost/x\n',
    'registry/objects/x': '',
    'registry/refs/x': '',
    'registry/shallow': `${'1'.repeat(40)}\n`,
  });
  expect(await read(`${repository.directory}/registry`, '2'.repeat(40))).toMatch(
    /cannot use bare repository/,
  );
  expect(await readdir(`${repository.directory}/registry`)).not.toContain('ran');
});

describe('replaced objects are read unreplaced', () => {
  test('replace refs of a blob and of a commit', async () => {
    const repository = await createRepository({ [path]: 'first' });
    const first = await repository.git('rev-parse', 'HEAD');
    const second = await repository.commit({ [path]: 'second' });
    await repository.git('replace', `${first}:${path}`, `${second}:${path}`);
    expect(await read(repository.directory, 'HEAD~1')).toEqual({ commit: first, files: { [path]: 'first' } });
    await repository.git('replace', first, second);
    expect(await read(repository.directory, first)).toEqual({ commit: first, files: { [path]: 'first' } });
  });

  test('grafts', async () => {
    const repository = await createRepository({ [path]: 'first' });
    const first = await repository.git('rev-parse', 'HEAD');
    const second = await repository.commit({ [path]: 'second' });
    const third = await repository.commit({ [path]: 'third' });
    await repository.write({ '.git/info/grafts': `${third} ${first}\n` });
    expect(await read(repository.directory, second)).toEqual({ commit: second, files: { [path]: 'second' } });
  });
});
