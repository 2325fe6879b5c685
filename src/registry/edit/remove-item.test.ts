import { describe, expect, test } from 'vitest';
import type { JsonNode } from '../json/json-node.js';
import { parseJson } from '../json/parse-json.js';
import { applyEdits, areDisjoint } from './apply-edits.js';
import { removeAt, removeParts } from './remove-item.js';

function parseTree(text: string): JsonNode {
  const parsed = parseJson(text);
  if (!('tree' in parsed)) throw new Error(`not JSON: ${text}`);
  return parsed.tree;
}

function join(...lines: readonly string[]): string {
  return lines.join('\n');
}

describe('an item is removed with its comma and its white space, and the rest stays unchanged', () => {
  const lines = join('[', '  "a",', '  "b",', '  "c"', ']');
  const oneLine = '["a", "b", "c"]';
  const objects = join('[{', '  "a": 1', '}, {', '  "b": 2', '}, {', '  "c": 3', '}]');
  const commaFirst = join('[ "a"', ', "b"', ', "c"', ']');
  const groups = join('[', '  "a",', '', '  "b",', '  "c",', '', '  "d"', ']');
  const untidy = join('[', ' "a",', '  "b", ', '    "c",', '  "d" ]');
  const mixed = join('["a", "b",', ' "c", "d"]');
  test.each<[string, string, readonly number[], string]>([
    ['first of lines', lines, [0], join('[', '  "b",', '  "c"', ']')],
    ['middle of lines', lines, [1], join('[', '  "a",', '  "c"', ']')],
    ['last of lines', lines, [2], join('[', '  "a",', '  "b"', ']')],
    ['neighbours at the start', lines, [0, 1], join('[', '  "c"', ']')],
    ['neighbours at the end', lines, [2, 1], join('[', '  "a"', ']')],
    ['first and last', lines, [0, 2], join('[', '  "b"', ']')],
    ['all of lines', lines, [0, 1, 2], '[]'],
    ['first of one line', oneLine, [0], '["b", "c"]'],
    ['middle of one line', oneLine, [1], '["a", "c"]'],
    ['last of one line', oneLine, [2], '["a", "b"]'],
    ['only one', '[ "a" ]', [0], '[]'],
    ['only one, on its line', join('[', '  "a"', ']'), [0], '[]'],
    ['one line with blanks inside', '[ "a", "b" ]', [1], '[ "a" ]'],
    ['no blanks at all', '["a","b","c"]', [1], '["a","c"]'],
    ['blanks before commas', '["a" , "b" , "c"]', [2], '["a" , "b"]'],
    ['CRLF', '[\r\n\t"a",\r\n\t"b"\r\n]', [0], '[\r\n\t"b"\r\n]'],
    ['CRLF, last', '[\r\n\t"a",\r\n\t"b"\r\n]', [1], '[\r\n\t"a"\r\n]'],
    ['first, on the line of the bracket', objects, [0], join('[{', '  "b": 2', '}, {', '  "c": 3', '}]')],
    ['middle, on lines of brackets', objects, [1], join('[{', '  "a": 1', '}, {', '  "c": 3', '}]')],
    ['last, on lines of brackets', objects, [2], join('[{', '  "a": 1', '}, {', '  "b": 2', '}]')],
    ['first, with commas first', commaFirst, [0], join('[ "b"', ', "c"', ']')],
    ['middle, with commas first', commaFirst, [1], join('[ "a"', ', "c"', ']')],
    ['last, with commas first', commaFirst, [2], join('[ "a"', ', "b"', ']')],
    ['a group of one', groups, [0], join('[', '  "b",', '  "c",', '', '  "d"', ']')],
    ['first of a group', groups, [1], join('[', '  "a",', '', '  "c",', '', '  "d"', ']')],
    ['last of a group', groups, [2], join('[', '  "a",', '', '  "b",', '', '  "d"', ']')],
    ['all of a group', groups, [1, 2], join('[', '  "a",', '', '  "d"', ']')],
    ['the last group', groups, [3], join('[', '  "a",', '', '  "b",', '  "c"', ']')],
    ['first of a line of several', mixed, [2], join('["a", "b",', ' "d"]')],
    ['last of a line of several', mixed, [1], join('["a",', ' "c", "d"]')],
    ['first, with another indent', untidy, [0], join('[', '  "b", ', '    "c",', '  "d" ]')],
    ['middle, with blanks after its comma', untidy, [1], join('[', ' "a",', '    "c",', '  "d" ]')],
    ['middle, with another indent', untidy, [2], join('[', ' "a",', '  "b", ', '  "d" ]')],
    ['last, with the bracket on its line', untidy, [3], join('[', ' "a",', '  "b", ', '    "c" ]')],
    ['first on a line, with commas first', join('[', '  "a"', ', "b"', ']'), [0], join('[', '  "b"', ']')],
    ['commas and brackets in strings', '["a,]", "[,", "c"]', [1], '["a,]", "c"]'],
    ['none', lines, [], lines],
    ['one that is not there', lines, [3, -1], lines],
  ])('%s', (_, text, indices, expected) => {
    expect(applyEdits(text, removeParts(text, parseTree(text), indices))).toBe(expected);
  });

  test('items that are no neighbours can be removed by separate calls', () => {
    for (const text of [lines, oneLine, objects, commaFirst, mixed, groups]) {
      const tree = parseTree(text);
      const edits = [0, 2].flatMap((index) => removeParts(text, tree, [index]));
      expect(areDisjoint(edits)).toBe(true);
      expect(applyEdits(text, edits)).toBe(applyEdits(text, removeParts(text, tree, [0, 2])));
    }
  });

  test('so can neighbours of the same text, such as duplicates', () => {
    for (const text of [lines, oneLine, objects, commaFirst]) {
      const tree = parseTree(text);
      const edits = [1, 2].flatMap((index) => removeParts(text, tree, [index]));
      expect(areDisjoint(edits)).toBe(true);
      expect(applyEdits(text, edits)).toBe(applyEdits(text, removeParts(text, tree, [1, 2])));
    }
  });
});

describe('a field is removed like an item', () => {
  const lines = join('{', '  "a" : 1,', '  "a" : [2],', '  "b" : {', '    "c" : 3', '  }', '}');
  test.each<[string, string, readonly number[], string]>([
    [
      'first of two with the same key',
      lines,
      [0],
      join('{', '  "a" : [2],', '  "b" : {', '    "c" : 3', '  }', '}'),
    ],
    ['second of them', lines, [1], join('{', '  "a" : 1,', '  "b" : {', '    "c" : 3', '  }', '}')],
    ['last, an object', lines, [2], join('{', '  "a" : 1,', '  "a" : [2]', '}')],
    ['several', lines, [0, 2], join('{', '  "a" : [2]', '}')],
    ['all', lines, [0, 1, 2], '{}'],
    ['of one line', '{"a": 1, "b": 2}', [1], '{"a": 1}'],
    ['the only one', '{ "a": 1 }', [0], '{}'],
  ])('%s', (_, text, indices, expected) => {
    const tree = parseTree(text);
    expect(applyEdits(text, removeParts(text, tree, indices))).toBe(expected);
  });
});

describe('pointers name the parts to remove, in any order', () => {
  const text = '{"apis": {"grpc": [1, 2, 3], "rpc": ["a"], "a/b~c": 1}, "rest": "b"}';
  test.each<[string, readonly string[], string]>([
    [
      'items of two arrays',
      ['/apis/grpc/1', '/apis/rpc/0', '/apis/grpc/2'],
      text.replace(', 2, 3', '').replace('"a"]', ']'),
    ],
    ['a field', ['/rest'], text.replace(', "rest": "b"', '')],
    ['a field with an escaped name', ['/apis/a~1b~0c'], text.replace(', "a/b~c": 1', '')],
    ['the same twice', ['/apis/grpc/0', '/apis/grpc/0'], text.replace('1, 2', '2')],
    ['nothing', ['/apis/grpc/3', '/apis/grpc/-', '/apis/grpc/01x', '/nowhere/0', '/rest/0', ''], text],
  ])('%s', (_, pointers, expected) => {
    expect(applyEdits(text, removeAt(text, parseTree(text), pointers))).toBe(expected);
  });

  test('of fields with the same key the last one, whose value counts', () => {
    const twice = '{"rpc": ["a"], "rpc": ["b", "c"]}';
    const edits = removeAt(twice, parseTree(twice), ['/rpc/0']);
    expect(applyEdits(twice, edits)).toBe('{"rpc": ["a"], "rpc": ["c"]}');
  });
});
