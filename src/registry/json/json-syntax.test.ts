import { describe, expect, test } from 'vitest';
import { readFindings } from '../../../test/support/check-file.js';

const comma = 'remove the comma';
const value = 'write a string in double quotes, a number, true, false or null';
const missingComma = 'a comma is missing between two values';
const noComments = 'JSON has no comments';
const doubleQuotes = 'JSON has double quotes only';

/** What it is, the text, the place, what is wrong, how to fix it. */
type Case = readonly [title: string, text: string, at: string, reason: string, hint: string];

const cases: readonly Case[] = [
  ['an empty file', '', '1:1-1:1', 'it is empty', 'write at least {}'],
  ['only white space', ' \n\t\r\n ', '1:1-1:1', 'it is empty', 'write at least {}'],
  [
    'a byte order mark',
    '\uFEFF{}',
    '1:1-1:2',
    'it begins with a byte order mark (U+FEFF)',
    'save it as UTF-8 without BOM',
  ],

  [
    'a trailing comma in an object',
    '{"a": 1,}',
    '1:8-1:9',
    'a comma before the closing } with nothing behind it',
    comma,
  ],
  [
    'a trailing comma in an array',
    '[1, 2,\n]',
    '1:6-1:7',
    'a comma before the closing ] with nothing behind it',
    comma,
  ],
  [
    'a trailing comma on the line before',
    '{\n  "a": 1,\n}\n',
    '2:9-2:10',
    'a comma before the closing } with nothing behind it',
    comma,
  ],
  [
    'a trailing comma with CR LF',
    '{\r\n  "a": 1,\r\n}\r\n',
    '2:9-2:10',
    'a comma before the closing } with nothing behind it',
    comma,
  ],
  [
    'a trailing comma with lone CR',
    '{\r"a": 1,\r}',
    '2:7-2:8',
    'a comma before the closing } with nothing behind it',
    comma,
  ],
  [
    'a trailing comma behind an emoji',
    '{"🔥": "👍🏽",}',
    '1:14-1:15',
    'a comma before the closing } with nothing behind it',
    comma,
  ],
  [
    'a comma at the end of the file',
    '{"a": 1,\n',
    '1:8-1:9',
    'a comma at the end with nothing behind it',
    comma,
  ],
  ['two commas', '{"a": 1,, "b": 2}', '1:9-1:10', 'a comma stands where a value should', comma],
  ['a comma in front', '[, 1]', '1:2-1:3', 'a comma stands where a value should', comma],
  ['no comma between fields', '{"a": 1\n"b": 2}', '1:7-1:8', missingComma, 'put a comma behind this value'],
  ['no comma between items', '[{}\n{}]', '1:3-1:4', missingComma, 'put a comma behind this value'],
  [
    'no comma behind an emoji',
    '{"a": "🔥" "b": 1}',
    '1:10-1:11',
    missingComma,
    'put a comma behind this value',
  ],

  [
    'an unclosed text',
    '{"chain_id_evm" : "0x531,\n"b": 1}',
    '1:19-1:26',
    'a text is not closed: its second quote is missing',
    'add the closing quote',
  ],
  [
    'an unclosed text at the end',
    '["b',
    '1:2-1:4',
    'a text is not closed: its second quote is missing',
    'add the closing quote',
  ],
  [
    'an escaped apostrophe',
    String.raw`{"a": "it\'s"}`,
    '1:10-1:12',
    String.raw`\' is no escape in JSON`,
    "write ' without a backslash",
  ],
  [
    'an unknown escape',
    String.raw`["\\\x41"]`,
    '1:5-1:7',
    String.raw`\x is no escape in JSON`,
    String.raw`write \\ for a backslash, or remove it`,
  ],
  [
    'a short \\u escape',
    String.raw`["\u00e9\u12"]`,
    '1:9-1:11',
    String.raw`\u needs four hex digits`,
    String.raw`write \u and four hex digits`,
  ],
  ['a tab in a text', '["a\tb"]', '1:4-1:5', 'a tab stands in a text', String.raw`write \t`],
  [
    'a control character in a text',
    '["a\u0001"]',
    '1:4-1:5',
    'a control character (U+0001) stands in a text',
    String.raw`remove it, or escape it with \u`,
  ],

  ['a comment of other languages', '{\n  # no\n}', '2:3-2:7', noComments, 'remove the comment'],
  [
    'the conflict of a merge',
    '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> b\n}',
    '2:1-2:13',
    'the conflict of a merge is left in the file',
    'keep one of the two sides, and remove the marks',
  ],
  [
    'curly quotes around a value',
    '{"a": “b”}',
    '1:7-1:8',
    '“ is not the quote that JSON has',
    'write straight quotes, "…"',
  ],
  [
    'curly quotes around a name',
    '{“a”: 1}',
    '1:2-1:3',
    '“ is not the quote that JSON has',
    'write straight quotes, "…"',
  ],
  [
    'an equals sign',
    '{"a" = "b"}',
    '1:6-1:7',
    '= stands between a name and its value',
    'write a colon in its place',
  ],
  ['a line comment', '{\n  // no\n}', '2:3-2:8', noComments, 'remove the comment'],
  ['a comment of several lines', '{"a": /* c\n d */ 1}', '1:7-1:11', noComments, 'remove the comment'],
  ['an unclosed comment', '/* open', '1:1-1:8', noComments, 'remove the comment'],
  // The scanner's last token then ends behind the text.
  ['a comment that does no more than begin', '{}\n/*', '2:1-2:3', noComments, 'remove the comment'],
  ['single quotes around a name', "{'a': 1}", '1:2-1:3', doubleQuotes, `write "…" in place of '…'`],
  ['single quotes around a value', `{"a": 'b'}`, '1:7-1:8', doubleQuotes, `write "…" in place of '…'`],
  [
    'a name without quotes',
    '{"a": 1, chain_id: 2}',
    '1:10-1:18',
    'the name chain_id has no quotes',
    'write "chain_id"',
  ],
  ['a number as a name', '{1: 2}', '1:2-1:3', 'the name 1 has no quotes', 'write "1"'],
  [
    'an array as a name',
    '{[1]: 2}',
    '1:2-1:3',
    'the name of a field should stand here',
    'write a name in double quotes',
  ],
  [
    'a name without colon',
    '{"a" 1}',
    '1:4-1:5',
    'a colon is missing behind the name of a field',
    'put a colon between the name and its value',
  ],

  ['NaN', '{"a": NaN}', '1:7-1:10', 'NaN is not a JSON value', value],
  ['minus infinity', '[-Infinity]', '1:2-1:11', '-Infinity is not a JSON value', value],
  ['True', '{"a": True}', '1:7-1:11', 'True is written true', 'write true'],
  ['no value', '{"a": }', '1:7-1:8', '} is not a JSON value', value],
  [
    'an unfinished number',
    '[1.]',
    '1:2-1:4',
    '1. is not a number',
    'write the number in full, or as a text in quotes',
  ],
  ['a leading zero', '[007]', '1:2-1:3', 'a number begins with 0', 'remove the 0'],
  ['a web page', '<!DOCTYPE html>', '1:1-1:10', '<!DOCTYPE is not a JSON value', value],
  ['YAML', 'chain_id: 1', '1:1-1:9', 'chain_id is not a JSON value', value],

  [
    'binary junk',
    '\u0000\u0001\u0002',
    '1:1-1:2',
    'the character U+0000 stands outside of a text',
    'remove it, or write a space',
  ],
  [
    'a no-break space',
    '{"a":\u00A01}',
    '1:6-1:7',
    'the character U+00A0 stands outside of a text',
    'remove it, or write a space',
  ],
  [
    'a private character',
    '[\u{F0000}]',
    '1:2-1:4',
    'the character U+F0000 stands outside of a text',
    'remove it, or write a space',
  ],

  [
    'an unclosed object',
    '{"a": {"b": 1}\n',
    '1:14-1:15',
    'an object is not closed',
    'add the } that is missing',
  ],
  ['an unclosed array', '[1, 2', '1:5-1:6', 'an array is not closed', 'add the ] that is missing'],
  [
    'an array that ends as an object',
    '{"a": [1, 2}',
    '1:12-1:13',
    'an array is not closed in front of this }',
    'put the missing ] there',
  ],
  [
    'an object that ends as an array',
    '[{"a": 1]',
    '1:9-1:10',
    'an object is not closed in front of this ]',
    'put the missing } there',
  ],
  [
    'a file that ends behind a colon',
    '{"a":\n',
    '1:5-1:6',
    'the file ends in the middle',
    'write what is missing',
  ],
  ['two values', '{} {}', '1:4-1:5', 'something stands behind the end of the document', 'remove it'],
  [
    'one brace too many',
    '{"a": 1}\n}',
    '2:1-2:2',
    'something stands behind the end of the document',
    'remove it',
  ],
];

describe('a text that is not JSON is told once, where a person would fix it', () => {
  test.each(cases)('%s', async (_title, text, at, reason, hint) => {
    const message = `invalid JSON: ${reason}`;
    expect(await readFindings(text)).toEqual([{ at, rule: 'file/invalid-json', pointer: '', message, hint }]);
  });
});
