import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';
import { faults } from '../faults/index.js';
import { readMarkdown } from '../support/documents.js';

test('the examples of docs/verdicts.md name rules that exist', () => {
  const page = readFileSync('docs/verdicts.md', 'utf8');
  const named = [...page.matchAll(/`([\w-]+\/[\w-]+)`/g)].map(([, code]) => code);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !rules.some(({ code }) => code === name))).toEqual([]);
});

const fixing = readFileSync('docs/fixing.md', 'utf8');
const fixable = rules.filter((rule) => rule.fixable !== undefined).map(({ code }) => code);

describe('docs/fixing.md has an example of each fix that the program makes', () => {
  test.each(fixable)('%s, with the change of a file', (code) => {
    const [section = ''] = fixing.split(/^#{2,3} /m).filter((part) => part.startsWith(`[${code}](`));
    const diffs = [...section.matchAll(/^```diff\n([^]*?)^```$/gm)].map(([, diff = '']) => diff);
    expect(diffs).not.toEqual([]);
    for (const diff of diffs) expect(diff).toMatch(/^(-|# .* UTF-8)/m);
  });

  test('and no others', () => {
    const sections = [...fixing.matchAll(/^### \[(\w+\/.*?)\]/gm)].map(([, code]) => code);
    expect(sections).toEqual(fixable);
  });
});

test('the explanation of a fixable rule describes the fix, and other explanations do not', () => {
  const naming = rules.filter(({ explanation }) => explanation.includes('`--fix')).map(({ code }) => code);
  expect(naming).toEqual(fixable);
});

const troubleshooting = readFileSync('docs/troubleshooting.md', 'utf8');
const printed = JSON.parse(readFileSync('test/faults/grpcurl.json', 'utf8')) as Readonly<
  Record<string, string>
>;

/** The rules to which a text links, as anchors of docs/rules.md. */
function listAnchors(text: string): string[] {
  return readMarkdown(text).targets.flatMap((target) =>
    target.startsWith('rules.md#') ? [target.slice('rules.md#'.length)] : [],
  );
}

// docs-pages.test.ts checks that each of these links leads to a rule.
test('every rule of the network, of TLS, of HTTP and of a chain is found by a symptom', () => {
  const named = new Set(listAnchors(troubleshooting));
  const general = rules.filter(({ code }) => /^(?:net|tls|http|chain)\//.test(code));
  expect(general.length).toBeGreaterThan(30);
  expect(general.flatMap(({ code }) => (named.has(code.replace('/', '')) ? [] : [code]))).toEqual([]);
});

test('grpcurl prints what the page says, for the rules that it names', () => {
  const [, table = ''] = /^\| grpcurl prints .*\n\| -.*\n((?:\|.*\n)*)/m.exec(troubleshooting) ?? [];
  const rows = table.split('\n').flatMap((row) => {
    const [, message] = /^\| `(.+?)`/.exec(row) ?? [];
    return message === undefined ? [] : listAnchors(row).map((anchor) => ({ message, anchor }));
  });
  expect(rows.length).toBeGreaterThan(10);
  const isPrinted = ({ message, anchor }: (typeof rows)[number]) =>
    faults.some(
      ({ kind, name, rules: codes }) =>
        kind === 'grpc' &&
        codes.some((code) => code.replace('/', '') === anchor) &&
        (printed[name] ?? '').includes(message),
    );
  expect(rows.filter((row) => !isPrinted(row))).toEqual([]);
});
