import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { formatParam } from '../support/directory.js';
import { getWorkflow } from '../support/documents.js';
import { createTrust, use } from '../support/servers.js';
import { runPullRequest } from './pull-request.js';

const path = 'chain/sandbox/param.json';
const claims = { chain_id_cosmos: 'sandbox-1', chain_id_evm: '0x7A69' };

/** Runs the workflow on a pull request that adds an EVM url to a registry. */
function submit(url: string, env: Readonly<Record<string, string>>, grpc: readonly string[]) {
  return runPullRequest({
    workflow: getWorkflow('docs/action.md: pull-requests'),
    // On loopback.
    inputs: { 'allow-private': true, retries: 0 },
    base: { [path]: formatParam({ grpc, evm: ['https://127.0.0.1:1'] }, claims) },
    changes: { [path]: formatParam({ grpc, evm: ['https://127.0.0.1:1', url] }, claims) },
    env,
  });
}

describe('the example workflow, run by act', () => {
  test('a pull request that adds a healthy endpoint passes', async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const cosmos = await use(startCosmosNode({ tls }));
    const evm = await use(startEvmNode({ tls }));
    const { log, exitCode, outputs, report } = await submit(`https://localhost:${evm.port}`, trust.env, [
      `localhost:${cosmos.port}`,
    ]);
    expect({ log: exitCode === 0 ? '' : log, exitCode }).toEqual({ log: '', exitCode: 0 });
    expect(outputs).toMatchObject({ verdict: 'pass', endpoints: '3', failed: '0', inconclusive: '0' });
    expect(report?.endpoints.map(({ verdict }) => verdict)).toEqual(['skipped', 'skipped', 'pass']);
  });

  test('one that adds a dead endpoint fails, on its line', async () => {
    const { log, exitCode, outputs } = await submit('https://127.0.0.1:2', {}, []);
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ verdict: 'fail', failed: '1' });
    expect(log).toMatch(/line=\d+.*127\.0\.0\.1:2: the connection was refused/);
  });
});
