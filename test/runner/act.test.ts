import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { createRepository } from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';
import { requireValid } from '../support/report-schema.js';
import { runAct } from './act.js';

const path = 'chain/sandbox/param.json';
const claims = { chain_id_cosmos: 'sandbox-1', chain_id_evm: '0x7A69' };
const [, example = ''] =
  /<!-- workflow: pull-requests -->\n\n```yaml\n([^]*?)```/.exec(await readFile('docs/action.md', 'utf8')) ??
  [];

/** The example of the docs, on loopback, and a step that keeps what the action gave out. */
function adapt(outputs: string): string {
  return `${example}        id: check
        with:
          allow-private: true
          retries: 0
      - if: always()
        env:
          OUTPUTS: \${{ toJSON(steps.check.outputs) }}
          REPORT: \${{ steps.check.outputs.report }}
        run: echo "$OUTPUTS" > '${outputs}' && cp "$REPORT" '${outputs}.report'
`;
}

/** Runs the workflow on a pull request that adds an EVM url to a registry. */
async function submit(url: string, env: Readonly<Record<string, string>>, grpc: readonly string[]) {
  const outside = await createDirectory({});
  const outputs = join(outside, 'outputs.json');
  const repository = await createRepository({
    '.github/workflows/endpoints.yml': adapt(outputs),
    [path]: formatParam({ grpc, evm: ['https://127.0.0.1:1'] }, claims),
  });
  const base = await repository.git('rev-parse', 'HEAD');
  const head = await repository.commit({
    [path]: formatParam({ grpc, evm: ['https://127.0.0.1:1', url] }, claims),
  });
  const payload = await readFile('fixtures/events/pull_request-fork.json', 'utf8');
  const event = { name: 'pull_request', path: join(outside, 'event.json') };
  await writeFile(event.path, payload.replaceAll('BASE_SHA', base).replaceAll('HEAD_SHA', head));
  const { log, exitCode } = await runAct(repository.directory, event, env);
  const written = JSON.parse(await readFile(outputs, 'utf8').catch(() => '{}')) as Readonly<
    Record<string, string>
  >;
  return { log, exitCode, written, outputs };
}

describe('the example workflow, run by act', () => {
  test('a pull request that adds a healthy endpoint passes', async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const cosmos = await use(startCosmosNode({ tls }));
    const evm = await use(startEvmNode({ tls }));
    const { log, exitCode, written, outputs } = await submit(`https://localhost:${evm.port}`, trust.env, [
      `localhost:${cosmos.port}`,
    ]);
    expect({ log: exitCode === 0 ? '' : log, exitCode }).toEqual({ log: '', exitCode: 0 });
    expect(written).toMatchObject({ verdict: 'pass', endpoints: '3', failed: '0', inconclusive: '0' });
    const report = requireValid(JSON.parse(await readFile(`${outputs}.report`, 'utf8')));
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(['skipped', 'skipped', 'pass']);
  });

  test('one that adds a dead endpoint fails, on its line', async () => {
    const { log, exitCode, written } = await submit('https://127.0.0.1:2', {}, []);
    expect(exitCode).toBe(1);
    expect(written).toMatchObject({ verdict: 'fail', failed: '1' });
    expect(log).toMatch(/line=\d+[^]*127\.0\.0\.1:2: the connection was refused|refused/);
  });
});
