import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFolder, formatParam } from '../../test/support/folder.js';
import { createEntriesLoader } from './load-entries.js';

const path = 'chain/kava/param.json';

test('the entries are the same until a file changes', async () => {
  const folder = await createFolder({ [path]: formatParam({ evm: ['https://a.example'] }) });
  const load = createEntriesLoader(folder, 'param.json');
  const first = await load();
  expect(first.map(({ chain, url }) => [chain, url])).toEqual([['kava', 'https://a.example']]);
  await sleep(1_100);
  expect(await load()).toBe(first);
  await writeFile(join(folder, path), formatParam({ evm: ['https://b.example'] }));
  await sleep(1_100);
  expect((await load()).map(({ url }) => url)).toEqual(['https://b.example']);
});
