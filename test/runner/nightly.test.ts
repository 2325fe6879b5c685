import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { getWorkflow, repository as project, type Step } from '../support/documents.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';
import { hoursAgo, writeHistory } from '../support/histories.js';
import {
  cloneBare,
  cloneRepository,
  createRepository,
  pushOrphan,
  type Repository,
} from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';
import { adaptSteps, runAct } from './act.js';

const path = 'chain/sandbox/param.json';
const dead = 'https://127.0.0.1:1';
const repository = 'example-registry/chainlist';

/**
 * The workflow with a directory for its artifacts and the program that is built here: act runs actions of GitHub only from the network. Its endpoints
 * are on loopback.
 */
function adaptStep(step: Step, artifacts: string): readonly Step[] {
  const { uses = '', run, with: inputs = {} } = step;
  const name = String(inputs['name'] ?? inputs['pattern'] ?? 'page');
  const local = { 'allow-private': true, retries: 0 };
  if (uses.startsWith('actions/checkout@') && inputs['repository'] !== undefined)
    return [{ run: `ln -s '${resolve('.')}' ${String(inputs['path'])}` }];
  if (uses.startsWith('actions/upload-'))
    return [
      { run: `mkdir -p '${artifacts}/${name}' && cp -r ${String(inputs['path'])} '${artifacts}/${name}/'` },
    ];
  if (uses.startsWith('actions/download-artifact@')) return [{ run: `cp '${artifacts}'/${name}/* .` }];
  if (uses.startsWith('actions/deploy-pages@')) return [{ run: `ls '${artifacts}/page'` }];
  // After the 14th night.
  if (uses.startsWith(`${project}/propose@`)) return [{ ...step, with: omitMaximum(inputs) }];
  if (uses.startsWith(`${project}@`)) return [{ ...step, with: { ...inputs, ...local } }];
  // It is installed already.
  if (run === 'npm ci') return [];
  return run === undefined
    ? [step]
    : [{ ...step, run: run.replace(' check --dead', ' check --dead --allow-private --retries 0') }];
}

function omitMaximum({ 'max-pull-requests': maximum, ...inputs }: NonNullable<Step['with']>) {
  expect(maximum).toBe(0);
  return inputs;
}

/** A bare repository with a registry, its history and the workflow, and a night of the workflow in a clone of it. */
async function runNight(
  { urls, history }: { readonly urls: readonly string[]; readonly history: string | null },
  env: Readonly<Record<string, string>>,
) {
  const artifacts = await createDirectory();
  const source = await createRepository({
    [path]: formatParam({ evm: urls }, { chain_id_evm: '0x7A69' }),
    '.github/workflows/nightly.yml': adaptSteps(getWorkflow('docs/action.md: nightly'), (step) =>
      adaptStep(step, artifacts),
    ),
  });
  const origin = await cloneBare(source);
  if (history !== null) await pushOrphan(origin, 'endpoint-history', { 'history.jsonl': history });
  const checkout = await cloneRepository(origin);
  const gitHub: GitHubServer = await startGitHubServer();
  const event = { name: 'schedule', path: resolve('fixtures/events/schedule.json') };
  const all = { ...env, ...gitHub.env, GITHUB_REPOSITORY: repository };
  const { log, exitCode } = await runAct(checkout.directory, event, all, 'a-token');
  expect({ log: exitCode === 0 ? '' : log, exitCode }).toEqual({ log: '', exitCode: 0 });
  return { origin, gitHub, artifacts };
}

async function readKept(origin: Repository) {
  const text = await origin.git('cat-file', 'blob', 'endpoint-history:history.jsonl');
  return text.split('\n').map(
    (line) =>
      JSON.parse(line) as {
        readonly address: string;
        readonly streak: unknown;
        readonly structural: unknown;
      },
  );
}

describe('the nightly workflow, run by act', () => {
  test('joins the parts, takes a second look at dead endpoints, keeps the history, publishes the page and proposes the removal', async () => {
    const trust = await createTrust();
    const node = await use(startEvmNode({ tls: await trust.issue() }));
    const alive = `https://localhost:${node.port}`;
    const since = hoursAgo(20 * 24);
    const history = writeHistory(
      [
        { kind: 'evm', url: dead, chain: 'sandbox', line: { structural: { runs: 13, since } } },
        { kind: 'evm', url: alive, chain: 'sandbox', passes: true },
      ],
      hoursAgo(24),
    );
    const { origin, gitHub, artifacts } = await runNight({ urls: [alive, dead], history }, trust.env);
    expect(gitHub.pulls.map(({ title, base }) => [title, base.ref])).toEqual([
      ['Remove 1 dead endpoint of Provider 1', 'main'],
    ]);
    expect([...gitHub.labels.values()]).toEqual([['dead endpoints']]);
    const branch = gitHub.pulls[0]?.head.ref ?? '';
    const removed = await origin.git('diff', '--unified=0', 'main', branch);
    expect(removed.match(/^-.*"url".*$/gm)).toEqual([`-      "url": "${dead}"`]);
    // The run and the second look.
    const kept = await readKept(origin);
    expect(kept.map(({ structural }) => structural)).toEqual([{ runs: 15, since }, null]);
    expect(await origin.git('rev-list', '--count', 'endpoint-history')).toBe('2');
    const page = join(artifacts, 'page/page');
    expect(await readFile(join(page, 'index.html'), 'utf8')).toContain('127.0.0.1:1');
    expect(JSON.parse(await readFile(join(page, 'badges/sandbox.json'), 'utf8'))).toMatchObject({
      label: 'sandbox',
    });
  });

  test('begins a history on the first night, and proposes nothing', async () => {
    const { origin, gitHub } = await runNight({ urls: [dead], history: null }, {});
    expect(gitHub.pulls).toEqual([]);
    expect(await readKept(origin)).toMatchObject([{ address: '127.0.0.1:1', streak: { runs: 1 } }]);
  });
});
