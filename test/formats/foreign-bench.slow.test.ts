import { expect, test } from 'vitest';
import { measureLanguages } from '../../bench/structure.js';
import { formatTable } from '../../bench/table.js';

test('the bench of structure has two rows for each language that is not JSON', async () => {
  const rows = await measureLanguages(40);
  const works = ['YAML', 'TOML', 'JavaScript'].map((language) => `structure of 40 entries in ${language}`);
  expect(rows.map(({ work }) => work)).toEqual(works.flatMap((work) => [work, work]));
  expect(rows.map(({ ours }) => ours.replace(/^\d+/, 'n'))).toEqual(
    works.flatMap(() => ['n ms of processor time', 'n MB resident']),
  );
  const [, , ...lines] = formatTable(rows).split('\n');
  expect(lines.map((line) => line.split('|')[1]?.trim())).toEqual(works.flatMap((work) => [work, '']));
});
