import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tool } from '../../src/engine/tool.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { createRegistry, formatChain } from '../support/directory.js';
import { probePath, startExporter } from '../support/spawn-service.js';
import { ask } from '../support/http.js';
import { use } from '../support/servers.js';
import { startGate } from '../support/sockets.js';

function readLog(stderr: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = stderr.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

test('SIGTERM ends it with its probes, and exit status 0', async () => {
  const gate = await startGate((await use(startRpcNode())).port);
  const url = `http://127.0.0.1:${gate.port}`;
  const registry = await createRegistry({ kava: { rpc: [url] } });
  const exporter = await startExporter(registry);
  const scrape = exporter.probe('rpc', url);
  await expect.poll(gate.count).toBeGreaterThan(0);
  const { exitCode, stdout, stderr } = await exporter.stop('SIGTERM');
  expect(await scrape).toMatchObject({ status: 503, body: 'the exporter is stopping\n' });
  const counts = `1 target, 0 left out: ${exporter.url}/targets`;
  expect([exitCode, stdout]).toEqual([0, `${exporter.url}\n${counts}\n`]);
  const about = { version: tool.version, registry, targets: 1, leftOut: 0 };
  expect(readLog(stderr)).toMatchObject(['start', 'stop'].map((event) => ({ event, ...about })));
  expect(exporter.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('its log has what cannot be read, and with --verbose the requests, without their parameters', async () => {
  const apis = { rpc: ['https://a.example', 'nonsense'], rest: ['https://a.example'] };
  const registry = await createRegistry({ kava: apis });
  const file = join(registry, 'kava/chain.json');
  const exporter = await startExporter(registry, ['--only', 'rpc,grpc,evm', '--verbose']);
  await exporter.probe('rpc', 'https://a.example.com/secret-value');
  for (const [text, success] of [
    ['{', 0],
    [formatChain(apis), 1],
  ] as const) {
    await writeFile(file, text);
    await expect.poll(() => exporter.read('endpoint_check_registry_reload_success')).toBe(success);
  }
  const { stdout, stderr } = await exporter.stop();
  expect(stdout).toBe(`${exporter.url}\n1 target, 2 left out: ${exporter.url}/targets\n`);
  expect(readLog(stderr).filter(({ path }) => path !== '/metrics')).toMatchObject([
    { event: 'registry', warning: '--only: the registry lists no grpc or evm endpoints' },
    { event: 'start' },
    { event: 'request', path: '/probe', route: '/probe', status: 404 },
    { event: 'registry', error: 'kava/chain.json:1 cannot be read: invalid JSON: unclosed object' },
    { event: 'registry', message: 'kava/chain.json can be read again' },
    { event: 'stop' },
  ]);
  expect(stderr).not.toContain('secret-value');
});

test('hostile requests are refused, and leave nothing behind', async () => {
  const exporter = await startExporter(await createRegistry({ kava: { rpc: ['https://a.example'] } }));
  const get = async (path: string, method = 'GET') => ask(exporter.url, path, { method });
  for (const [path, status, method] of [
    ['/', 200],
    ['/healthz', 200],
    ['/constructor', 404],
    ['/__proto__', 404],
    ['/%70robe', 404],
    ['/targets?__proto__=1', 200],
    ['/probe', 405, 'DELETE'],
    [probePath('rpc', 'a'.repeat(9_000)), 404],
    [`/probe?${Array.from({ length: 4_000 }, (_, at) => `p${at}`).join('&')}`, 431],
    [`/probe?${Array.from({ length: 1_000 }, (_, at) => `p${at}`).join('&')}`, 400],
  ] as const) {
    const { status: actual, body, headers } = await get(path, method);
    expect([path.slice(0, 80), actual, body.length < 2_000]).toEqual([path.slice(0, 80), status, true]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
  // Names of metrics and labels: everything that may grow.
  const listSeries = async () =>
    (await get('/metrics')).body.replaceAll(/^([^#].*) \S+$/gm, '$1').split('\n');
  await listSeries();
  const before = await listSeries();
  for (let at = 0; at < 50; at++)
    expect((await get(probePath(`kind${at}`, `https://${at}.example.com`, `c${at}`))).status).toBe(404);
  expect(await listSeries()).toEqual(before);
  expect((await get('/favicon.ico')).body).toBe(
    'unknown path: expected /targets, /probe, /metrics or /healthz\n',
  );
  expect(await exporter.read('endpoint_check_exporter_probes_total')).toBe(0);
});
