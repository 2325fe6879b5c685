import { expect, test } from 'vitest';
import { findList } from '../../formats/chainlist/lists.js';
import { checks } from '../../checks/index.js';
import { loadFile } from '../load-file.js';

test('untrusted text is truncated', () => {
  const long = 'x'.repeat(100_000);
  const dashes = '-'.repeat(100_000);
  const item = `{"denom":"${long} ","symbol":"","decimals":"${long}"}`;
  const path = 'chain/example/assets.json';
  const location = { path, format: null, chain: 'example', expected: null, list: findList('assets.json') };
  const text = `[${item},${item},{"decimal${dashes}":1}]`;
  const { problems } = loadFile(location, { text, problem: null }, checks);
  expect(problems.length).toBeGreaterThan(4);
  expect(JSON.stringify(problems).length).toBeLessThan(10_000);
});
