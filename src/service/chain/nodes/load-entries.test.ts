import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDirectory, formatParam } from '../../../../test/support/directory.js';
import { createEntriesLoader } from './load-entries.js';

const path = 'chain/kava/param.json';

test('the entries are the same until a file changes', async () => {
  const directory = await createDirectory({ [path]: formatParam({ evm: ['https://a.example'] }) });
  const load = createEntriesLoader(directory);
  const first = await load();
  expect(first.map(({ chain, url }) => [chain, url])).toEqual([['kava', 'https://a.example']]);
  await sleep(1_100);
  expect(await load()).toBe(first);
  await writeFile(join(directory, path), formatParam({ evm: ['https://b.example'] }));
  await sleep(1_100);
  const second = await load();
  expect(second.map(({ url }) => url)).toEqual(['https://b.example']);
  await mkdir(join(directory, 'chain/juno'));
  await writeFile(join(directory, 'chain/juno/param.json'), formatParam({ evm: ['https://c.example'] }));
  await sleep(1_100);
  expect((await load()).map(({ chain }) => chain)).toEqual(['juno', 'kava']);
  await rm(join(directory, path));
  await sleep(1_100);
  expect((await load()).map(({ chain }) => chain)).toEqual(['juno']);
});

test('what stands where the registry does not read it lists nothing', async () => {
  const content = formatParam({ evm: ['https://a.example'] });
  const directory = await createDirectory({
    'chain/kava/params.json': content,
    'chain/juno/old/param.json': content,
    'chain/osmosis/param.json': content,
  });
  const entries = await createEntriesLoader(directory)();
  expect(entries.map(({ chain }) => chain)).toEqual(['osmosis']);
});
