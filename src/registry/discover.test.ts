import { expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { discoverFiles } from './discover.js';

test('lists of assets and tokens are left out if only endpoints are requested', async () => {
  const directory = await createDirectory({ 'chain/kava/param.json': '{}', 'chain/kava/assets.json': '[]' });
  const { files } = discoverFiles([directory], { cwd: directory, lists: false });
  expect(files.map(({ path }) => path)).toEqual(['chain/kava/param.json']);
});
