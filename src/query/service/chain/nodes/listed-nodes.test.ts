import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory, formatParam } from '../../../../../test/support/directory.js';
import { findProblem, serveEntries } from '../../../../../test/support/chain-handlers.js';
import { createEntriesLoader } from './listed-nodes.js';

const path = 'chain/kava/param.json';
const [a, b, c] = ['a', 'b', 'c'].map((name) => formatParam({ evm: [`https://${name}.example`] })) as [
  string,
  string,
  string,
];
const atOnce = { intervalMs: 0, settlingMs: 0 };
const never = { intervalMs: 0, settlingMs: 3_600_000 };

/** A registry with one network, and the loader's results for it: the urls, and the faults. */
async function start(content: string, timing = never) {
  const directory = await createDirectory({ [path]: content });
  const load = createEntriesLoader(directory, timing);
  const list = async () => (await load()).entries.map(({ url }) => url);
  const listBroken = async () => [...(await load()).broken];
  return { directory, file: join(directory, path), load, list, listBroken };
}

test('the entries are the same until a file changes', async () => {
  const { directory, file, load, list } = await start(a, atOnce);
  const first = await load();
  expect(first.entries.map(({ chain, url }) => [chain, url])).toEqual([['kava', 'https://a.example']]);
  expect(await load()).toBe(first);
  await writeFile(file, b);
  await expect.poll(list).toEqual(['https://b.example']);
  await mkdir(join(directory, 'chain/juno'));
  await writeFile(join(directory, 'chain/juno/param.json'), c);
  await expect.poll(list).toEqual(['https://c.example', 'https://b.example']);
  await rm(file);
  await expect.poll(list).toEqual(['https://c.example']);
});

test('files in places that the registry does not read list nothing', async () => {
  const directory = await createDirectory({
    'chain/kava/params.json': a,
    'chain/juno/old/param.json': a,
    'chain/osmosis/param.json': a,
  });
  const { entries } = await createEntriesLoader(directory)();
  expect(entries.map(({ chain }) => chain)).toEqual(['osmosis']);
});

describe('a broken file', () => {
  test.each([
    [
      '{\n"evm_rpc_endpoint": [\n{"url": "https://a.example",}\n]}',
      'chain/kava/param.json, line 3: invalid JSON: trailing comma before }',
    ],
    ['', 'chain/kava/param.json, line 1: invalid JSON: the file is empty'],
    ['[]', 'chain/kava/param.json, line 1: the file must be an object, got an array'],
    [
      '{\n"evm_rpc_endpoint": {}}',
      'chain/kava/param.json, line 2: evm_rpc_endpoint must be an array, got an object',
    ],
  ])('has its reason, with its line: %j', async (content, reason) => {
    const { list, listBroken } = await start(content);
    expect([await list(), await listBroken()]).toEqual([[], [['kava', reason]]]);
  });

  test('leaves its list of another kind', async () => {
    const { list, listBroken } = await start(
      '{"grpc_endpoint": {}, "evm_rpc_endpoint": [{"provider": "a", "url": "https://a.example"}]}',
    );
    expect(await list()).toEqual(['https://a.example']);
    expect((await listBroken()).map(([network]) => network)).toEqual(['kava']);
  });

  test('is none if only entries are malformed', async () => {
    const { listBroken } = await start('{"evm_rpc_endpoint": [{"provider": "a", "url": 5}, {"url": "?"}]}');
    expect(await listBroken()).toEqual([]);
  });

  test('makes the routes over nodes of its network answer 502, but no others', async () => {
    const { load, directory } = await start('{\n"grpc_endpoint": [,]}');
    await mkdir(join(directory, 'chain/juno'));
    await writeFile(join(directory, 'chain/juno/param.json'), '{"grpc_endpoint": []}');
    const ask = serveEntries([], { loadEntries: load });
    const params = { denom: 'ukava' };
    expect(await findProblem(ask('holders', params))).toMatchObject({
      status: 502,
      detail: expect.stringMatching(/^chain\/kava\/param\.json, line 2: invalid JSON: /) as string,
    });
    for (const network of ['juno', 'atlantis'])
      expect((await findProblem(ask('holders', { ...params, network }))).status).toBe(404);
  });
});

/** Loads until the loader has certainly noticed the changed files. */
async function settle(load: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < 5; times++) await load();
}

describe('for a moment, a fault changes nothing', () => {
  const changes: readonly (readonly [string, (directory: string) => Promise<void>])[] = [
    ['a half-written file', (directory) => writeFile(join(directory, path), a.slice(0, -3))],
    ['an empty file', (directory) => writeFile(join(directory, path), '')],
    ['a missing file', (directory) => rm(join(directory, path))],
    ['a missing network', (directory) => rm(join(directory, 'chain/kava'), { recursive: true })],
    [
      'a missing directory of networks',
      (directory) => rename(join(directory, 'chain'), join(directory, 'x')),
    ],
    ['a missing registry', (directory) => rm(directory, { recursive: true })],
  ];

  test.each(changes)('with %s', async (_, change) => {
    const { directory, load, list, listBroken } = await start(a);
    const before = await load();
    await change(directory);
    await settle(load);
    expect([await list(), await listBroken()]).toEqual([['https://a.example'], []]);
    expect(await load()).toBe(before);
    await mkdir(directory, { recursive: true });
  });

  test.each(changes)('but then: %s', async (_, change) => {
    const { directory, load, list } = await start(a, atOnce);
    await load();
    await change(directory);
    await expect.poll(list).toEqual([]);
    await mkdir(join(directory, 'chain/kava'), { recursive: true });
    await writeFile(join(directory, path), b);
    await expect.poll(list).toEqual(['https://b.example']);
  });
});
