import { expect, test } from 'vitest';
import { parseLines } from './plain-entries.js';

test('lines are read however many before them are broken', () => {
  const { lines, faults } = parseLines(`{}\n${'{\n'.repeat(20_000)}[]\n{\n{}\n`);
  expect([lines.length, faults.length, faults.at(-1)?.range.line]).toEqual([3, 20_001, 20_003]);
});
