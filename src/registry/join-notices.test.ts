import { expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { checkRegistry } from '../index.js';

const empty = (more: object = {}) => JSON.stringify({ apis: {}, ...more });
const rpc = [{ address: 'https://rpc.example.com' }];
const initia = JSON.stringify({ apis: { rpc, api: rpc, indexer: rpc } });

async function read(files: Readonly<Record<string, string>>) {
  const directory = await createDirectory(files);
  const { findings } = await checkRegistry([directory], { network: false });
  return findings
    .filter(({ rule }) => rule !== 'file/chain-id-missing')
    .map(({ rule, file, message }) => `${rule} ${file ?? ''}: ${message}`);
}

test('files without endpoints are reported once, but for chains that need none', async () => {
  const files = {
    '_non-cosmos/ethereum/chain.json': empty(),
    'a/chain.json': empty(),
    'b/chain.json': empty({ status: 'upcoming' }),
    'c/chain.json': empty({ status: 'killed' }),
    'd/chain.json': empty(),
  };
  expect(await read(files)).toEqual([
    'file/no-endpoints a/chain.json: 2 files list no endpoints: a/chain.json, d/chain.json',
  ]);
});

test('lists that are not checked are reported once for all files', async () => {
  expect(await read({ 'a/chain.json': initia })).toEqual([
    'file/unchecked-field a/chain.json: apis.api and apis.indexer are not checked',
  ]);
  const found = await read({ 'a/chain.json': initia, 'b/chain.json': initia.replace('rpc.', 'b.') });
  expect(found.filter((notice) => notice.startsWith('file/'))).toEqual([
    'file/unchecked-field a/chain.json: apis.api and apis.indexer are not checked in 2 files: a/chain.json, b/chain.json',
  ]);
});

test('a provider is required only if the schema of the registry requires one', async () => {
  const schema = (required: readonly string[]) => JSON.stringify({ $defs: { endpoint: { required } } });
  const file = JSON.stringify({ chain_name: 'x', apis: { rpc } });
  expect(await read({ 'x/chain.json': file })).toEqual([]);
  expect(await read({ 'chain.schema.json': schema(['address']), 'x/chain.json': file })).toEqual([]);
  expect(await read({ 'chain.schema.json': schema(['address', 'provider']), 'x/chain.json': file })).toEqual([
    'entry/provider-missing x/chain.json: the entry has no "provider"',
  ]);
});

test('the top of a registry of zones is found from below', async () => {
  const zone = JSON.stringify({ chains: [{ chain_name: 'x', rpc: 'https://rpc.example.com' }] });
  const directory = await createDirectory({ 'osmosis-1/osmosis.zone_chains.json': zone });
  const { files } = await checkRegistry([], { network: false, cwd: directory });
  expect(files.map(({ path }) => path)).toEqual(['osmosis-1/osmosis.zone_chains.json']);
});
