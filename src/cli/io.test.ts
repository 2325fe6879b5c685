import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { readColumns } from './io.js';

test.each([
  [{ isTTY: true, columns: 120 }, 120],
  [{ isTTY: true, columns: 0 }, 80],
  [{ isTTY: true }, 80],
  [{ isTTY: false, columns: 120 }, null],
  [{}, null],
])('the width of a terminal %j is %j', (terminal, columns) => {
  expect(readColumns(Object.assign(new Writable(), terminal))).toBe(columns);
});
