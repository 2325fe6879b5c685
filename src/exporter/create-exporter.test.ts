import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listNode } from '../../test/support/chain-handlers.js';
import { ask, sendRaw } from '../../test/support/http.js';
import { completeOptions } from '../engine/library-arguments.js';
import { startServer } from '../http-server/server.js';
import { createExporter, parseProbeRequest } from './create-exporter.js';
import { TargetIndex } from './target-index.js';

/** An exporter of as many entries, and how often all of them were listed. */
async function startExporter(size: number) {
  let listed = 0;
  const entries = Array.from({ length: size }, (_, at) => ({
    ...listNode('evm', at, { chain: 'kava', url: `https://evm-${at}.example.com/` }),
    get provider() {
      listed++;
      return 'Sandbox';
    },
  }));
  const context = { problems: [], excluded: new Map(), only: new Set(['evm']) };
  let index = new TargetIndex(entries, context);
  const { listener } = createExporter({
    source: { get: () => Promise.resolve(index), state: { faults: new Map(), succeededAt: null } },
    run: completeOptions({}),
    ...{ cacheMs: 0, externalAddress: null, logsRequests: false, log: () => undefined },
  });
  const server = await startServer(listener, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  const change = () => (index = new TargetIndex(entries.slice(1), context));
  return { url: server.url, countListed: () => listed, change };
}

test('the targets are listed once, however many clients request them at the same time', async () => {
  const { url, countListed } = await startExporter(2_000);
  const headers = { host: 'exporter.example.com' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(url, '/targets', { headers })));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(JSON.parse(answers[0]?.body ?? '')).toHaveLength(2_000);
  expect(countListed()).toBe(2_000);
});

test('a request before HTTP/1.1 needs a Host only for the targets, whose address it is', async () => {
  const { url } = await startExporter(1);
  const get = async (path: string) => (await sendRaw(url, `GET ${path} HTTP/1.0\r\n\r\n`)).split('\r\n')[0];
  expect(await get('/healthz')).toBe('HTTP/1.1 200 OK');
  expect(await get('/targets')).toBe('HTTP/1.1 400 Bad Request');
});

test('the targets are listed again for another address, and when the registry changes', async () => {
  const { url, countListed, change } = await startExporter(1_000);
  const get = async (headers: Record<string, string>) =>
    ask(url, '/targets', { headers: { host: 'a', ...headers }, encoding: 'latin1' });
  const first = await get({});
  const { etag = '' } = first.headers;
  expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 304, body: '' });
  const compressed = await get({ 'accept-encoding': 'gzip' });
  expect(gunzipSync(Buffer.from(compressed.body, 'latin1')).toString()).toBe(first.body);
  expect(countListed()).toBe(1_000);
  expect((await get({ host: 'b' })).body).toBe(first.body.replaceAll('["a"]', '["b"]'));
  change();
  const changed = await get({ 'if-none-match': etag });
  expect([changed.status, JSON.parse(changed.body)]).toEqual([200, expect.objectContaining({ length: 999 })]);
  expect(countListed()).toBe(2_999);
});

test('of made-up addresses only the last are kept', async () => {
  const { url, countListed } = await startExporter(100);
  for (const host of ['a', 'b', 'c', 'd', 'e', 'b']) await ask(url, '/targets', { headers: { host } });
  expect(countListed()).toBe(500);
  await ask(url, '/targets', { headers: { host: 'a' } });
  expect(countListed()).toBe(600);
});

const parse = (query: string, timeout?: string | string[]) =>
  parseProbeRequest(
    {
      url: `/probe${query}`,
      headers: timeout === undefined ? {} : { 'x-prometheus-scrape-timeout-seconds': timeout },
    },
    60_000,
  );

const parsed = { kind: 'rpc', chain: null, waitMs: 60_000 };
const invalidTimeout = ['x-prometheus-scrape-timeout-seconds: expected a number of seconds above 0'];

test.each([
  ['?kind=rpc&target=https%3A%2F%2Fa.example', { ...parsed, target: 'https://a.example' }],
  ['?kind=rpc&target=https://a.example:443/b', { ...parsed, target: 'https://a.example:443/b' }],
  ['?chain=k+va&target=a%2Bb&kind=rpc', { ...parsed, target: 'a+b', chain: 'k va' }],
  ['?kind=rpc&target=a&chain=', { ...parsed, target: 'a' }],
  ['', ['kind is missing: add kind=rpc', 'target is missing: copy the address from /targets']],
  ['?kind=rpc&target=', ['target is missing: copy the address from /targets']],
  ['?kind=rpc&kind=rpc&target=a', ['kind is repeated']],
  ['?kind=rpc&target=%FF', ['target: expected percent-encoded UTF-8']],
  ['?kind=rpc&target=a&module=http_2xx', ['unknown parameter "module": expected kind, target or chain']],
  ['?kind=rpc&target=a&__proto__=1', ['unknown parameter "__proto__": expected kind, target or chain']],
  [
    `?kind=rpc&target=a&%22${'x'.repeat(400)}=1&y=2`,
    [`unknown parameter "\\"${'x'.repeat(299)}…": expected kind, target or chain`],
  ],
])('%s', (query, expected) => {
  expect(parse(query)).toEqual(expected);
});

describe('it waits half a second less than Prometheus does', () => {
  test.each([
    ['10', 9_500],
    ['10.000000', 9_500],
    ['300', 60_000],
    ['0.5', 250],
    ['0', null],
    ['-1', null],
    ['', null],
    ['1e3', null],
    ['Infinity', null],
    [['10', '10'], null],
  ])('%s', (timeout, waitMs) => {
    const expected = waitMs === null ? invalidTimeout : { ...parsed, target: 'a', waitMs };
    expect(parse('?kind=rpc&target=a', timeout)).toEqual(expected);
  });
});
