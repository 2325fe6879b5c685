import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFindings } from '../../../test/support/registry-files.js';
import { LineIndex } from '../../model/place.js';
import type { JsonNode, Span } from './json-node.js';
import { depthLimit, parseJson } from './parse-json.js';

const tooDeep = {
  rule: 'file/too-deep',
  pointer: '',
  message: 'arrays and objects are nested more than 32 levels deep',
  hint: 'flatten the file',
};

describe('nesting beyond 32 levels is reported at the bracket that exceeds the limit', () => {
  test.each([
    ['more levels than a stack has', '['.repeat(100_000) + ']'.repeat(100_000), '1:33-1:34'],
    ['a file that does not even close them', '['.repeat(200_000), '1:33-1:34'],
  ])('%s', async (_title, text, at) => {
    expect(await readFindings(text)).toEqual([{ ...tooDeep, at }]);
  });

  // The builder of the tree steps over closing brackets that have no partner; if it did not count them, it would run out of stack.
  test.each([
    [
      'closing brackets that come first',
      `{"a": ${']'.repeat(100_000)}, "b": ${'['.repeat(100_000)}`,
      '1:100045-1:100046',
    ],
    ['a closing bracket of the other kind at each level', '{"a":],"b":'.repeat(20_000), '1:353-1:354'],
  ])('%s', async (_title, text, at) => {
    expect(await readFindings(text)).toEqual([{ ...tooDeep, at }]);
  });
});

describe('32 levels pass', () => {
  test.each([
    ['many brackets side by side', `{"a":[${'[],'.repeat(1_000)}[]]}`],
    ['brackets in a string', `{"a":"${'[{'.repeat(1_000)}"}`],
  ])('%s', async (_title, text) => {
    expect(await readFindings(text)).toEqual([]);
  });
});

describe('JSON is what JSON.parse reads, and nothing else', () => {
  const withinLimit = fc.jsonValue({ maxDepth: depthLimit - 2 });

  test('every value that JSON.stringify writes has a tree of the same value, in any indentation and with any line ends', () => {
    fc.assert(
      fc.property(
        withinLimit,
        fc.integer({ min: 0, max: 10 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (value, indent, lineEnd) => {
          const text = JSON.stringify(value, null, indent).replaceAll('\n', lineEnd);
          const parsed = parseJson(text);
          expect('tree' in parsed ? readTree(text, parsed.tree) : parsed).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  test('JSON with one character added, removed or changed is accepted if and only if JSON.parse accepts it', () => {
    const sign = fc.constantFrom(...Array.from('{}[],:"\'\\/0123456789.-+eEtfn \n\r\t\0\u00A0\u2028\uFEFF'));
    fc.assert(
      fc.property(withinLimit, fc.nat(), fc.nat(1), fc.option(sign), (value, at, length, character) => {
        const text = JSON.stringify(value, null, 1);
        const start = at % (text.length + 1);
        const edited = text.slice(0, start) + (character ?? '') + text.slice(start + length);
        expect('tree' in parseJson(edited)).toBe(isJson(edited));
      }),
      { numRuns: 500 },
    );
  });
});

/** The value of a tree, each part read at the place that the tree has for it. */
function readTree(text: string, node: JsonNode): unknown {
  const { offset, length, range } = node;
  expect(range).toEqual(new LineIndex(text).range(offset, length));
  if (node.type === 'array') return node.items.map((item) => readTree(text, item));
  if (node.type === 'object') {
    return Object.fromEntries(
      node.fields.map(({ name, key, value }) => {
        expect(JSON.parse(slice(text, key))).toBe(name);
        return [name, readTree(text, value)];
      }),
    );
  }
  const value: unknown = JSON.parse(text.slice(offset, offset + length));
  expect(node.string).toBe(typeof value === 'string' ? value : '');
  return value;
}

function slice(text: string, { range: { line, column, endColumn } }: Span): string {
  return text.split(/\r\n|\n|\r/)[line - 1]?.slice(column - 1, endColumn - 1) ?? '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('no more than twenty syntax errors of a file are reported', async () => {
  expect(await readFindings(`[${'{"a":1,},'.repeat(100)}1]`)).toHaveLength(20);
});
