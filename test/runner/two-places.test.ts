import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { getWorkflow, repository as project } from '../support/documents.js';
import { startGitHubServer } from '../support/github-server.js';
import { hoursAgo, type KnownEndpoint, writeHistory } from '../support/histories.js';
import { cloneBare, cloneRepository, createRepository, pushOrphan } from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';
import { adaptSteps, runAct } from './act.js';

const [inBoth, atHome] = ['https://127.0.0.1:1', 'https://127.0.0.1:2'];

/**
 * The workflow with one runner for both vantage points, a directory in place of the artifacts, and pull requests from the first night on: act runs
 * actions of GitHub only from the network.
 */
function adapt(artifacts: string): string {
  const text = getWorkflow('docs/adopting.md: two-places').replace('self-hosted', 'ubuntu-latest');
  return adaptSteps(text, (step) => {
    const { uses = '', with: { 'max-pull-requests': maximum, ...inputs } = {} } = step;
    if (uses.startsWith('actions/upload-')) return [{ run: `cp ${String(inputs['path'])} '${artifacts}/'` }];
    if (uses.startsWith('actions/download-')) return [{ run: `cp '${artifacts}'/* .` }];
    if (uses.startsWith(`${project}/propose@`)) {
      expect(maximum).toBe(0);
      return [{ ...step, with: inputs }];
    }
    if (uses.startsWith(`${project}@`))
      return [{ ...step, with: { ...inputs, 'allow-private': true, retries: 0 } }];
    return [step];
  });
}

test('the workflow of two vantage points, run by act: entries that are dead at both are proposed, and both histories are kept', async () => {
  const trust = await createTrust();
  const node = await use(startEvmNode({ tls: await trust.issue() }));
  const alive = `https://localhost:${node.port}`;
  const artifacts = await createDirectory();
  const source = await createRepository({
    'chain/sandbox/param.json': formatParam({ evm: [alive, inBoth, atHome] }, { chain_id_evm: '0x7A69' }),
    '.github/workflows/two-places.yml': adapt(artifacts),
  });
  const origin = await cloneBare(source);
  const known = (runs: number): readonly KnownEndpoint[] =>
    [inBoth, atHome].map((url) => ({
      kind: 'evm',
      url,
      chain: 'sandbox',
      line: { structural: { runs: url === atHome ? runs : 13, since: hoursAgo(20 * 24) } },
    }));
  // At one vantage point it was up recently.
  await pushOrphan(origin, 'endpoint-history', {
    'github.jsonl': writeHistory(known(1), hoursAgo(24)),
    'home.jsonl': writeHistory(known(13), hoursAgo(24)),
  });
  const checkout = await cloneRepository(origin);
  const gitHub = await startGitHubServer();
  const event = { name: 'schedule', path: resolve('fixtures/events/schedule.json') };
  const env = { ...trust.env, ...gitHub.env, GITHUB_REPOSITORY: 'example-registry/chainlist' };
  const { log, exitCode } = await runAct(checkout.directory, event, env, 'a-token');
  expect({ log: exitCode === 0 ? '' : log, exitCode }).toEqual({ log: '', exitCode: 0 });
  expect(gitHub.pulls.map(({ title }) => title)).toEqual(['Remove 1 dead endpoint of Provider 1']);
  const removed = await origin.git('diff', '--unified=0', 'main', gitHub.pulls[0]?.head.ref ?? '');
  expect(removed.match(/^-.*"url".*$/gm)).toEqual([`-      "url": "${inBoth}"`]);
  expect(log).toContain('github.jsonl is committed to endpoint-history');
  expect(log).toContain('home.jsonl is committed to endpoint-history');
});
