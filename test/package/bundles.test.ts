import { expect, test } from 'vitest';
import { bundleForBrowser } from '../support/bundle.js';

test('the client of the query API is small, and has no module of Node', async () => {
  const code = await bundleForBrowser("export * from 'endpoint-check/query';");
  expect(code).not.toMatch(/["'`]node:|\brequire\(["'`]/);
  expect(code.length).toBeLessThan(25_000);
});
