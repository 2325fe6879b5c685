import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository } from '../../../test/support/repository.js';
import { findRegistryName } from './registry-name.js';

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
