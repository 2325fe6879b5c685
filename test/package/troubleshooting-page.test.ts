import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';
import { faults } from '../faults/index.js';
import { readMarkdown } from '../support/documents.js';

const page = readFileSync('docs/troubleshooting.md', 'utf8');
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
  const named = new Set(listAnchors(page));
  const general = rules.filter(({ code }) => /^(?:net|tls|http|chain)\//.test(code));
  expect(general.length).toBeGreaterThan(30);
  expect(general.flatMap(({ code }) => (named.has(code.replace('/', '')) ? [] : [code]))).toEqual([]);
});

test('grpcurl prints what the page says, for the rules that it names', () => {
  const [, table = ''] = /^\| grpcurl prints .*\n\| -.*\n((?:\|.*\n)*)/m.exec(page) ?? [];
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
