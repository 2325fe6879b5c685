import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createAuthority } from '../../src/sandbox/certificates.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { listen } from '../../src/sandbox/server.js';
import { connectionFaults } from '../faults/connections.js';
import { runProcess } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { startQueryService, token } from '../support/query-service.js';
import { use } from '../support/servers.js';

/** Runs a module in place of the program, like `runProcess`. */
async function runModule(text: string, limitMs?: number) {
  const directory = await createDirectory({ 'module.mjs': text });
  const program = join(directory, 'module.mjs');
  return runProcess([], { program, ...(limitMs === undefined ? {} : { limitMs }) });
}

// Every test that runs a command in another process checks that it leaves nothing open: `processes.slow.test.ts` has each command, `exporter/` and
// `service/` those that listen, `faults/` each kind at every fault.
describe('open handles of a process are named', () => {
  test('when it is done', async () => {
    const { port } = await use(listen(createServer()));
    const running = runModule(`
      import net from 'node:net';
      const done = () => (process.exitCode = 0);
      net.createServer().listen(0, '127.0.0.1', () => net.connect(${port}, '127.0.0.1', done));
      setTimeout(() => undefined, 99_999);`);
    await expect(running).rejects.toThrow(
      /the program is done, and does not end, open: (?=.*TCPServerWrap)(?=.*TCPSocketWrap)(?=.*Timeout)/,
    );
    await expect(running).rejects.toThrow(`a connection with 127.0.0.1:${port}\n`);
  });

  test('when it does not end', async () => {
    const running = runModule('setInterval(() => undefined, 9_999);', 200);
    await expect(running).rejects.toThrow('the program has not ended after 200 ms, open: Timeout');
  });
});

/** The library, as it is shipped. */
const library = (name: string) => JSON.stringify(pathToFileURL(resolve(`dist/${name}.js`)).href);

describe('after a call of the library nothing is open', () => {
  test('checkEndpoint, of every kind at connections that break', async () => {
    const authority = await createAuthority();
    const serve = async (server: Parameters<typeof use>[0]) => (await use(server)).port;
    const endpoints = await Promise.all(
      connectionFaults
        .filter(({ timeout }) => timeout === undefined)
        .map(async ({ kind, start }) => ({ kind, url: await start({ authority, serve }) })),
    );
    const { stdout } = await runModule(`
      import { checkEndpoint } from ${library('index')};
      const options = { allowPrivate: true, retries: 0 };
      const checked = await Promise.all(${JSON.stringify(endpoints)}.map((one) => checkEndpoint(one, options)));
      console.log(JSON.stringify(checked.map(({ endpoint }) => endpoint.verdict)));
      process.exitCode = 0;`);
    const verdicts = JSON.parse(stdout) as string[];
    expect(verdicts).toHaveLength(endpoints.length);
    // Dozens at once in one process: on a busy machine some are inconclusive, which this test allows.
    expect(verdicts).not.toContain('pass');
  });

  test('checkRegistry and QueryClient', async () => {
    const node = await use(startCosmosNode());
    const { baseUrl } = await startQueryService();
    const cwd = await createDirectory({
      'chain/kava/param.json': formatParam({ grpc: [`localhost:${node.port}`] }),
    });
    const { stdout } = await runModule(`
      import { checkRegistry } from ${library('index')};
      import { QueryClient } from ${library('query')};
      const { summary } = await checkRegistry([], { cwd: ${JSON.stringify(cwd)}, allowPrivate: true });
      await new QueryClient(${JSON.stringify({ baseUrl, token })}).assets('kava');
      console.log(summary.passed);
      process.exitCode = 0;`);
    expect(stdout).toBe('1\n');
  });
});
