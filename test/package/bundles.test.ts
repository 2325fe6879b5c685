import { expect, test } from 'vitest';
import * as library from '../../src/index.js';
import { bundleForBrowser } from '../support/packages.js';

test('the rules alone come without a probe', async () => {
  const code = await bundleForBrowser("export { rules } from 'endpoint-check';");
  expect(code).toContain('net/refused');
  expect(code).not.toMatch(/["'`]node:|\brequire\(["'`]/);
  expect(code.length).toBeLessThan(100_000);
});

test('what browsers cannot do says so; the rest works in them', async () => {
  const code = await bundleForBrowser("export * from 'endpoint-check';");
  expect(code).not.toMatch(/["'`]node:|\brequire\(["'`]/);
  const bundled = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as typeof library;
  expect(Object.keys(bundled).sort()).toEqual(Object.keys(library).sort());
  expect(bundled.formats).toEqual(library.formats);
  const error = new bundled.UsageError(['a', 'b']);
  expect([error.name, error.message, error.errors]).toEqual(['UsageError', 'a; b', ['a', 'b']]);
  for (const name of ['checkEndpoint', 'checkRegistry', 'mergeReports', 'render'] as const)
    expect(bundled[name] as () => unknown).toThrow(new Error(`${name} runs only in Node, not in browsers`));
});

test('the client of the query API is small, and has no module of Node', async () => {
  const code = await bundleForBrowser("export * from 'endpoint-check/query';");
  expect(code).not.toMatch(/["'`]node:|\brequire\(["'`]/);
  expect(code.length).toBeLessThan(25_000);
});
