import { expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { checkRegistry } from '../index.js';

test('a registry with many spellings is checked quickly', { timeout: 60_000 }, async () => {
  const spell = (index: number) =>
    Array.from(index.toString(2), (bit) => (bit === '1' ? 'N' : 'n.')).join('');
  const files = Array.from({ length: 20 }, (_, chain): [string, string] => [
    `chain/c${chain}/param.json`,
    JSON.stringify({
      chain_id: `a-${chain}`,
      grpc_endpoint: Array.from({ length: 1_000 }, (_, index) => ({
        provider: spell(2 ** 15 + (chain % 10) * 1_000 + index),
        url: `c${chain}h${index}.example:443`,
      })),
    }),
  ]);
  const directory = await createDirectory(Object.fromEntries(files));
  const { findings } = await checkRegistry([directory], { network: false });
  expect(findings).toEqual([]);
});
