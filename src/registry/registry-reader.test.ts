import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory, formatChain } from '../../test/support/directory.js';
import { checks } from '../checks/index.js';
import { createRegistryReader } from './registry-reader.js';

const chain = (host: string) => formatChain({ rpc: [`https://${host}.example.com`] });

async function open(chains: readonly string[]) {
  const files = chains.map((name) => [`${name}/chain.json`, chain(name)]);
  const directory = await createDirectory(Object.fromEntries(files) as Record<string, string>);
  const read = createRegistryReader([directory], { cwd: directory, lists: false, kinds: checks });
  return { directory, read };
}

test('only files that change are read again', async () => {
  const { directory, read } = await open(['a', 'b', 'c']);
  const first = await read();
  expect(await read()).toBe(first);
  await writeFile(join(directory, 'b/chain.json'), chain('other'));
  await rm(join(directory, 'c'), { recursive: true });
  const second = await read();
  expect(second.entries.map(({ url }) => url)).toEqual([
    'https://a.example.com',
    'https://other.example.com',
  ]);
  expect(second.loaded.map((file, at) => file === first.loaded[at])).toEqual([true, false]);
});

test('a directory that a link to it replaces is no longer read', async () => {
  const { directory, read } = await open(['a', 'b']);
  expect((await read()).entries).toHaveLength(2);
  const moved = join(await createDirectory(), 'b');
  await rename(join(directory, 'b'), moved);
  await symlink(moved, join(directory, 'b'));
  const { entries, problems } = await read();
  expect(entries).toHaveLength(1);
  expect(problems.map(({ problem }) => problem.code)).toContain('file/symlink');
});

test('the event loop turns after each file', async () => {
  const { read } = await open(['a', 'b', 'c', 'd', 'e']);
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns++;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const { loaded } = await read();
  isReading = false;
  expect(turns).toBeGreaterThanOrEqual(loaded.length);
});
