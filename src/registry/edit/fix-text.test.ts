import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.js';
import type { PlacedProblem, TextEdit } from '../../model/finding.js';
import { chainlist } from '../../formats/chainlist/index.js';
import { loadFile } from '../load-file.js';
import { sizeLimitBytes } from '../size-limits.js';
import { fixText } from './fix-text.js';

const location = {
  path: 'chain/x/param.json',
  format: chainlist,
  chain: 'x',
  expected: null,
  list: null,
};

function judge(text: string): readonly PlacedProblem[] {
  return loadFile(location, { text, problem: null }, checks).problems;
}

function fix(text: string): string {
  return fixText(text, judge(text), { judge, accepts: () => true }).text;
}

describe('syntax errors with one right correction', () => {
  it.each([
    ['a trailing comma before }', '{"a": 1,}', '{"a": 1}'],
    ['one on its own line', '{\n  "a": [\n    1,\n  ]\n}\n', '{\n  "a": [\n    1\n  ]\n}\n'],
    ['a trailing comma at the end', '{"a": 1},', '{"a": 1}'],
    ['two commas', '{"a": 1,, "b": 2}', '{"a": 1, "b": 2}'],
    ['two commas at the end', '[1,,]', '[1]'],
    ['a missing comma between fields', '{"a": 1 "b": 2}', '{"a": 1, "b": 2}'],
    ['a missing comma after a line', '{\n  "a": "x"\n  "b": 2\n}', '{\n  "a": "x",\n  "b": 2\n}'],
    ['a missing comma between objects', '[{"a": 1} {"a": 2}]', '[{"a": 1}, {"a": 2}]'],
    ['a missing colon', '{"a" 1}', '{"a": 1}'],
    ['an equals sign', '{"a" = 1}', '{"a" : 1}'],
    ['an arrow', '{"a" => 1}', '{"a" : 1}'],
    ['a comment on its own line', '{\n  // why\n  "a": 1\n}', '{\n  "a": 1\n}'],
    ['a comment after a value', '{\r\n  "a": 1, // why\r\n  "b": 2\r\n}', '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
    ['a block comment between tokens', '{"a": 1/* why */,"b": 2}', '{"a": 1,"b": 2}'],
    ['a block comment', '{ /* one\n two */ "a": 1 }', '{ "a": 1 }'],
    ['a block comment of lines', '{\n  /* one\n  two */\n  "a": 1\n}', '{\n  "a": 1\n}'],
    ['a comment with a hash', '# why\n{"a": 1}', '{"a": 1}'],
    ['a comment that was a field', '{\n  // "b": "c",\n  "a": 1\n}', '{\n  "a": 1\n}'],
    ['a semicolon at the end', '{"a": 1};\n', '{"a": 1}\n'],
    ['a comment at the end', '{"a": 1} // why', '{"a": 1}'],
    ['single quotes', "{'a': 'it\\'s'}", '{"a": "it\'s"}'],
    ['curly quotes', '{“a”: “b”}', '{"a": "b"}'],
    ['a key without quotes', '{a: 1}', '{"a": 1}'],
    ['capitals', '{"a": True, "b": NULL}', '{"a": true, "b": null}'],
    ['a byte order mark', '\uFEFF{"a": 1}', '{"a": 1}'],
    ['a byte order mark and more', '\uFEFF{"a": 1,}', '{"a": 1}'],
    ['a no-break space', '{\u00a0"a": 1}', '{ "a": 1}'],
    ['a zero-width space', '{\u200b"a": 1}', '{"a": 1}'],
    ['a tab in a string', '{"a": "x\ty"}', '{"a": "x\\ty"}'],
    ['an escaped apostrophe', '{"a": "it\\\'s"}', '{"a": "it\'s"}'],
    ['several on one line', "{'a': 1, b: [1, 2,], }", '{"a": 1, "b": [1, 2] }'],
  ])('%s', (_, text, fixed) => {
    expect(fix(text)).toBe(fixed);
    expect(() => void JSON.parse(fixed)).not.toThrow();
    expect(fix(fixed)).toBe(fixed);
  });

  it('are fixed however many there are', () => {
    expect(fix(`[${'[1,],'.repeat(100)}[]]`)).toBe(`[${'[1],'.repeat(100)}[]]`);
  });
});

describe('an ambiguous error', () => {
  it.each([
    ['quotes within a string', '{"a": "the "best" chain"}'],
    ['quotes within a string that look like a field', '{"a": "the "best": one"}'],
    ['quotes within a string around a literal', '{"a": "the "true" chain"}'],
    ['quotes within a string around a number', '{"a": "the "10" chains"}'],
    ['quotes within a string, and another string', '{"a": "b" "c" "d"\n}'],
    ['an unclosed string before a field', '{"a": "x\n"b": 1}'],
    ['a quote too many after a key', '{"a"": "b", "c": "d"}'],
    ['a missing colon and value', '{"a"\n"b": 1}'],
    ['two equals signs', '{"a" == 1}'],
    ['a block comment without its end', '{\n  "a": 1,\n  /* why\n  "b": [\n    2\n  ]\n}\n'],
    ['one after the JSON', '{"a": 1}\n/* "b": 2\n'],
    ['a block comment within a number', '{"a": 1/* why */8}'],
    ['a missing value', '{"a": , "b": 1}'],
    ['an unclosed string', '{"a": "x\n}'],
    ['a file that breaks off', '{"a": [1, 2'],
    ['another closer', '{"a": [1, 2}, "b": 3}'],
    ['a word', '{"a": none}'],
    ['two documents', '{"a": 1}\n{"a": 2}'],
    ['a web page', '<!DOCTYPE html>\n<html></html>'],
    ['a number with leading zeros', '{"a": 007}'],
    ['an escape that nobody has', '{"a": "C:\\chain"}'],
    ['nothing', ''],
    ['a color without its first quote, which is no comment', '{"a": #06b7dd"}'],
    ['a comment in the place of a value', '{"a": // why\n1}'],
    ['one without both quotes', '{"a": #06b7dd}'],
    ['an address without its first quote', '{"a": //grpc.example.com:443",\n"b": 1}'],
    ['an item without its first quote', '["a",\n#06b7dd",\n"b"]'],
    ['a key without its last quote', '{"a: "18"}'],
    ['one before an address', '{"a" : 1,\n"address : "192.0.2.1:443"}'],
  ])('%s', (_, text) => {
    expect(fix(text)).toBe(text);
  });

  it('is left, while the rest is fixed', () => {
    expect(fix('{"a": , "b": [1,]}')).toBe('{"a": , "b": [1]}');
  });

  it('an unfinished merge is left, whatever else is wrong', () => {
    const text = '{\n<<<<<<< HEAD\n  "a": 1,\n=======\n  "a": 2,\n>>>>>>> main\n}\n';
    expect(fix(text)).toBe(text);
  });
});

describe('real broken files', () => {
  const directory = 'fixtures/registries/broken/chain';
  const texts = readdirSync(directory).map((chain): [string, string] => [
    chain,
    readFileSync(join(directory, chain, 'param.json'), 'utf8'),
  ]);

  it.each(texts)('%s: one character is removed', (_, text) => {
    const fixed = fix(text);
    expect(fix(fixed)).toBe(fixed);
    const isValid = judge(fixed).every(({ problem }) => problem.code !== 'file/invalid-json');
    expect({ isValid, grew: fixed.length - text.length }).toEqual({ isValid: true, grew: -1 });
  });
});

it.each([
  ['a small text until as much is judged as 20 times 256 KiB', 1_024, 20 * 256],
  ['a large one 20 times', 1_000_000, 20],
  ['the largest five times', sizeLimitBytes, 5],
])('a text is judged a limited number of times: %s', (_, length, times) => {
  const problems = (text: string): PlacedProblem[] => [
    {
      problem: { code: 'file/schema', data: { reason: text.slice(0, 4), fix: '' } },
      place: { file: null, pointer: '', range: null },
      entry: null,
      // Another problem each time, in a text of the same length.
      fix: {
        edits: [{ offset: 0, length: 4, text: String(1_000 + ((Number(text.slice(0, 4)) + 1) % 9_000)) }],
      },
    },
  ];
  const text = '1000'.padEnd(length);
  const { fixed } = fixText(text, problems(text), { judge: problems, accepts: () => true });
  expect(fixed).toHaveLength(times);
});

describe('adjacent fixes', () => {
  /** How many of two fixes of `ab` are made at once, and the result. */
  function fixBoth(...edits: readonly [TextEdit, TextEdit]): readonly [number, string] {
    const problems = edits.map((edit): PlacedProblem => ({
      problem: { code: 'file/schema', data: { reason: '', fix: '' } },
      place: { file: null, pointer: '', range: null },
      entry: null,
      fix: { edits: [edit] },
    }));
    const { fixed, text: after } = fixText('ab', problems, { judge: () => [], accepts: () => true });
    return [fixed.length, after];
  }
  const edit = (offset: number, length: number, text: string): TextEdit => ({ offset, length, text });

  it.each<[string, TextEdit, TextEdit, readonly [number, string]]>([
    ['replace one character after another', edit(0, 1, 'x'), edit(1, 1, 'y'), [2, 'xy']],
    ['are named last first', edit(1, 1, 'y'), edit(0, 1, 'x'), [2, 'xy']],
    ['insert at two places', edit(0, 0, 'x'), edit(1, 0, 'y'), [2, 'xayb']],
    ['are the same', edit(1, 0, 'x'), edit(1, 0, 'x'), [2, 'axb']],
  ])('are made together if they %s', (_, first, second, expected) => {
    expect(fixBoth(first, second)).toEqual(expected);
  });

  it.each<[string, TextEdit, TextEdit, readonly [number, string]]>([
    ['replace one character', edit(0, 2, 'x'), edit(1, 1, 'y'), [1, 'x']],
    ['insert at one place', edit(1, 0, 'x'), edit(1, 0, 'y'), [1, 'axb']],
    ['insert where the other one ends', edit(0, 1, 'x'), edit(1, 0, 'y'), [1, 'xb']],
    ['insert where the other one begins', edit(1, 0, 'x'), edit(1, 1, 'y'), [1, 'axb']],
  ])('wait for each other if they %s', (_, first, second, expected) => {
    expect(fixBoth(first, second)).toEqual(expected);
  });
});

describe('a harmful fix', () => {
  const broken = (text: string): PlacedProblem[] =>
    text.includes('bad')
      ? [
          {
            problem: { code: 'file/schema', data: { reason: 'bad' } },
            place: { file: null, pointer: '', range: { line: 1, column: 2, endLine: 1, endColumn: 5 } },
            entry: null,
            fix: { edits: [{ offset: 0, length: 1, text: text.includes('[') ? '' : '[' }] },
          },
        ]
      : [];

  it('is made after all if other fixes have removed the harm', () => {
    expect(fix('{9{')).toBe('{"9":{');
  });

  it('is taken back if its own problem remains', () => {
    const problems = broken(' bad');
    expect(fixText(' bad', problems, { judge: broken, accepts: () => true }).text).toBe(' bad');
  });
});

describe('a fix that breaks a file is rejected', () => {
  it.each(['file/invalid-json', 'file/invalid-syntax', 'file/too-deep'])('with %s', (code) => {
    const place = { file: 'x', pointer: '', range: { line: 1, column: 1, endLine: 1, endColumn: 2 } };
    const placed = (problemCode: string, text: string): PlacedProblem => ({
      problem: { code: problemCode, data: {} },
      place,
      entry: null,
      fix: { edits: [{ offset: 0, length: 1, text }] },
    });
    const problems = (text: string) => [text === 'a' ? placed('entry/duplicate', 'b') : placed(code, 'b')];
    expect(fixText('a', problems('a'), { judge: problems, accepts: () => true }).text).toBe('a');
  });
});
