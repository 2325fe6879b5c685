import { expect, test } from 'vitest';
import { parseLines } from './parse-lines.js';

test('lines after very many broken ones are not read, and the last fault says so', () => {
  const { lines, faults } = parseLines(`{}\n${'{\n'.repeat(10_000)}[]\n{\n{}\n`);
  expect([lines.length, faults.length, faults.at(-1)?.range.line, faults.at(-1)?.problem.data]).toEqual([
    2,
    10_001,
    10_003,
    expect.objectContaining({ reason: '10000 lines are no JSON, so nothing from this line on is read' }),
  ]);
});
