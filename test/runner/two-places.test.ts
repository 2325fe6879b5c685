import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { getWorkflow, repository as project } from '../support/documents.js';
import { startGitHubServer } from '../support/github-server.js';
import { hoursAgo, type KnownEndpoint, writeHistory } from '../support/histories.js';
import { cloneRepository, createRepository, openRepository } from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';
import { runAct } from './act.js';

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const [inBoth, atHome] = ['https://127.0.0.1:1', 'https://127.0.0.1:2'];

/**
 * The workflow with one runner for both vantage points, a directory in place of the artifacts, and pull requests from the first night on: act runs
 * actions of GitHub only from the network.
 */
function adapt(artifacts: string): string {
  const text = getWorkflow('docs/adopting.md: two-places').replace('self-hosted', 'ubuntu-latest');
  const { jobs, ...rest } = parse(text) as Workflow;
  const adaptStep = (step: Step): object => {
    const { uses = '', with: { 'max-pull-requests': maximum, ...inputs } = {} } = step;
    if (uses.startsWith('actions/upload-')) return { run: `cp ${String(inputs['path'])} '${artifacts}/'` };
    if (uses.startsWith('actions/download-')) return { run: `cp '${artifacts}'/* .` };
    if (uses.startsWith(`${project}/propose@`)) {
      expect(maximum).toBe(0);
      return { ...step, with: inputs };
    }
    if (uses.startsWith(`${project}@`))
      return { ...step, with: { ...inputs, 'allow-private': true, retries: 0 } };
    return step;
  };
  const adapted = Object.entries(jobs).map(([name, job]) => [
    name,
    { ...job, steps: job.steps.map(adaptStep) },
  ]);
  return stringify({ ...rest, jobs: Object.fromEntries(adapted) as unknown });
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
  const bare = await createDirectory();
  await source.git('clone', '--quiet', '--bare', source.directory, bare);
  const origin = openRepository(bare);
  const known = (runs: number): readonly KnownEndpoint[] =>
    [inBoth, atHome].map((url) => ({
      kind: 'evm',
      url,
      chain: 'sandbox',
      line: { structural: { runs: url === atHome ? runs : 13, since: hoursAgo(20 * 24) } },
    }));
  const work = await cloneRepository(origin);
  await work.git('checkout', '--quiet', '--orphan', 'endpoint-history');
  await work.git('rm', '-rfq', '.');
  // At one vantage point it was up recently.
  await work.commit({
    'github.jsonl': writeHistory(known(1), hoursAgo(24)),
    'home.jsonl': writeHistory(known(13), hoursAgo(24)),
  });
  await work.git('push', '--quiet', 'origin', 'endpoint-history');
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
