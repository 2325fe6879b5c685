import { expect, test } from 'vitest';
import { bundleForBrowser } from '../support/bundle.js';

test('the rules alone come without a probe', async () => {
  const code = await bundleForBrowser("export { rules } from 'endpoint-check';");
  expect(code).toContain('net/refused');
  expect(code).not.toMatch(/["'`]node:|\brequire\(["'`]/);
  expect(code.length).toBeLessThan(100_000);
});

test('the client of the query API is small, and has no module of Node', async () => {
  const code = await bundleForBrowser("export * from 'endpoint-check/query';");
  expect(code).not.toMatch(/["'`]node:|\brequire\(["'`]/);
  expect(code.length).toBeLessThan(25_000);
});
