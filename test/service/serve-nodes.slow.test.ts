import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { QueryClient } from '../../src/query/client/index.js';
import { listen } from '../../src/sandbox/server.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { startSandboxRegistry } from '../support/sandbox-registry.js';
import { use } from '../support/servers.js';
import { spawnService } from '../support/spawn-service.js';

describe('the service over nodes of its registry', () => {
  test('every route is ok in the smoke test, and none without a token', async () => {
    const registry = await startSandboxRegistry();
    onTestFinished(registry.close);
    const { url, token, stop } = await spawnService([registry.directory, '--allow-private'], registry.env);
    onTestFinished(async () => {
      await stop();
    });
    const { report, exitCode } = await runForReport(['smoke', 'kava', '--base-url', url], {
      env: { ENDPOINT_CHECK_TOKEN: token },
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
    const { url, token, stop } = await spawnService([directory, '--allow-private']);
    onTestFinished(async () => {
      await stop();
    });
    const client = new QueryClient({ baseUrl: url, token, retries: 0 });
    const ask = () => client.holders('kava', { denom: 'ukava' }).catch((error: unknown) => error);
    // The first requests hear that the holders are being read.
    await expect.poll(ask).toMatchObject({
      status: 503,
      body: expect.stringContaining('net/connect-timeout') as string,
    });
  });
});
