import { cp, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tool } from '../../src/engine/tool.js';
import { QueryClient } from '../../src/query/client/index.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { ask, readProblem } from '../support/http.js';
import { spawnServer, spawnService, stopInTheEnd } from '../support/spawn-service.js';
import { listen } from '../../src/sandbox/server.js';
import { startSandboxRegistry } from '../support/sandbox-registry.js';
import { use } from '../support/servers.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const registry = 'fixtures/registries/real';

describe('a registry that changes', () => {
  test('is read again under load, and no request is lost', async () => {
    const directory = await createDirectory();
    await cp(registry, directory, { recursive: true });
    const file = join(directory, 'chain/kava/assets.json');
    const changing = await spawnService([directory]);
    const client = new QueryClient({ baseUrl: changing.url, token: changing.token, retries: 0 });
    const seen = new Set<string>();
    let finished = false;
    const ask = async () => {
      while (!finished) seen.add(JSON.stringify(await client.assets('kava')));
    };
    const load = Promise.all(Array.from({ length: 8 }, ask));
    await expect.poll(() => seen.size).toBe(1);
    for (let version = 1; version <= 3; version++) {
      await writeFile(file, `[{"denom": "v${version}", "filler": "${'x'.repeat(50_000)}"}]`);
      await expect.poll(() => [...seen].some((text) => text.includes(`"v${version}"`))).toBe(true);
    }
    finished = true;
    await load;
    expect(seen.size).toBe(4);
    await changing.stop();
  });
});

test('as many clients as one address may have connect at once, even while it is busy', async ({ skip }) => {
  const maximum = Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => 0));
  skip(maximum < 1_024, 'the system allows fewer waiting connections');
  const service = await spawnService([registry]);
  service.send('SIGSTOP');
  const { port } = new URL(service.url);
  let connected = 0;
  const sockets = Array.from({ length: 1_024 }, () =>
    connect({ host: '127.0.0.1', port: Number(port) }, () => (connected += 1)),
  );
  await expect.poll(() => connected).toBe(1_024);
  service.send('SIGCONT');
  for (const socket of sockets) socket.destroy();
  expect((await service.stop()).exitCode).toBe(0);
});

describe('how it ends', () => {
  test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
    'by %s, after all answers, with exit status 0',
    async (signal) => {
      const ending = await spawnService([registry]);
      const path = '/v1/kava/assets?access_token=secret-value';
      await ask(ending.url, path, { headers: { authorization: `Bearer ${ending.token}` } });
      const { exitCode, stdout, stderr } = await ending.stop(signal);
      expect([exitCode, stdout]).toEqual([0, `${ending.url}\n`]);
      expect(ending.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const lines = stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      const about = {
        ...{ version: tool.version, registry: resolve(registry) },
        ...{ networks: 76, tokens: 2, database: expect.stringContaining('a temporary file') as string },
      };
      expect(lines).toMatchObject([
        { event: 'start', ...about },
        { event: 'tokens-weak', found: 2 },
        { event: 'request', path: '/v1/kava/assets', status: 400, route: 'assets' },
        { event: 'stop', ...about },
      ]);
      expect(stderr).not.toMatch(/secret-value|program-token/);
    },
  );
});

describe('usage errors are reported together', () => {
  test.each(['s3cr3t-value', 'ci:s3cr3t-value', './s3cr3t-value', 's3cr3t-file'])(
    'an argument that is not a directory is never quoted: %s',
    async (argument) => {
      const directory = await createDirectory({ 'chain/a/assets.json': '[]', 's3cr3t-file': '' });
      const { exitCode, stdout, stderr } = await runCli(['serve', argument], { cwd: directory });
      expect(exitCode).toBe(2);
      expect(stderr).toContain(
        'the registry argument is not a directory (tokens come from --token-file or ENDPOINT_CHECK_TOKENS)',
      );
      expect(stdout + stderr).not.toContain('s3cr3t');
    },
  );

  test('a port in use', async () => {
    const running = await spawnService([registry]);
    const { port } = new URL(running.url);
    const { exitCode, stderr } = await runCli(['serve', registry, '--port', port], {
      env: { ENDPOINT_CHECK_TOKENS: 'a' },
    });
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`port ${port} is in use: pass another --port\n`),
    ]);
    expect(stderr).not.toContain('"database"');
    await running.stop();
  });
});

test('--rate bounds each token, and SIGHUP reads the tokens again at once, which ends nothing', async () => {
  const root = await createDirectory({ 'chain/kava/assets.json': '[]', tokens: 'alice:one-secret\n' });
  const file = join(root, 'tokens');
  const service = await spawnService([root, '--token-file', file, '--rate', '1/h']);
  const get = (token: string) =>
    ask(service.url, '/v1/kava/assets', { headers: { authorization: `Bearer ${token}` } });
  expect((await get('one-secret')).status).toBe(200);
  expect(readProblem(await get('one-secret')).status).toBe(429);
  await writeFile(file, 'bob:two-secret\n');
  service.send('SIGHUP');
  await expect.poll(async () => (await get('two-secret')).status).toBe(200);
  expect((await get('one-secret')).status).toBe(401);
  await writeFile(file, ':\n');
  for (let times = 0; times < 3; times++) service.send('SIGHUP');
  expect((await get('two-secret')).status).toBe(429);
  const { exitCode, stderr } = await service.stop('SIGTERM');
  expect(exitCode).toBe(0);
  for (const event of ['tokens-reread', 'tokens-invalid', 'request'])
    expect(stderr).toContain(`"event":"${event}"`);
  expect(stderr).not.toContain('secret');
});

test('SIGHUP does not end the exporter, nor does SIGUSR1 open a debugger', async () => {
  const exporter = await spawnServer(['exporter', 'fixtures/registries/real']);
  exporter.send('SIGHUP');
  exporter.send('SIGUSR1');
  expect((await ask(exporter.url, '/healthz')).status).toBe(200);
  const { exitCode, stderr } = await exporter.stop();
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain('Debugger');
});

describe('the service over nodes of its registry', () => {
  test('every route is ok in the smoke test, and none without a token', async () => {
    const registry = await startSandboxRegistry();
    onTestFinished(registry.close);
    const service = await spawnService([registry.directory, '--allow-private'], registry.env);
    stopInTheEnd(service);
    const { report, exitCode } = await runForReport(['smoke', 'kava', '--base-url', service.url], {
      env: { ENDPOINT_CHECK_TOKEN: service.token },
    });
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 10 }, () => 'ok'));
    expect([report.findings, exitCode]).toEqual([[], 0]);
  });

  test('says what is wrong with silent nodes once it knows', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    const { port } = await use(listen(silent));
    const directory = await createDirectory({
      'chain/kava/param.json': formatParam({ grpc: [`127.0.0.1:${port}`] }),
    });
    const service = await spawnService([directory, '--allow-private']);
    stopInTheEnd(service);
    const client = new QueryClient({ baseUrl: service.url, token: service.token, retries: 0 });
    const ask = () => client.holders('kava', { denom: 'ukava' }).catch((error: unknown) => error);
    // The first requests hear that the holders are being read.
    await expect.poll(ask).toMatchObject({
      status: 503,
      body: expect.stringContaining('net/connect-timeout') as string,
    });
  });
});

/** The program's own exit status if its standard output is a full disk. */
async function runOnFullDisk(args: readonly string[]): Promise<string> {
  const root = await createDirectory({
    'chain/kava/assets.json': '[]',
    'chain/kava/param.json': '{"grpc_endpoint": [{"provider": "a", "url": "grpc.example.com:443"}]}',
  });
  const command = [...args, root, '--port', '0'].join(' ');
  const script = `timeout 60 ${process.execPath} bin/endpoint-check.js ${command} > /dev/full; echo "exit status $?"`;
  const env = { ...process.env, ENDPOINT_CHECK_TOKENS: 'a-token' };
  // It ends by itself; a hanging one is killed.
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { env });
  // Without the lines of the log.
  return `${stderr.replaceAll(/^\{.*\n/gm, '')}${stdout}`;
}

describe.skipIf(process.platform !== 'linux')('a server whose url cannot be written ends', () => {
  test.each(['serve', 'exporter'])('%s, with exit status 3', async (command) => {
    expect(await runOnFullDisk([command])).toBe(
      'endpoint-check failed: ENOSPC: no space left on device, write\nexit status 3\n',
    );
  });
});
