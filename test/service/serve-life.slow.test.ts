import { cp, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tool } from '../../src/engine/tool.js';
import { QueryClient } from '../../src/query/client/index.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { ask } from '../support/http.js';
import { spawnService } from '../support/spawn-service.js';

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
