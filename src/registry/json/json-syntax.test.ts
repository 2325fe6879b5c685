import { describe, expect, test } from 'vitest';
import { checkFile, readFindings } from '../../../test/support/check-file.js';

const comma = 'remove the comma';
const value = 'write a string in double quotes, a number, true, false or null';
const missingComma = 'missing comma';
const addComma = 'add a comma after this value';
const noComments = 'JSON does not allow comments';
const doubleQuotes = 'JSON strings need double quotes';

/** The title, the JSON, the place, the reason and the fix. */
type Case = readonly [title: string, text: string, at: string, reason: string, hint: string];

const cases: readonly Case[] = [
  ['an empty file', '', '1:1-1:1', 'the file is empty', 'write at least {}'],
  ['only white space', ' \n\t\r\n ', '1:1-1:1', 'the file is empty', 'write at least {}'],
  [
    'a byte order mark',
    '\uFEFF{}',
    '1:1-1:2',
    'byte order mark (U+FEFF) at the start',
    'save it as UTF-8 without BOM',
  ],

  ['a trailing comma in an object', '{"a": 1,}', '1:8-1:9', 'trailing comma before }', comma],
  ['a trailing comma in an array', '[1, 2,\n]', '1:6-1:7', 'trailing comma before ]', comma],
  ['a trailing comma on the line before', '{\n  "a": 1,\n}\n', '2:9-2:10', 'trailing comma before }', comma],
  ['a trailing comma with CR LF', '{\r\n  "a": 1,\r\n}\r\n', '2:9-2:10', 'trailing comma before }', comma],
  ['a trailing comma with lone CR', '{\r"a": 1,\r}', '2:7-2:8', 'trailing comma before }', comma],
  ['a trailing comma after an emoji', '{"🔥": "👍🏽",}', '1:14-1:15', 'trailing comma before }', comma],
  ['a comma at the end of the file', '{"a": 1,\n', '1:8-1:9', 'trailing comma at the end', comma],
  ['two commas', '{"a": 1,, "b": 2}', '1:9-1:10', 'comma without a value before it', comma],
  ['a comma before the first value', '[, 1]', '1:2-1:3', 'comma without a value before it', comma],
  ['no comma between fields', '{"a": 1\n"b": 2}', '1:7-1:8', missingComma, addComma],
  ['no comma between items', '[{}\n{}]', '1:3-1:4', missingComma, addComma],
  ['no comma after an emoji', '{"a": "🔥" "b": 1}', '1:10-1:11', missingComma, addComma],

  [
    'an unclosed string',
    '{"chain_id_evm" : "0x531,\n"b": 1}',
    '1:19-1:26',
    'unclosed string',
    'add the closing quote',
  ],
  ['an unclosed string at the end', '["b', '1:2-1:4', 'unclosed string', 'add the closing quote'],
  [
    'an escaped apostrophe',
    String.raw`{"a": "it\'s"}`,
    '1:10-1:12',
    String.raw`invalid escape \'`,
    "write ' without a backslash",
  ],
  [
    'an unknown escape',
    String.raw`["\\\x41"]`,
    '1:5-1:7',
    String.raw`invalid escape \x`,
    String.raw`write \\ for a backslash, or remove it`,
  ],
  [
    'a short \\u escape',
    String.raw`["\u00e9\u12"]`,
    '1:9-1:11',
    String.raw`\u without four hex digits`,
    String.raw`write \u and four hex digits`,
  ],
  ['a tab in a string', '["a\tb"]', '1:4-1:5', 'tab in a string', String.raw`write \t`],
  [
    'a control character in a string',
    '["a\u0001"]',
    '1:4-1:5',
    'control character U+0001 in a string',
    String.raw`remove it, or escape it with \u`,
  ],

  ['a comment of other languages', '{\n  # no\n}', '2:3-2:7', noComments, 'remove the comment'],
  [
    'the conflict of a merge',
    '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> b\n}',
    '2:1-2:13',
    'merge conflict marker',
    'keep one side of the conflict, and remove the markers',
  ],
  [
    'curly quotes around a value',
    '{"a": “b”}',
    '1:7-1:8',
    '“ is not a quote of JSON',
    'write straight quotes, "…"',
  ],
  [
    'curly quotes around a key',
    '{“a”: 1}',
    '1:2-1:3',
    '“ is not a quote of JSON',
    'write straight quotes, "…"',
  ],
  ['an equals sign', '{"a" = "b"}', '1:6-1:7', '= instead of a colon', 'write a colon'],
  ['a line comment', '{\n  // no\n}', '2:3-2:8', noComments, 'remove the comment'],
  ['a comment of several lines', '{"a": /* c\n d */ 1}', '1:7-1:11', noComments, 'remove the comment'],
  ['an unclosed comment', '/* open', '1:1-1:8', noComments, 'remove the comment'],
  // The scanner's last token then ends after the end of the file.
  ['a comment that does no more than begin', '{}\n/*', '2:1-2:3', noComments, 'remove the comment'],
  ['single quotes around a key', "{'a': 1}", '1:2-1:3', doubleQuotes, `write "…" instead of '…'`],
  ['single quotes around a value', `{"a": 'b'}`, '1:7-1:8', doubleQuotes, `write "…" instead of '…'`],
  [
    'a key without quotes',
    '{"a": 1, chain_id: 2}',
    '1:10-1:18',
    'key chain_id without quotes',
    'write "chain_id"',
  ],
  ['a number as a key', '{1: 2}', '1:2-1:3', 'key 1 without quotes', 'write "1"'],
  ['an array as a key', '{[1]: 2}', '1:2-1:3', 'expected a key', 'write a key in double quotes'],
  ['a key without colon', '{"a" 1}', '1:4-1:5', 'missing colon', 'add a colon after this key'],

  ['NaN', '{"a": NaN}', '1:7-1:10', 'NaN is not a JSON value', value],
  ['minus infinity', '[-Infinity]', '1:2-1:11', '-Infinity is not a JSON value', value],
  ['True', '{"a": True}', '1:7-1:11', 'True in capitals', 'write true'],
  ['no value', '{"a": }', '1:7-1:8', 'missing value before }', value],
  [
    'an unfinished number',
    '[1.]',
    '1:2-1:4',
    '1. is not a number',
    'write the whole number, or a string in double quotes',
  ],
  ['a leading zero', '[007]', '1:2-1:3', 'number with a leading zero', 'remove the 0'],
  ['a web page', '<!DOCTYPE html>', '1:1-1:10', '<!DOCTYPE is not a JSON value', value],
  ['YAML', 'chain_id: 1', '1:1-1:9', 'chain_id is not a JSON value', value],

  [
    'binary junk',
    '\u0000\u0001\u0002',
    '1:1-1:2',
    'character U+0000 outside a string',
    'remove it, or write a space',
  ],
  [
    'a no-break space',
    '{"a":\u00A01}',
    '1:6-1:7',
    'character U+00A0 outside a string',
    'remove it, or write a space',
  ],
  [
    'a private character',
    '[\u{F0000}]',
    '1:2-1:4',
    'character U+F0000 outside a string',
    'remove it, or write a space',
  ],

  ['an unclosed object', '{"a": {"b": 1}\n', '1:14-1:15', 'unclosed object', 'add the missing }'],
  ['an unclosed array', '[1, 2', '1:5-1:6', 'unclosed array', 'add the missing ]'],
  [
    'an array that ends as an object',
    '{"a": [1, 2}',
    '1:12-1:13',
    'unclosed array before }',
    'add the missing ]',
  ],
  [
    'an object that ends as an array',
    '[{"a": 1]',
    '1:9-1:10',
    'unclosed object before ]',
    'add the missing }',
  ],
  ['a file that ends after a colon', '{"a":\n', '1:5-1:6', 'the file ends too early', 'add what is missing'],
  ['two values', '{} {}', '1:4-1:5', 'text after the end of the JSON', 'remove it'],
  ['one brace too many', '{"a": 1}\n}', '2:1-2:2', 'text after the end of the JSON', 'remove it'],
];

describe('a syntax error is reported once, where a person would fix it', () => {
  test.each(cases)('%s', async (_title, text, at, reason, hint) => {
    const message = `invalid JSON: ${reason}`;
    expect(await readFindings(text)).toEqual([{ at, rule: 'file/invalid-json', pointer: '', message, hint }]);
  });
});

describe('all syntax errors of a file are reported at once', () => {
  const find = async (text: string) =>
    (await readFindings(text)).map(({ at, message }) => `${at} ${message.replace('invalid JSON: ', '')}`);

  test('each with its own place, whatever earlier repairs add or remove', async () => {
    const text = [
      '\uFEFF{',
      "  'a': 1,",
      '  b: "0x531,',
      '  "c" 2 // two',
      '  "d": [1, 2,],',
      String.raw`  "e": "it\'s" "f": True,`,
      '  “g”: NaN,',
      '  "h": 007,',
      '}',
    ].join('\n');
    expect(await find(text)).toEqual([
      '1:1-1:2 byte order mark (U+FEFF) at the start',
      '2:3-2:4 JSON strings need double quotes',
      '3:3-3:4 key b without quotes',
      '3:6-3:13 unclosed string',
      '4:5-4:6 missing colon',
      '4:7-4:8 missing comma',
      '4:9-4:15 JSON does not allow comments',
      '5:13-5:14 trailing comma before ]',
      String.raw`6:11-6:13 invalid escape \'`,
      '6:14-6:15 missing comma',
      '6:21-6:25 True in capitals',
      '7:3-7:4 “ is not a quote of JSON',
      '7:8-7:11 NaN is not a JSON value',
      '8:8-8:9 number with a leading zero',
      '8:11-8:12 trailing comma before }',
    ]);
  });

  test.each([
    ['the end of its value', '{"a": "x,y\n}'],
    ['the comma after it', '{"a": "x,y,\n"b": 1}'],
    ['the blanks after that', '{"a": "x,y,  \n"b": 1}'],
  ])('an unclosed string once, where its quote belongs before %s', async (_, text) => {
    expect(await find(text)).toEqual([expect.stringContaining('unclosed string')]);
  });

  test('in one string', async () => {
    expect(await find('["a\tb\\x\\u1\u0001", 1,]')).toEqual([
      '1:4-1:5 tab in a string',
      '1:6-1:8 invalid escape \\x',
      '1:8-1:10 \\u without four hex digits',
      '1:11-1:12 control character U+0001 in a string',
      '1:16-1:17 trailing comma before ]',
    ]);
  });

  test('an address that begins with a number has one error', async () => {
    expect(await find('{"a": 192.0.2.1, "b": 1e3x, 0c: 1,}')).toEqual([
      '1:7-1:16 192.0.2.1 is not a JSON value',
      '1:23-1:27 1e3x is not a JSON value',
      '1:29-1:31 key 0c without quotes',
      '1:34-1:35 trailing comma before }',
    ]);
  });

  test('in every entry of a list', async () => {
    const entries = Array.from({ length: 3 }, () => '{"provider": "A", "url": "a.example:443",},');
    expect(await find(`{"grpc_endpoint": [\n${entries.join('\n')}\n]}`)).toEqual([
      '2:41-2:42 trailing comma before }',
      '3:41-3:42 trailing comma before }',
      '4:41-4:42 trailing comma before }',
      '4:43-4:44 trailing comma before ]',
    ]);
  });

  test('at a character of the file, even if a repair added the one before the error', async () => {
    expect(await find('{3{')).toEqual([
      '1:2-1:3 key 3 without quotes',
      '1:2-1:3 missing colon',
      '1:3-1:4 unclosed object',
    ]);
  });

  test('but no more than twenty', async () => {
    expect(await find(`[${'{"a":1,},'.repeat(100)}1]`)).toHaveLength(20);
  });

  test.each([
    ['a web page', '<!DOCTYPE html>\n<html>\n<body>{"a": 1,}</body>\n</html>\n'],
    ['YAML', 'chain_id: a-1\ngrpc_endpoint:\n  - provider: A\n    url: a.example:443\n'],
    ['a merge conflict', '{\n<<<<<<< HEAD\n"a": 1,\n=======\n"a": 2,\n>>>>>>> b\n}'],
    ['a file that breaks off', '{"grpc_endpoint": [{"provider": "A", "url": "a.exa'],
    ['two documents', '{"a": 1}\n{"b": 2,}\n'],
    ['a key without its quote', '{"a: 1,\n"b": 2,}'],
    ['a colon too many', '{"a":: 1,\n"b": 2,}'],
  ])('if a repair would be a guess, the first error is the only one: %s', async (_title, text) => {
    expect(await find(text)).toHaveLength(1);
  });

  test('no entry of such a file is probed', async () => {
    const { endpoints } = await checkFile('{"grpc_endpoint":[{"provider":"A","url":"a.example:443"},]}');
    expect(endpoints).toEqual([]);
  });
});
