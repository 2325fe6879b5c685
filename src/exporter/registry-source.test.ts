import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createDirectory, createRegistry, formatChain } from '../../test/support/directory.js';
import { RegistrySource } from './registry-source.js';

const twoChains = { kava: { rpc: ['https://a.example'] }, juno: { rpc: ['https://b.example'] } };

function createSource(cwd: string, path?: string, exclude: string | null = null) {
  const changes: unknown[] = [];
  const source = new RegistrySource({
    ...{ cwd, path, exclude, format: null, only: new Set(['rpc']), intervalMs: 1 },
    onChange: (change) => changes.push(change),
  });
  /** The targets and the faults, after the files were looked at again. */
  const look = async () => {
    await sleep(20);
    const { targets } = await source.get();
    return [targets.map(({ entry }) => entry.url), [...source.state.faults.keys()]];
  };
  return { source, changes, look };
}

test('the registry around the working directory, the same object until a file changes', async () => {
  // Outside of git, a directory is only that of a chain if its file does not name another one.
  const registry = await createRegistry({ sandbox: { rpc: ['https://a.example'] } });
  const { source, look } = createSource(join(registry, 'sandbox'));
  const first = await source.get();
  expect(await look()).toEqual([['https://a.example'], []]);
  expect(await source.get()).toBe(first);
  expect(source.usageErrors).toEqual([]);
});

describe('nothing to export is a usage error', () => {
  test.each([
    ['a directory without a registry', undefined, /^no registry found/],
    [
      'a file that is no registry',
      'alerts.yml',
      /^no endpoints found in alerts\.yml \(alerts\.yml cannot be read: the file is not in a known format/,
    ],
    ['a directory whose files list none', 'juno', /^no endpoints found in juno: name a registry/],
  ])('%s', async (_, path, sentence) => {
    const registry = path === undefined ? await createDirectory() : await createRegistry({ juno: {} });
    await writeFile(join(registry, 'alerts.yml'), 'groups:\n');
    const { source } = createSource(registry, path);
    await source.get();
    expect(source.usageErrors).toEqual([expect.stringMatching(sentence)]);
  });
});

test('a file that could never be read lists nothing, and is a fault until it can be read', async () => {
  const registry = await createRegistry(twoChains);
  await writeFile(join(registry, 'juno/chain.json'), '{\n  oops\n}');
  const { source, changes, look } = createSource(registry, '.');
  const fault = 'juno/chain.json:2 cannot be read: invalid JSON: oops is not a JSON value';
  expect(await look()).toEqual([['https://a.example'], [fault]]);
  expect([source.state.succeededAt, changes]).toEqual([null, []]);
  await writeFile(join(registry, 'juno/chain.json'), formatChain(twoChains.juno));
  expect(await look()).toEqual([['https://b.example', 'https://a.example'], []]);
  expect(source.state.succeededAt).toEqual(expect.any(Number));
  expect(changes).toEqual([{ message: 'juno/chain.json can be read again' }]);
});

describe('what cannot be read any more keeps its last entries', () => {
  const all = ['https://b.example', 'https://a.example'];

  test('a half written file, beside one that changes', async () => {
    const registry = await createRegistry(twoChains);
    const { changes, look } = createSource(registry, '.');
    await look();
    await writeFile(join(registry, 'kava/chain.json'), formatChain(twoChains.kava).slice(0, -10));
    await writeFile(join(registry, 'juno/chain.json'), formatChain({ rpc: ['https://c.example'] }));
    const fault = 'kava/chain.json:1 cannot be read: invalid JSON: unclosed string';
    expect(await look()).toEqual([['https://c.example', 'https://a.example'], [fault]]);
    await rm(join(registry, 'kava'), { recursive: true });
    expect(await look()).toEqual([['https://c.example'], []]);
    // It is gone, so it is not readable again.
    expect(changes).toEqual([{ error: fault }]);
  });

  test('a broken file, but not one that is deleted beside it', async () => {
    const registry = await createRegistry(twoChains);
    const { look } = createSource(registry, '.');
    await look();
    await writeFile(join(registry, 'kava/chain.json'), '{bro');
    await rm(join(registry, 'juno'), { recursive: true });
    expect(await look()).toEqual([['https://a.example'], [expect.any(String)]]);
  });

  test('what was below a directory in the place of a file', async () => {
    const registry = await createRegistry(twoChains);
    const { look } = createSource(registry, '.');
    await look();
    await rm(join(registry, 'kava/chain.json'));
    await mkdir(join(registry, 'kava/chain.json'));
    expect(await look()).toEqual([all, [expect.any(String)]]);
  });

  test('all, if no file can be read', async () => {
    const registry = await createRegistry(twoChains);
    const { look } = createSource(registry, '.');
    await look();
    for (const chain of ['kava', 'juno']) await rm(join(registry, chain), { recursive: true });
    await mkdir(join(registry, 'osmosis'));
    await symlink('/nowhere', join(registry, 'osmosis/chain.json'));
    expect(await look()).toEqual([all, [expect.any(String)]]);
  });

  test('the registry, while a new checkout replaces it', async () => {
    const registry = await createRegistry(twoChains);
    const { changes, look } = createSource('.', registry);
    await look();
    await rename(registry, `${registry}-away`);
    expect(await look()).toEqual([all, [`${registry} does not exist`]]);
    await rename(`${registry}-away`, registry);
    expect(await look()).toEqual([all, []]);
    expect(changes).toEqual([
      { error: `${registry} does not exist` },
      { message: 'the registry can be read again' },
    ]);
  });

  test('the exclusion file', async () => {
    const registry = await createRegistry({ kava: { rpc: ['https://a.example'] } });
    const exclude = (until: string) =>
      writeFile(
        join(registry, 'exclude.json'),
        JSON.stringify([{ host: 'a.example', reason: 'moves', until }]),
      );
    await exclude('2000-01-01');
    const { look } = createSource(registry, '.', 'exclude.json');
    expect(await look()).toEqual([['https://a.example'], []]);
    await exclude('2999-01-01');
    expect(await look()).toEqual([[], []]);
    await writeFile(join(registry, 'exclude.json'), '[{]');
    expect(await look()).toEqual([[], [expect.stringContaining('--exclude: exclude.json, line 1')]]);
    await writeFile(join(registry, 'exclude.json'), '[]');
    expect(await look()).toEqual([['https://a.example'], []]);
  });
});
