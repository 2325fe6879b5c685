import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { cloneRepository, createRepository } from '../../../test/support/repository.js';
import { describeSameCommit, findUpstream, findRegistryName } from './remotes.js';

/** Finds the main branch of a clone with one set of remote branches after another; a target makes a symbolic ref. */
async function createFinder() {
  const { directory, write, git } = await createRepository();
  const head = await git('rev-parse', 'HEAD');
  return async (refs: Readonly<Record<string, string | null>>) => {
    await write({ '.git/refs/remotes': null });
    const files = Object.entries(refs).map(([name, target]) => [
      `.git/refs/remotes/${name}`,
      target === null ? `${head}\n` : `ref: refs/remotes/${target}\n`,
    ]);
    await write(Object.fromEntries(files) as Readonly<Record<string, string>>);
    return findUpstream(directory);
  };
}

describe('the main branch is found among the remote branches that are here', () => {
  const rows: readonly [string, Readonly<Record<string, string | null>>, string, string][] = [
    [
      'what the remote says',
      { 'origin/HEAD': 'origin/dev', 'origin/dev': null, 'origin/main': null },
      'origin/HEAD',
      'origin/dev',
    ],
    ['main', { 'origin/main': null, 'origin/master': null }, 'origin/main', 'origin/main'],
    ['master', { 'origin/master': null, 'origin/x': null }, 'origin/master', 'origin/master'],
    ['trunk', { 'origin/trunk': null, 'origin/x': null }, 'origin/trunk', 'origin/trunk'],
    [
      'that of upstream before that of origin',
      { 'upstream/master': null, 'origin/HEAD': 'origin/main', 'origin/main': null },
      'upstream/master',
      'upstream/master',
    ],
    [
      'a branch that was renamed',
      { 'origin/HEAD': 'origin/master', 'origin/main': null },
      'origin/main',
      'origin/main',
    ],
    [
      'no branch below one of the name',
      { 'upstream/main/x': null, 'origin/main': null },
      'origin/main',
      'origin/main',
    ],
  ];

  test('the best of them', async () => {
    const find = await createFinder();
    for (const [what, refs, ref, name] of rows)
      expect(await find(refs), what).toEqual({ ref: `refs/remotes/${ref}`, name });
  });

  test('none among other branches', async () => {
    const find = await createFinder();
    expect(await find({ 'fork/main': null, 'origin/topic': null })).toBeNull();
    expect(await findUpstream(await createDirectory())).toBeNull();
  });

  test('a local branch of the same name is another one', async () => {
    const { directory, git } = await createRepository();
    await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await git('branch', 'origin/main');
    expect(await findUpstream(directory)).toEqual({
      ref: 'refs/remotes/origin/main',
      name: 'remotes/origin/main',
    });
  });
});

test('a name that needs quoting is not repeated', async () => {
  const find = await createFinder();
  for (const hostile of ['origin/$(touch${IFS}ran)', 'origin/\u202eniam', "origin/a'b", '-x/main'])
    expect(await find({ [hostile]: null, 'origin/HEAD': hostile }), hostile).toEqual({
      ref: 'refs/remotes/origin/HEAD',
      name: 'origin/HEAD',
    });
});

describe('who commits on the branch of the ref itself is told what to compare with', () => {
  /** A clone of a repository whose default branch has this name, and what is said of a ref. */
  async function createClone(branch: string) {
    const origin = await createRepository();
    await origin.git('branch', '--move', 'main', branch);
    await origin.git('symbolic-ref', 'HEAD', `refs/heads/${branch}`);
    return { origin, clone: await cloneRepository(origin) };
  }
  const same = (ref: string) => `HEAD has no commit that ${ref} lacks, so there is nothing to compare`;

  test('by the commands for a fork without its original', async () => {
    const { clone } = await createClone('trunk');
    expect(await describeSameCommit(clone.directory, 'origin/trunk')).toBe(
      `${same('origin/trunk')}. On a fork, run git remote add upstream <url of the original>, git fetch upstream, and compare with upstream/trunk.`,
    );
  });

  test('by the default branch of the original', async () => {
    const { origin, clone } = await createClone('dev');
    await clone.git('remote', 'add', 'upstream', origin.directory);
    expect(await describeSameCommit(clone.directory, 'origin/dev')).toBe(
      `${same('origin/dev')}. On a fork, run git fetch upstream, and compare with upstream/dev.`,
    );
    await clone.git('fetch', '--quiet', 'upstream');
    await clone.git('remote', 'set-head', 'upstream', 'dev');
    expect(await describeSameCommit(clone.directory, 'origin/dev')).toBe(
      `${same('origin/dev')}. Compare a fork with upstream/dev.`,
    );
    expect(await describeSameCommit(clone.directory, 'upstream/dev')).toBe(`${same('upstream/dev')}.`);
  });

  test('in a workflow, by what to check out; and nobody who compares with HEAD itself', async () => {
    const { clone } = await createClone('main');
    const commit = await clone.git('rev-parse', 'HEAD');
    expect(await describeSameCommit(clone.directory, commit)).toBe(
      `${same(commit.slice(0, 10))}: check out the commit of the change.`,
    );
    expect(await describeSameCommit(clone.directory, 'HEAD')).toBeNull();
  });
});

/** A repository whose remote gets one url after another. */
async function createNamed() {
  const { directory, git } = await createRepository({ 'registry/chain/kava/param.json': '{}' });
  return async (remote: string, env: Readonly<Record<string, string>> = {}) => {
    await git('config', 'remote.origin.url', remote);
    return findRegistryName(`${directory}/registry`, env);
  };
}

describe('a registry has the name of its repository', () => {
  const named = [
    'https://github.com/cosmos/chain-registry',
    'https://github.com/cosmos/chain-registry.git',
    'https://github.com/cosmos/chain-registry/',
    'https://x-access-token:secret@github.com/cosmos/chain-registry.git',
    'git@github.com:cosmos/chain-registry.git',
    'github.com:cosmos/chain-registry',
    'ssh://git@ssh.github.com:443/cosmos/chain-registry.git',
    'https://gitlab.example/group/cosmos/chain-registry.git',
  ];
  const unnamed = [
    '/home/name/chain-registry',
    '../name/chain-registry',
    'C:\\name\\chain-registry',
    'C:/name/chain-registry',
    'file:///home/name/chain-registry',
    'host:/home/name/chain-registry',
    'ssh://host/home/name/chain-registry.git',
    'ssh://host/Users/name/chain-registry/',
    'https://host/registry.git',
    'https://host/~name/registry.git',
  ];

  test('from its url, but not from a path, or half a name', async () => {
    const nameOf = await createNamed();
    for (const remote of named)
      expect(await nameOf(remote, { GITHUB_REPOSITORY: 'someone/else' }), remote).toBe(
        'cosmos/chain-registry',
      );
    for (const remote of unnamed) expect(await nameOf(remote), remote).toBeNull();
  });
});

describe('no credential of a url is shown', () => {
  const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const besides = [
    `https://x-access-token:${token}@host.example/cosmos/chain-registry.git`,
    `https://${token}@host.example/cosmos/chain-registry.git`,
    `https://host.example/${token}/cosmos/chain-registry.git`,
    `https://host.example/cosmos/chain-registry.git?private_token=${token}`,
    `https://host.example/cosmos/chain-registry.git?token=x/y/${token}`,
    `ssh://git:${token}@host.example/cosmos/chain-registry.git`,
    `git:${token}@host.example:cosmos/chain-registry.git`,
  ];
  const halves = [
    `https://host.example/${token}/chain-registry.git`,
    `https://host.example/cosmos/${token}.git`,
    `https://host.example/cosmos/${token}/`,
    `git@host.example:${token}/chain-registry.git`,
    `https://host.example/glpat-abcdefghijklmnopqrst/chain-registry.git`,
    'https://host.example/a1b2c3d4-e5f6-7890-abcd-ef0123456789/chain-registry.git',
    `https://host.example/user:${token}/chain-registry.git`,
  ];

  test('neither beside the name nor as half of it', async () => {
    const nameOf = await createNamed();
    for (const remote of besides) expect(await nameOf(remote), remote).toBe('cosmos/chain-registry');
    for (const remote of halves) {
      expect(await nameOf(remote), remote).toBeNull();
      const ci = { GITHUB_REPOSITORY: 'cosmos/chain-registry' };
      expect(await nameOf(remote, ci), remote).toBe('cosmos/chain-registry');
    }
  });

  test('and a long name of words is no credential', async () => {
    const name = 'blockchain-validators-2/cosmos-endpoint-registry-v2';
    const nameOf = await createNamed();
    expect(await nameOf(`https://host.example/${name}.git`)).toBe(name);
  });
});

describe('elsewhere the name of the repository that the CI runs for', () => {
  test.each([
    [{ GITHUB_REPOSITORY: 'cosmos/chain-registry' }, 'cosmos/chain-registry'],
    [{ CI_PROJECT_PATH: 'group/cosmos/chain-registry' }, 'cosmos/chain-registry'],
    [{ GITHUB_REPOSITORY: '../../etc' }, null],
    [{ GITHUB_REPOSITORY: '' }, null],
    [{}, null],
  ])('%j', async (env, name) => {
    expect(await findRegistryName(null, env)).toBe(name);
    expect(await findRegistryName(await createDirectory(), env)).toBe(name);
  });
});
