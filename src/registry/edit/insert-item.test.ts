import { describe, expect, test } from 'vitest';
import type { JsonNode } from '../json/json-node.js';
import { parseJson } from '../json/parse-json.js';
import { applyEdits } from './apply-edits.js';
import type { NewItem } from '../json/json-node.js';
import { insertField, insertItem, type ListPlace } from './insert-item.js';

function parseTree(text: string): JsonNode {
  const parsed = parseJson(text);
  if (!('tree' in parsed)) throw new Error(`not JSON: ${text}`);
  return parsed.tree;
}

function join(...lines: readonly string[]): string {
  return lines.join('\n');
}

/** The text with an item in a list; null if it cannot be there. */
function add(text: string, pointer: string, item: NewItem, siblings: readonly string[] = []): string | null {
  const place: ListPlace = { pointer, siblings };
  const edits = insertItem(text, parseTree(text), place, item);
  return edits === null ? null : applyEdits(text, edits);
}

test('a field that the items before it lack stays where it is', () => {
  const text = '[{"provider": "b", "address": "a"}]';
  const item = { id: 'i', address: 'x', provider: 'y' };
  expect(add(text, '', item)).toBe(
    '[{"provider": "b", "address": "a"}, {"id": "i", "provider": "y", "address": "x"}]',
  );
});

describe('an item is appended as the items before it are written', () => {
  test.each<[string, string, string]>([
    ['one line', '["a", "b"]', '["a", "b", "x"]'],
    ['one line, one item', '["a"]', '["a", "x"]'],
    ['one line with blanks inside', '[ "a" ]', '[ "a", "x" ]'],
    ['one line without blanks', '["a","b"]', '["a","b","x"]'],
    ['blanks before commas', '["a" , "b"]', '["a" , "b" , "x"]'],
    ['of two ways the last', '["a","b", "c"]', '["a","b", "c", "x"]'],
    ['lines', join('[', '  "a",', '  "b"', ']'), join('[', '  "a",', '  "b",', '  "x"', ']')],
    ['one item on its line', join('[', '\t"a"', ']'), join('[', '\t"a",', '\t"x"', ']')],
    ['CRLF', '[\r\n  "a"\r\n]\r\n', '[\r\n  "a",\r\n  "x"\r\n]\r\n'],
    ['commas first', join('[ "a"', ', "b"', ']'), join('[ "a"', ', "b"', ', "x"', ']')],
    ['the first on the line of the bracket', join('["a",', ' "b"]'), join('["a",', ' "b",', ' "x"]')],
    ['several on a line', join('["a", "b",', ' "c"]'), join('["a", "b",', ' "c", "x"]')],
    [
      'a group of items is no style',
      join('[', '  "a",', '', '  "b",', '  "c"', ']'),
      join('[', '  "a",', '', '  "b",', '  "c",', '  "x"', ']'),
    ],
    [
      'empty lines between all are one',
      join('[', '  "a",', '', '  "b",', '', '  "c"', ']'),
      join('[', '  "a",', '', '  "b",', '', '  "c",', '', '  "x"', ']'),
    ],
    [
      'an empty line after the bracket is not repeated',
      join('[', '', '  "a"', ']'),
      join('[', '', '  "a",', '  "x"', ']'),
    ],
    [
      'blanks at the ends of lines are not copied',
      join('[', '  "a", ', '  "b" ', ']'),
      join('[', '  "a", ', '  "b",', '  "x" ', ']'),
    ],
    ['an array without items', '[]', '["x"]'],
    ['an array without items, on two lines', join('[', ']'), join('[', '  "x"', ']')],
    ['a string becomes a list', '"a"', '["a", "x"]'],
  ])('%s', (_, text, expected) => {
    expect(add(text, '', 'x')).toBe(expected);
    const inField = (value: string) => `{"k": ${value}}`;
    expect(add(inField(text), '/k', 'x')).toBe(inField(expected));
  });

  const item = { address: 'x', provider: 'y' };
  test.each<[string, string, string]>([
    [
      'one line',
      '[{"address": "a", "provider": "b"}]',
      '[{"address": "a", "provider": "b"}, {"address": "x", "provider": "y"}]',
    ],
    [
      'without blanks',
      '[{"address":"a","provider":"b"}]',
      '[{"address":"a","provider":"b"},{"address":"x","provider":"y"}]',
    ],
    [
      'with blanks inside',
      '[ { "address" : "a" , "provider" : "b" } ]',
      '[ { "address" : "a" , "provider" : "b" }, { "address" : "x" , "provider" : "y" } ]',
    ],
    [
      'in the order of the fields there',
      '[{"provider": "b", "address": "a"}]',
      '[{"provider": "b", "address": "a"}, {"provider": "y", "address": "x"}]',
    ],
    [
      'as the last that has all fields',
      '[{"provider": "b", "address": "a"}, {"address": "c"}]',
      '[{"provider": "b", "address": "a"}, {"address": "c"}, {"provider": "y", "address": "x"}]',
    ],
    [
      'as the last that has all fields, though another has as many',
      '[{"provider": "b", "address": "a"}, {"address": "c", "archive": true}]',
      '[{"provider": "b", "address": "a"}, {"address": "c", "archive": true}, {"provider": "y", "address": "x"}]',
    ],
    [
      'with fields that the new one has not',
      '[{"archive": true, "address": "a", "provider": "b"}]',
      '[{"archive": true, "address": "a", "provider": "b"}, {"address": "x", "provider": "y"}]',
    ],
    [
      'of one field on its line',
      join('[', '  {', '    "address": "a"', '  }', ']'),
      join(
        '[',
        '  {',
        '    "address": "a"',
        '  },',
        '  {',
        '    "address": "x",',
        '    "provider": "y"',
        '  }',
        ']',
      ),
    ],
    [
      'on the lines of brackets',
      join('[{', '  "address": "a",', '  "provider": "b"', '}]'),
      join(
        '[{',
        '  "address": "a",',
        '  "provider": "b"',
        '}, {',
        '  "address": "x",',
        '  "provider": "y"',
        '}]',
      ),
    ],
    [
      'one line each',
      join('[', '    {"address": "a", "provider": "b"}', ']'),
      join('[', '    {"address": "a", "provider": "b"},', '    {"address": "x", "provider": "y"}', ']'),
    ],
    [
      'aligned below the first field',
      join('[', ' {"address": "a",', '  "provider": "b"}', ']'),
      join('[', ' {"address": "a",', '  "provider": "b"},', ' {"address": "x",', '  "provider": "y"}', ']'),
    ],
    [
      'an object without fields shows nothing',
      join('[', '  {', '  }', ']'),
      join('[', '  {', '  },', '  {', '    "address": "x",', '    "provider": "y"', '  }', ']'),
    ],
  ])('objects: %s', (_, text, expected) => {
    expect(add(text, '', item)).toBe(expected);
  });

  test('like its own items, even if a sibling differs', () => {
    const text =
      '{"rest": [{ "provider" : "a", "address" : "b" }], "grpc": [{"address":"a","provider":"b"}]}';
    expect(add(text, '/grpc', item, ['/rest'])).toBe(
      text.replace(/]}$/, ',{"address":"x","provider":"y"}]}'),
    );
  });

  test('strings are escaped exactly as by JSON.stringify', () => {
    const value = 'ä "⚡"\\\n\u2028\u200B\uD800';
    expect(add('[]', '', value)).toBe(`["ä \\"⚡\\"\\\\\\n\u2028\u200B\\ud800"]`);
    expect(add('[]', '', value)).toBe(JSON.stringify([value]));
  });
});

describe('a list without items is written like other lists of the file', () => {
  const grpc = '{"address": "x"}';
  test.each<[string, string, string, readonly string[], string]>([
    [
      'as the nearest sibling',
      join(
        '{',
        '  "rest": [',
        '    {',
        '      "address" : "a"',
        '    }',
        '  ],',
        '  "grpc": [],',
        '  "other": [{"a": "b"}]',
        '}',
      ),
      '/grpc',
      ['/rest', '/other'],
      join(
        ...['{', '  "rest": [', '    {', '      "address" : "a"', '    }', '  ],'],
        ...['  "grpc": [{"address": "x"}],', '  "other": [{"a": "b"}]', '}'],
      ),
    ],
    [
      'as a sibling, though another list is nearer',
      join(
        '{',
        '  "rest": [',
        '    {',
        '      "address" : "a"',
        '    }',
        '  ],',
        '  "grpc": [],',
        '  "other": [{"a": "b"}]',
        '}',
      ),
      '/grpc',
      ['/rest'],
      join(
        ...['{', '  "rest": [', '    {', '      "address" : "a"', '    }', '  ],'],
        ...['  "grpc": [', '    {', '      "address" : "x"', '    }', '  ],', '  "other": [{"a": "b"}]', '}'],
      ),
    ],
    [
      'as a list elsewhere, with the indent of this place',
      join('{', '\t"a": {', '\t\t"b": [{', '\t\t\t"c":1', '\t\t}]', '\t},', '\t"grpc": []', '}'),
      '/grpc',
      [],
      join(
        '{',
        '\t"a": {',
        '\t\t"b": [{',
        '\t\t\t"c":1',
        '\t\t}]',
        '\t},',
        '\t"grpc": [{',
        '\t\t"address":"x"',
        '\t}]',
        '}',
      ),
    ],
    [
      'as the objects around it, on lines',
      '{\r\n   "a" : {\r\n      "grpc" : [ ]\r\n   }\r\n}',
      '/a/grpc',
      [],
      join(
        '{',
        '   "a" : {',
        '      "grpc" : [',
        '         {',
        '            "address" : "x"',
        '         }',
        '      ]',
        '   }',
        '}',
      ).replaceAll('\n', '\r\n'),
    ],
    [
      'as the objects around it, on one line',
      '{"grpc":[],"a":1}',
      '/grpc',
      [],
      '{"grpc":[{"address":"x"}],"a":1}',
    ],
    [
      'over lines, if its brackets are on two',
      join('{"a": [', '  "s"', '  ],', ' "grpc": [', '  ]}'),
      '/grpc',
      [],
      join('{"a": [', '  "s"', '  ],', ' "grpc": [', `   ${grpc}`, ' ]}'),
    ],
  ])('%s', (_, text, pointer, siblings, expected) => {
    expect(add(text, pointer, { address: 'x' }, siblings)).toBe(expected);
  });

  test.each<[string, string, string]>([
    [
      'strings on one line, if no list of strings shows another style',
      join('{', '  "a": [', '    {}', '  ],', '  "rpc": []', '}'),
      '["x"]',
    ],
    [
      'strings as other strings',
      join('{', '  "a": [', '    "b"', '  ],', '  "rpc": []', '}'),
      join('[', '    "x"', '  ]'),
    ],
  ])('%s', (_, text, expected) => {
    expect(add(text, '/rpc', 'x')).toBe(text.replace('"rpc": []', `"rpc": ${expected}`));
  });

  test('a string becomes a list as other strings are written', () => {
    const text = join('{', '  "a": [', '    "b"', '  ],', '  "rpc": "c"', '}');
    expect(add(text, '/rpc', 'x')).toBe(
      join('{', '  "a": [', '    "b"', '  ],', '  "rpc": [', '    "c",', '    "x"', '  ]', '}'),
    );
  });
});

describe('a missing list is created', () => {
  test.each<[string, string, string, readonly string[], string]>([
    ['as the last field', '{"a": 1}', '/rpc', [], '{"a": 1, "rpc": [{"address": "x"}]}'],
    [
      'after the last of its siblings',
      '{"b": [], "a": [], "c": 1}',
      '/rpc',
      ['/a', '/b'],
      '{"b": [], "a": [], "rpc": [{"address": "x"}], "c": 1}',
    ],
    ['as the only field', '{"apis": {}}', '/apis/rpc', [], '{"apis": {"rpc": [{"address": "x"}]}}'],
    [
      'with the objects that it is in',
      '{"a":1}',
      '/b/c/rpc',
      [],
      '{"a":1,"b":{"c":{"rpc":[{"address":"x"}]}}}',
    ],
    [
      'in an item of a list',
      '{"chains": [{"id": 1}, {"id": 2}]}',
      '/chains/1/apis/rpc',
      [],
      '{"chains": [{"id": 1}, {"id": 2, "apis": {"rpc": [{"address": "x"}]}}]}',
    ],
    ['with escaped names', '{"a/b": {}}', '/a~1b/"~0', [], '{"a/b": {"\\"~": [{"address": "x"}]}}'],
    [
      'in a file without fields',
      '{}',
      '/rpc',
      [],
      join('{', '  "rpc": [', '    {', '      "address": "x"', '    }', '  ]', '}'),
    ],
    [
      'as the fields beside it',
      join('{ "a" : 1', ', "b" : 2', '}'),
      '/rpc',
      [],
      join('{ "a" : 1', ', "b" : 2', ', "rpc" : [{"address" : "x"}]', '}'),
    ],
    [
      'indented as the fields are, after a value that is not',
      join('{', '  "a": [1,', '        2]', '}'),
      '/rpc',
      [],
      join(
        '{',
        '  "a": [1,',
        '        2],',
        '  "rpc": [',
        '    {',
        '      "address": "x"',
        '    }',
        '  ]',
        '}',
      ),
    ],
    [
      'with colons as the sibling has them, and as its items do',
      join('{', '  "a": 1,', '  "grpc" : [', '    {', '      "url":"b"', '    }', '  ],', '  "c": 2', '}'),
      '/rpc',
      ['/grpc'],
      join(
        ...['{', '  "a": 1,', '  "grpc" : [', '    {', '      "url":"b"', '    }', '  ],'],
        ...['  "rpc" : [', '    {', '      "address":"x"', '    }', '  ],', '  "c": 2', '}'],
      ),
    ],
    [
      'with a final line break and CRLF',
      '{\r\n\t"a": 1\r\n}\r\n',
      '/apis/rpc',
      [],
      join(
        '{',
        '\t"a": 1,',
        '\t"apis": {',
        '\t\t"rpc": [',
        '\t\t\t{',
        '\t\t\t\t"address": "x"',
        '\t\t\t}',
        '\t\t]',
        '\t}',
        '}',
        '',
      ).replaceAll('\n', '\r\n'),
    ],
  ])('%s', (_, text, pointer, siblings, expected) => {
    expect(add(text, pointer, { address: 'x' }, siblings)).toBe(expected);
  });

  test('a field that is one string', () => {
    const text = '{"api": "a", "b": 1}';
    const edits = insertField(text, parseTree(text), { pointer: '/rpc', siblings: ['/api'] }, 'x');
    expect(applyEdits(text, edits ?? [])).toBe('{"api": "a", "rpc": "x", "b": 1}');
  });
});

describe('a value that is no list stays unchanged', () => {
  test.each<[string, string, string, NewItem]>([
    ['an object', '{"rpc": {"address": "a"}}', '/rpc', 'x'],
    ['null', '{"rpc": null}', '/rpc', 'x'],
    ['a string, if an object is added', '{"rpc": "a"}', '/rpc', { address: 'x' }],
    ['a parent that is a string', '{"apis": "a"}', '/apis/rpc', 'x'],
    ['a parent that is a list', '{"apis": []}', '/apis/rpc', 'x'],
    ['a document that is a number', '1', '/rpc', 'x'],
  ])('%s', (_, text, pointer, item) => {
    expect(add(text, pointer, item)).toBeNull();
  });

  test('an existing field is not created again', () => {
    const text = '{"rpc": []}';
    expect(insertField(text, parseTree(text), { pointer: '/rpc', siblings: [] }, 'x')).toBeNull();
  });
});
