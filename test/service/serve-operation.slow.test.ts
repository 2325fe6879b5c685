import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { ask, readProblem } from '../support/http.js';
import { spawnServer, spawnService } from '../support/spawn-service.js';

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
