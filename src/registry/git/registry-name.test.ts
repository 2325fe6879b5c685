import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository } from '../../../test/support/repository.js';
import { findRegistryName } from './registry-name.js';

async function nameOf(remote: string, env: Readonly<Record<string, string>> = {}) {
  const repository = await createRepository({ 'registry/chain/kava/param.json': '{}' });
  await repository.git('config', 'remote.origin.url', remote);
  return findRegistryName(`${repository.directory}/registry`, env);
}

describe('a registry is called as its repository is', () => {
  test.each([
    'https://github.com/cosmos/chain-registry',
    'https://github.com/cosmos/chain-registry.git',
    'https://github.com/cosmos/chain-registry/',
    'https://x-access-token:secret@github.com/cosmos/chain-registry.git',
    'git@github.com:cosmos/chain-registry.git',
    'github.com:cosmos/chain-registry',
    'ssh://git@ssh.github.com:443/cosmos/chain-registry.git',
    'https://gitlab.example/group/cosmos/chain-registry.git',
  ])('%s', async (remote) => {
    expect(await nameOf(remote, { GITHUB_REPOSITORY: 'someone/else' })).toBe('cosmos/chain-registry');
  });

  test.each([
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
  ])('and not after a path, or half a name: %s', async (remote) => {
    expect(await nameOf(remote)).toBeNull();
  });
});

describe('elsewhere as the repository that the CI runs for', () => {
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
