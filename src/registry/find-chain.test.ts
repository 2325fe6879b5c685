import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory, formatParam } from '../../test/support/directory.js';
import { checks } from '../checks/index.js';
import { findChain } from './find-chain.js';
import { loadRegistry } from './load.js';

const zone = JSON.stringify({ chains: [{ chain_name: 'osmosis' }, { chain_name: 'juno' }] });
const files = {
  'chain/kava/param.json': formatParam({}),
  'chain/kava/param_2.json': formatParam({}),
  'chain/kava/assets.json': '[]',
  'chain/broken/param.json': '{',
  'chain/odd/params.json': formatParam({}),
};

/** The file and the pointer of the chain of a name, or why there is none. */
async function find(name: string, registry: Readonly<Record<string, string>> = files): Promise<string> {
  return findIn(await createDirectory(registry), name);
}

async function findIn(cwd: string, name: string): Promise<string> {
  const readStdin = () => Promise.resolve(Buffer.alloc(0));
  const { loaded } = await loadRegistry([], { cwd, kinds: checks, readStdin });
  const chain = findChain({ base: '/nowhere', loaded }, name);
  return typeof chain === 'string' ? chain : `${chain.file.path}#${chain.chain.pointer}`;
}

describe('a chain is found', () => {
  test.each([
    ['kava', 'chain/kava/param_2.json#'],
    ['chain/kava', 'chain/kava/param_2.json#'],
    ['chain/kava/', 'chain/kava/param_2.json#'],
    ['chain/kava/param.json', 'chain/kava/param.json#'],
  ])('by %s', async (name, expected) => {
    expect(await find(name)).toBe(expected);
  });

  test.each([
    ['eip155-250', '_data/chains/eip155-250.json', { name: 'Fantom', chainId: 250, rpc: [] }],
    ['250', '_data/chains/eip155-250.json', { name: 'Fantom', chainId: 250, rpc: [] }],
    ['1', '_data/chains/eip155-1.json', { name: 'Ethereum', chainId: 1, rpc: [] }],
    ['250', 'evm/eip155:250.json', { chainId: 'eip155:250', rpc: 'https://a.example' }],
  ])('of the EVM by %s: %s', async (name, path, chain) => {
    expect(await find(name, { [path]: JSON.stringify(chain) })).toBe(`${path}#`);
  });

  test('by the stem of a file that is not JSON', async () => {
    const toml = 'name = "Base"\nchain_id = 8453\npublic_rpc = "https://a.example"\n';
    const path = 'superchain/configs/mainnet/base.toml';
    expect(await find('base', { [path]: toml })).toBe(`${path}#`);
  });

  test('by its chain_name, if no directory has that name', async () => {
    const describe = (name: string) => JSON.stringify({ chain_name: name, apis: {} });
    const registry = { 'cosmos/chain.json': describe('cosmoshub'), 'juno/chain.json': describe('cosmos') };
    expect(await find('cosmoshub', registry)).toBe('cosmos/chain.json#');
    expect(await find('cosmos', registry)).toBe('cosmos/chain.json#');
  });

  test('by its name in a file of several', async () => {
    expect(await find('juno', { 'a.zone_chains.json': zone })).toBe('a.zone_chains.json#/chains/1');
  });
});

describe('the reason is reported if none is found', () => {
  test.each([
    ['kav', 'unknown chain "kav" (did you mean kava?)'],
    [
      'something',
      'unknown chain "something": expected broken or kava; for a new chain, make chain/something/param.json first',
    ],
    [
      'param',
      'unknown chain "param": expected broken or kava; for a new chain, make chain/param/param.json first',
    ],
    ['chain/kava/assets.json', 'unknown chain "chain/kava/assets.json": expected broken or kava'],
    ['chain/odd/params.json', 'unknown chain "chain/odd/params.json": expected broken or kava'],
    ['broken', 'chain/broken/param.json cannot be read: run endpoint-check --fix chain/broken/param.json'],
  ])('%s', async (name, expected) => {
    expect(await find(name)).toBe(expected);
  });

  test.each([
    ['../kava/param.json', 'chain/linked/param.json'],
    ['kava', 'chain/linked'],
  ])('a link to %s', async (target, link) => {
    const cwd = await createDirectory(files);
    await mkdir(dirname(join(cwd, link)), { recursive: true });
    await symlink(target, join(cwd, link));
    expect(await findIn(cwd, 'linked')).toBe(
      'chain/linked/param.json cannot be read, since it or a directory above it is a symbolic link: replace the link with the file itself',
    );
  });

  test('several of one chain_name', async () => {
    const chain = JSON.stringify({ chain_name: 'cosmoshub', apis: {} });
    expect(await find('cosmoshub', { 'a/chain.json': chain, 'b/chain.json': chain })).toBe(
      '"cosmoshub" is several chains: name one of a/chain.json, b/chain.json',
    );
  });

  test('several', async () => {
    expect(await find('a.zone_chains.json', { 'a.zone_chains.json': zone })).toBe(
      '"a.zone_chains.json" is several chains: name one of osmosis (a.zone_chains.json), juno (a.zone_chains.json)',
    );
  });
});
