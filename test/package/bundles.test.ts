import { expect, test } from 'vitest';
import * as library from '../../src/index.js';
import type * as query from '../../src/query/client/index.js';
import { bundleForBrowser } from '../support/packages.js';
import { collect } from '../support/query-service.js';
import { json, serve } from '../support/web-servers.js';

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

test('what it leaves out of its routes, no call needs: their pages are counted', async () => {
  const code = await bundleForBrowser("export * from 'endpoint-check/query';");
  const { QueryClient } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as typeof query;
  const service = await serve((request, response) =>
    json(service.requested.length % 2 === 1 ? ['first', 'second'] : [])(request, response),
  );
  const client = new QueryClient({ baseUrl: service.origin, token: 'a-token' });
  await collect(client.transactionsByEventPages('kava', { address: `0x${'ab'.repeat(20)}` }));
  await collect(client.holdersPages('kava', { denom: 'ukava' }));
  const positions = service.requested.map((url) => /(?:page|offset)=\d+/.exec(url)?.[0]);
  expect(positions).toEqual(['page=1', 'page=2', 'offset=0', 'offset=2']);
});
