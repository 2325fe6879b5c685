import { describe, expect, test, vi } from 'vitest';
import { LastGood, Polled, createRegistryReader } from './rereading.js';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDirectory, formatChain } from '../../test/support/directory.js';
import { checks } from '../checks/index.js';

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('a polled value', () => {
  test('is loaded once for simultaneous callers, and not again within a second', async () => {
    const load = vi.fn(() => Promise.resolve('a'));
    const polled = new Polled(load);
    expect(await Promise.all([polled.get(), polled.get()])).toEqual(['a', 'a']);
    await polled.get();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('is new after a second for the caller that starts the load, and for later ones', async () => {
    let count = 0;
    const polled = new Polled(() => Promise.resolve(++count));
    expect(await polled.get()).toBe(1);
    await pause(1_050);
    expect([await polled.get(), await polled.get()]).toEqual([2, 2]);
  });

  test('is the old one while the new one is loading', async () => {
    let release: (value: string) => void = () => undefined;
    const values = [Promise.resolve('old'), new Promise<string>((done) => (release = done))];
    const polled = new Polled(() => values.shift() ?? Promise.resolve('later'));
    await polled.get();
    await pause(1_050);
    const [first, second] = [polled.get(), polled.get()];
    expect(await second).toBe('old');
    expect(await first).toBe('old');
    release('new');
    await pause(0);
    expect(await polled.get()).toBe('new');
  });

  test('rejects until a load succeeds', async () => {
    const values = [() => Promise.reject(new Error('gone')), () => Promise.resolve('back')];
    const polled = new Polled(() => (values.shift() ?? (() => Promise.resolve('later')))());
    await expect(polled.get()).rejects.toThrow('gone');
    await expect(polled.get()).rejects.toThrow('gone');
    await pause(1_050);
    expect(await polled.get()).toBe('back');
  });
});

const forever = 3_600_000;
const [a, b] = [{ name: 'a' }, { name: 'b' }];

test('during a short time of bad values the last good one is used', () => {
  const last = new LastGood(forever);
  expect([last.accept(a), last.reject(), last.reject()]).toEqual([a, a, a]);
  expect([last.accept(b), last.reject(), last.good]).toEqual([b, b, b]);
});

test('and after that none, until the next good one', () => {
  const last = new LastGood(0);
  last.accept(a);
  expect([last.reject(), last.reject(), last.good]).toEqual([null, null, null]);
  expect(last.accept(b)).toBe(b);
});

test('the time starts again with each good value', async () => {
  const last = new LastGood(200);
  last.accept(a);
  last.reject();
  await new Promise((done) => setTimeout(done, 250));
  last.accept(b);
  expect(last.reject()).toBe(b);
});

test('without a good one there is nothing to keep', async () => {
  const last = new LastGood(forever);
  expect(last.reject()).toBeNull();
  await expect(last.load(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

test('a load that rejects is bad', async () => {
  const last = new LastGood(forever);
  expect(await last.load(() => Promise.resolve(a))).toBe(a);
  expect(await last.load(() => Promise.reject(new Error('gone')))).toBe(a);
});

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
