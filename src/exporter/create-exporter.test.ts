import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { listNode } from '../../test/support/chain-handlers.js';
import { readSample } from '../../test/support/exporter.js';
import { ask } from '../../test/support/http.js';
import { completeOptions } from '../engine/check-options.js';
import { startServer } from '../http-server/server.js';
import { createExporter } from './create-exporter.js';
import { TargetIndex } from './target-index.js';

/** An exporter of as many entries, and how often all of them were listed. */
async function startExporter(size: number, path = '') {
  let listed = 0;
  const entries = Array.from({ length: size }, (_, at) => ({
    ...listNode('evm', at, { chain: 'kava', url: `https://evm-${at}.example.com/${path}` }),
    get provider() {
      listed++;
      return 'Sandbox';
    },
  }));
  const context = { problems: [], excluded: new Map(), only: new Set(['evm']) };
  let index = new TargetIndex(entries, context);
  const { listener } = createExporter({
    source: { get: () => Promise.resolve(index), state: { faults: [], succeededAt: null } },
    run: completeOptions({}),
    ...{ cacheMs: 0, externalAddress: null, logsRequests: false, log: () => undefined },
  });
  const server = await startServer(listener, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  const change = () => (index = new TargetIndex(entries.slice(1), context));
  return { url: server.url, countListed: () => listed, change };
}

/** Requests the targets, without reading the answer. */
async function askUnread(url: string, host: string): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  socket.on('error', () => undefined).pause();
  onTestFinished(() => void socket.destroy());
  await new Promise((sent) => socket.write(`GET /targets HTTP/1.1\r\nHost: ${host}\r\n\r\n`, sent));
}

test('the targets are listed and held once, however many clients request them without reading', async () => {
  const size = 2_000;
  // 20 MB in all: more than the buffers of two sockets hold.
  const { url, countListed } = await startExporter(size, 'x'.repeat(5_000));
  for (let client = 0; client < 50; client++) await askUnread(url, 'exporter.example.com');
  expect((await ask(url, '/healthz')).status).toBe(200);
  const whole = await ask(url, '/targets', { headers: { host: 'exporter.example.com' } });
  expect([JSON.parse(whole.body), countListed()]).toEqual([expect.objectContaining({ length: size }), size]);
  const unread = readSample((await ask(url, '/metrics')).body, 'http_unread_bytes');
  expect(unread).toBe(Buffer.byteLength(whole.body));
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
