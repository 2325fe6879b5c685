import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tool } from '../../src/engine/tool.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createRegistry, probePath, startExporter } from '../support/exporter.js';
import { startGate } from '../support/gate.js';
import { ask, sendRaw } from '../support/http.js';
import { use } from '../support/servers.js';

/** The lines of a log, as JSON. */
function readLog(stderr: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = stderr.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

const oneEndpoint = { kava: { rpc: ['https://a.example'] } };

describe('how it ends', () => {
  test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
    'by %s, with its probes, exit status 0',
    async (signal) => {
      const gate = await startGate((await use(startRpcNode())).port);
      const url = `http://127.0.0.1:${gate.port}`;
      const registry = await createRegistry({ kava: { rpc: [url] } });
      const exporter = await startExporter(registry);
      const scrape = exporter.probe('rpc', url);
      await expect.poll(gate.count).toBeGreaterThan(0);
      const { exitCode, stdout, stderr } = await exporter.stop(signal);
      expect(await scrape).toMatchObject({ status: 503, body: 'the exporter is stopping\n' });
      const counts = `1 target, 0 left out: ${exporter.url}/targets`;
      expect([exitCode, stdout]).toEqual([0, `${exporter.url}\n${counts}\n`]);
      const about = { version: tool.version, registry, targets: 1, leftOut: 0 };
      expect(readLog(stderr)).toMatchObject(['start', 'stop'].map((event) => ({ event, ...about })));
      expect(exporter.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    },
  );
});

describe('its log', () => {
  test('has the requests with --verbose, without their parameters', async () => {
    const exporter = await startExporter(await createRegistry(oneEndpoint), ['--verbose']);
    await exporter.probe('rpc', 'https://a.example.com/secret-value');
    const { stderr } = await exporter.stop();
    expect(readLog(stderr)).toMatchObject([
      { event: 'start' },
      { event: 'request', path: '/probe', route: '/probe', status: 404 },
      { event: 'stop' },
    ]);
    expect(stderr).not.toContain('secret-value');
  });
});

describe('at the start', () => {
  const apis = { rpc: ['https://a.example', 'https://b.example', 'nonsense'], rest: ['https://a.example'] };

  test.each([
    ['rpc', []],
    ['rpc,grpc,evm', ['--only: the registry lists no grpc or evm endpoints']],
  ])('it counts its targets, and names the kinds of --only %s without any', async (only, warnings) => {
    const exporter = await startExporter(await createRegistry({ kava: apis }), ['--only', only]);
    const { stdout, stderr } = await exporter.stop();
    expect(stdout).toBe(`${exporter.url}\n2 targets, 2 left out: ${exporter.url}/targets\n`);
    const logged = readLog(stderr).filter(({ event }) => event === 'registry');
    expect(logged.map(({ warning }) => warning)).toEqual(warnings);
  });
});

describe('usage errors are reported together', () => {
  test('without a registry', async () => {
    const directory = await createDirectory({ 'readme.md': '' });
    const args = ['--port', '70000', '--cache', 'x', '--per-host', '0', '--timeout', '1h1m', '--only', 'rcp'];
    const outcome = await runCli(
      ['exporter', ...args, '--external-address', 'http://a', '--exclude', 'none.json'],
      {
        cwd: directory,
      },
    );
    expect([outcome.exitCode, outcome.stdout]).toEqual([2, '']);
    expect(outcome.stderr.split('\n').slice(1, -2)).toEqual([
      '  --port: expected an integer from 0 to 65535, got "70000"',
      '  --cache: expected a duration such as 20s or 500ms, at most an hour, got "x"',
      '  --only: unknown kind "rcp": expected grpc, evm, rpc, rest, grpc-web, ws, evm-ws or peer (did you mean rpc?)',
      '  --timeout: expected a duration such as 20s or 500ms, at most an hour, got "1h1m"',
      '  --per-host: expected an integer from 1 to 1000, got "0"',
      '  --external-address: expected host:port, got "http://a"',
      expect.stringMatching(/^ {2}no registry found: /),
      '  --exclude: none.json cannot be read (ENOENT)',
    ]);
  });

  test.each([
    [['missing'], 'missing does not exist'],
    [['--format', 'kepler'], 'did you mean keplr?'],
    [['--cahce', '1s'], 'unknown option --cahce (did you mean --cache?)'],
    [['--host', ''], '--host must not be empty'],
    [['a', 'b'], 'too many arguments'],
    [['empty'], 'no endpoints found in empty: name a registry or one of its files\n'],
    [
      ['broken'],
      'no endpoints found in broken (broken/chain.json:2 cannot be read (file/invalid-json)): name',
    ],
  ])('%s', async (args, error) => {
    const registry = await createRegistry({ ...oneEndpoint, empty: {}, broken: {} });
    await writeFile(join(registry, 'broken/chain.json'), '{\n  oops\n}');
    const { exitCode, stderr } = await runCli(['exporter', ...args], { cwd: registry });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(error)]);
  });

  test('a port in use', async () => {
    const registry = await createRegistry(oneEndpoint);
    const { port } = new URL((await startExporter(registry)).url);
    const { exitCode, stderr } = await runCli(['exporter', registry, '--port', port]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`port ${port} is in use: pass another --port\n`),
    ]);
  });
});

test('hostile requests are refused, and leave nothing behind', async () => {
  const gate = await startGate((await use(startRpcNode())).port);
  gate.open();
  const url = `http://127.0.0.1:${gate.port}`;
  const exporter = await startExporter(await createRegistry({ kava: { rpc: [url] } }));
  const get = async (path: string, method = 'GET') => ask(exporter.url, path, { method });
  for (const [path, status, method] of [
    ['/', 200],
    ['/', 200, 'HEAD'],
    ['/healthz', 200],
    ['/favicon.ico', 404],
    ['/constructor', 404],
    ['/__proto__', 404],
    ['/%70robe', 404],
    ['/../metrics', 404],
    ['/targets/', 404],
    ['/targets?__proto__=1', 200],
    ['/metrics', 405, 'POST'],
    ['/probe', 405, 'DELETE'],
    [`${probePath('rpc', url)}&kind=rpc`, 400],
    [probePath('rpc', 'a'.repeat(8_000)), 404],
    [probePath('rpc', 'a'.repeat(9_000)), 404],
    [`/probe?${Array.from({ length: 4_000 }, (_, at) => `p${at}`).join('&')}`, 431],
    [`/probe?${Array.from({ length: 1_000 }, (_, at) => `p${at}`).join('&')}`, 400],
  ] as const) {
    const answer = await get(path, method);
    expect([path.slice(0, 80), answer.status, answer.body.length < 2_000]).toEqual([
      path.slice(0, 80),
      status,
      true,
    ]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
  // Names of metrics and labels: everything that may grow.
  const listSeries = async () =>
    (await get('/metrics')).body.replaceAll(/^([^#].*) \S+$/gm, '$1').split('\n');
  await listSeries();
  const before = await listSeries();
  for (let at = 0; at < 50; at++)
    expect((await get(probePath(`kind${at}`, `https://${at}.example.com`, `c${at}`))).status).toBe(404);
  expect(await listSeries()).toEqual(before);

  const request = `GET ${probePath('rpc', url)} HTTP/1.1\r\nHost: a\r\n`;
  // Half-closed: a client that has closed its side after the request still gets its answer.
  expect(await sendRaw(exporter.url, `${request}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await sendRaw(exporter.url, `${request}X: ${'x'.repeat(100_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  const { hostname, port } = new URL(exporter.url);
  for (const bytes of [
    `${request}\r\n`.repeat(1_600),
    request,
    '\x16\x03\x01\x02\x00\x01',
    '\0'.repeat(1_000),
  ]) {
    const unread = connect({ host: hostname, port: Number(port) }).pause();
    unread.on('error', () => undefined);
    await once(unread, 'connect');
    await new Promise((sent) => unread.write(bytes, sent));
    expect((await get('/healthz')).body).toBe('ok\n');
    unread.destroy();
  }
  expect((await get('/favicon.ico')).body).toBe(
    'unknown path: expected /targets, /probe, /metrics or /healthz\n',
  );
  expect(await exporter.read('endpoint_check_exporter_probes_total')).toBe(1);
  expect(await exporter.read('endpoint_check_exporter_probes_in_flight')).toBe(0);
});
