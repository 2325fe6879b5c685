import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { createRegistry, formatChain } from '../../test/support/exporter.js';
import { RegistrySource } from './registry-source.js';

/** Until the files are checked again. */
const afterPause = () => sleep(20);

function createSource(cwd: string, path?: string) {
  const faults: string[] = [];
  const recoveries: string[] = [];
  const source = new RegistrySource({
    cwd,
    path,
    format: null,
    only: new Set(['rpc']),
    exclude: null,
    intervalMs: 1,
    onFault: (fault) => faults.push(fault),
    onRecovery: (sentence) => recoveries.push(sentence),
  });
  const listUrls = async () => (await source.get()).entries.map(({ entry }) => entry.url);
  return { source, faults, recoveries, listUrls };
}

test('the registry around the working directory, the same object until a file changes', async () => {
  const registry = await createRegistry({ kava: { rpc: ['https://a.example'] } });
  const { source, faults } = createSource(join(registry, 'kava'));
  const first = await source.get();
  expect(first.entries.map(({ entry }) => entry.url)).toEqual(['https://a.example']);
  await afterPause();
  expect(await source.get()).toBe(first);
  expect([source.usageErrors, faults, source.state.faults]).toEqual([[], [], []]);
});

test('a directory without a registry is a usage error', async () => {
  const { source } = createSource(await createDirectory());
  await source.get();
  expect(source.usageErrors).toEqual([expect.stringMatching(/^no registry found/)]);
});

test.each([
  [
    'a file that is no registry',
    'alerts.yml',
    /^no endpoints found in alerts\.yml \(alerts\.yml cannot be read \(file\//,
  ],
  ['a directory whose files list none', 'juno', /^no endpoints found in juno: name a registry/],
])('%s is a usage error, but not later', async (_, path, sentence) => {
  const registry = await createRegistry({ juno: {} });
  await writeFile(join(registry, 'alerts.yml'), 'groups:\n');
  const { source } = createSource(registry, path);
  await source.get();
  expect(source.usageErrors).toEqual([expect.stringMatching(sentence)]);

  const otherSource = createSource(await createRegistry({ kava: { rpc: ['https://a.example'] } }), 'kava');
  await otherSource.source.get();
  expect(otherSource.source.usageErrors).toEqual([]);
});

test('a file that could never be read lists nothing, and is a fault until it can be read', async () => {
  const registry = await createRegistry({ kava: { rpc: ['https://a.example'] }, juno: {} });
  await writeFile(join(registry, 'juno/chain.json'), '{\n  oops\n}');
  const { source, faults, recoveries, listUrls } = createSource(registry, '.');
  expect(await listUrls()).toEqual(['https://a.example']);
  expect([source.state, faults]).toEqual([
    { faults: ['juno/chain.json:2 cannot be read (file/invalid-json)'], succeededAt: null },
    ['juno/chain.json:2 cannot be read (file/invalid-json)'],
  ]);
  expect(recoveries).toEqual([]);
  await writeFile(join(registry, 'juno/chain.json'), formatChain({ rpc: ['https://b.example'] }));
  await afterPause();
  expect(await listUrls()).toEqual(['https://b.example', 'https://a.example']);
  expect(source.state.faults).toEqual([]);
  expect(source.state.succeededAt).toEqual(expect.any(Number));
  expect(recoveries).toEqual(['juno/chain.json can be read again']);
});

test('a file that is deleted while it cannot be read is not logged as readable again', async () => {
  const registry = await createRegistry({ kava: { rpc: ['https://a.example'] }, juno: {} });
  await rm(join(registry, 'juno/chain.json'));
  await mkdir(join(registry, 'juno/chain.json'));
  const { source, faults, recoveries, listUrls } = createSource(registry, '.');
  await listUrls();
  expect(faults).toEqual([expect.stringMatching(/^juno\/chain\.json cannot be read \(file\//)]);
  await rm(join(registry, 'juno'), { recursive: true });
  await afterPause();
  await listUrls();
  expect([source.state.faults, recoveries]).toEqual([[], []]);
});

test('a directory in the place of a file keeps what was listed below it', async () => {
  const registry = await createRegistry({
    kava: { rpc: ['https://a.example'] },
    juno: { rpc: ['https://b.example'] },
  });
  const { source, listUrls } = createSource(registry, '.');
  await listUrls();
  await rm(join(registry, 'kava/chain.json'));
  await mkdir(join(registry, 'kava/chain.json'));
  await afterPause();
  expect(await listUrls()).toEqual(['https://b.example', 'https://a.example']);
  expect(source.state.faults).toHaveLength(1);
});

test('if no file can be read, all keep what they listed', async () => {
  const registry = await createRegistry({
    kava: { rpc: ['https://a.example'] },
    juno: { rpc: ['https://b.example'] },
  });
  const { source, listUrls } = createSource(registry, '.');
  await listUrls();
  for (const chain of ['kava', 'juno']) await rm(join(registry, chain), { recursive: true });
  await mkdir(join(registry, 'osmosis'));
  await symlink('/nowhere', join(registry, 'osmosis/chain.json'));
  await afterPause();
  expect(await listUrls()).toEqual(['https://b.example', 'https://a.example']);
  expect(source.state.faults).toHaveLength(1);
});
