import { beforeAll, describe, expect, test } from 'vitest';
import { fixFile } from '../../../test/support/registry-files.js';
import { hyperlane } from '../../formats/hyperlane/index.js';
import { applyEdits } from '../edit/apply-edits.js';
import { loadParsers } from './parsers.js';
import { parseYaml } from './yaml.js';

beforeAll(() => loadParsers(['yaml']));

/** Removes an item of the list `x`; null if nothing is removed. */
function remove(text: string, ...indices: readonly number[]): string | null {
  const parsed = parseYaml(text);
  if ('reason' in parsed) throw new Error(parsed.reason);
  const list = parsed.tree.fields.find(({ name }) => name === 'x')?.value;
  const edits = list?.itemWriting?.remove(new Set(indices)) ?? [];
  return edits.length === 0 ? null : applyEdits(text, edits);
}

describe('a removal leaves a file that is read', () => {
  test.each([
    ['an anchor in an item', 'x:\n- a: &b 1\n- c\ny: *b\n'],
    ['an anchor in an item in brackets', 'x: [{ a: &b 1 }, c]\ny: *b\n'],
    ['an anchor of the list', 'x: &b\n- a\ny: *b\n'],
    ['an anchor of the list on a separate line', 'x:\n  &b\n  - a\ny: *b\n'],
    ['a tag of the list', 'x: !!seq\n- a\n'],
  ])('%s stays', (_, text) => expect(remove(text, 0)).toBeNull());

  test('an alias goes', () => expect(remove('y: &b 1\nx:\n- *b\n- c\n', 0)).toBe('y: &b 1\nx:\n- c\n'));
});

test.each([
  [
    'fields that are merged',
    '%YAML 1.1\n---\na: &b {c: 1}\nd:\n  <<: *b\n',
    { reason: 'fields that are merged by << are not read', offset: 32 },
  ],
  ['a second document', 'a: 1\n---\nb: 1\n', { reason: 'the file holds several documents', offset: 5 }],
  [
    'a carriage return alone',
    'a: "1\r\n2"\r\nb: 1\rc: 2\n',
    { reason: 'a carriage return without a line feed', offset: 15 },
  ],
  ['what is nested very deeply', `a:\n ${'- '.repeat(20_000)}b`, { reason: 'nested too deeply' }],
])('%s is refused', (_, text, expected) => expect(parseYaml(text)).toMatchObject(expected));

describe('all equal aliases but the first are removed', () => {
  const location = {
    path: 'chains/x/metadata.yaml',
    format: hyperlane,
    chain: 'x',
    expected: null,
    list: null,
  };
  const write = (aliases: string) =>
    `domainId: 1\nprotocol: ethereum\nchainId: 1\nx: &a {http: https://a.example}\nrpcUrls: [${aliases}]\n`;

  // More than are read at once.
  test.each([3, 1_500])('of %d', (count) => {
    expect(fixFile(location, write('*a, '.repeat(count)))).toBe(write('*a, '));
    expect(fixFile(location, write(`*a${', *a'.repeat(count)}`))).toBe(write('*a'));
  });
});
