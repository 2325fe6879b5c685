// Runs schemathesis, which makes requests of an API's own description, against the query service: `npm run test:api`. It is a Python
// program (`pip install schemathesis`); without it nothing is tested, and the script says so.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from '../scripts/import-typescript.js';

// OpenAPI cannot say that one of two parameters must be given.
const config = `
[[operations]]
include-name = "GET /v1/evm/{network}/tx/list-by-event"
checks.positive_data_acceptance.enabled = false
`;

if (spawnSync('schemathesis', ['--version']).status !== 0) {
  console.error('schemathesis is not installed, so nothing was tested: pip install schemathesis');
  process.exitCode = 2;
} else {
  process.exitCode = await run();
}

/** @returns {Promise<number>} the exit status of schemathesis */
async function run() {
  const { createService } = await importTypeScript('src/service/create-service.ts');
  const { startServer } = await importTypeScript('src/service/server.ts');
  const list = () => Promise.resolve([]);
  const listener = createService({
    registry: 'fixtures/registries/real',
    handlers: {
      accountTransferEvents: list,
      transactionsByEvent: list,
      holders: list,
      holderSummary: () => Promise.resolve({}),
    },
    tokens: ['token'],
    cacheMs: 10_000,
    log: () => undefined,
  });
  const server = await startServer(listener, { host: '127.0.0.1', port: 0 });
  const folder = await mkdtemp(join(tmpdir(), 'endpoint-check-schemathesis-'));
  await writeFile(join(folder, 'schemathesis.toml'), config);
  const options = ['--max-examples', '200', '--header', 'Authorization: Bearer token'];
  const child = spawn('schemathesis', ['run', `${server.url}/openapi.json`, ...options], {
    cwd: folder,
    stdio: 'inherit',
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  await server.close(0);
  await rm(folder, { recursive: true });
  return status ?? 1;
}
