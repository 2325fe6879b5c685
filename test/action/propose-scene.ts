import { type ActionEvent, runPropose } from '../support/action.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';
import { type KnownEndpoint, writeHistory } from '../support/histories.js';
import {
  type Changes,
  cloneBare,
  cloneRepository,
  createRepository,
  type Repository,
} from '../support/repository.js';

const schedule: ActionEvent = { name: 'schedule', payload: 'schedule' };
/** An entry of a list: a provider and a url. */
export type Listed = readonly [provider: string, url: string];

/** A registry file with an entry a line. */
export function list(grpc: readonly Listed[], evm: readonly Listed[] = []): string {
  const lines = (listed: readonly Listed[]) =>
    listed.length === 0
      ? '[]'
      : `[\n${listed.map(([provider, url]) => `    ${JSON.stringify({ provider, url })}`).join(',\n')}\n  ]`;
  return `{\n  "grpc_endpoint": ${lines(grpc)},\n  "evm_rpc_endpoint": ${lines(evm)}\n}\n`;
}

/** An endpoint that is dead by a history. */
export const dead = (kind: string, url: string): KnownEndpoint => ({ kind, url });
/** One that passed in its last run. */
export const alive = (kind: string, url: string): KnownEndpoint => ({ kind, url, passes: true });

/** Two providers with dead endpoints on two chains, each of which has a living one. */
export const registry = {
  'chain/kava/param.json': list(
    [
      ['Alpha', 'grpc.kava.alpha.example:443'],
      ['Beta', 'grpc.kava.beta.example:443'],
    ],
    [
      ['alpha', 'https://evm.kava.alpha.example'],
      ['Gamma', 'https://evm.kava.gamma.example'],
    ],
  ),
  'chain/osmosis/param.json': list(
    [
      ['Gamma', 'grpc.osmosis.gamma.example:443'],
      ['Alpha', 'grpc.osmosis.alpha.example:443'],
    ],
    [],
  ),
};
/** Their history. */
export const endpoints = [
  dead('grpc', 'grpc.kava.alpha.example:443'),
  dead('grpc', 'grpc.kava.beta.example:443'),
  dead('evm', 'https://evm.kava.alpha.example'),
  alive('evm', 'https://evm.kava.gamma.example'),
  dead('grpc', 'grpc.osmosis.alpha.example:443'),
  alive('grpc', 'grpc.osmosis.gamma.example:443'),
];

/** A bare repository as the origin of a checkout, as actions/checkout leaves it, and a stand-in for GitHub. */
export interface Scene {
  readonly origin: Repository;
  readonly checkout: Repository;
  readonly gitHub: GitHubServer;
}

/** The history is history.jsonl. */
export async function setUp(
  files: Changes = registry,
  history: string | null = writeHistory(endpoints),
): Promise<Scene> {
  const source = await createRepository(files);
  await source.commit({ 'README.md': 'Chains.\n' });
  const origin = await cloneBare(source);
  const checkout = await cloneRepository(origin, 1);
  if (history !== null) await checkout.write({ 'history.jsonl': history });
  return { origin, checkout, gitHub: await startGitHubServer() };
}

/** Runs the step; by default the history is history.jsonl. */
export function run(
  { checkout, gitHub }: Scene,
  inputs: Readonly<Record<string, string>> = {},
  event = schedule,
) {
  return runPropose(
    checkout.directory,
    { history: 'history.jsonl', token: 'a-token', ...inputs },
    event,
    gitHub.env,
  );
}

/** The branches of origin, without main. */
export async function listBranches({ origin }: Pick<Scene, 'origin'>): Promise<string[]> {
  const names = await origin.git('for-each-ref', '--format=%(refname:short)', 'refs/heads');
  return names.split('\n').filter((name) => name !== 'main' && name !== '');
}

/** The lines that a branch removes from main and adds to it, and the files that it changes. */
export async function readDiff({ origin }: Scene, branch: string) {
  const diff = await origin.git('diff', '--unified=0', 'main', branch);
  const read = (sign: RegExp) => diff.split('\n').filter((line) => sign.test(line));
  const readUrl = (line: string) => /"url":"([^"]*)"/.exec(line)?.[1] ?? line.slice(1);
  return {
    removed: read(/^-(?!--)/).map(readUrl),
    added: read(/^\+(?!\+\+)/).map(readUrl),
    files: read(/^\+\+\+ /),
  };
}

/** Closes a pull request at a time. */
export function close(gitHub: GitHubServer, index: number, closedAt: string): void {
  const pull = gitHub.pulls[index];
  if (pull !== undefined) gitHub.pulls[index] = { ...pull, state: 'closed', closed_at: closedAt };
}
