import { describe, expect, test } from 'vitest';
import { checkFile, formatRange, readFindings } from '../../test/support/check-file.js';

describe('a duplicate key is reported', () => {
  test.each([
    ['at the top', '{"a": 1, "a": 2}', '/a', 'a', 1, ['1:10-1:13']],
    ['three times', '{"a": 1,\n "a": 2,\n "a": 1}', '/a', 'a', 1, ['2:2-2:5', '3:2-3:5']],
    ['at depth', '{"x": [0, {\n"y": {"a": 1,\r\n "b": 2, "a": 3}}]}', '/x/1/y/a', 'a', 2, ['3:10-3:13']],
    ['in another spelling', String.raw`{"a": 1, "\u0061": 2}`, '/a', 'a', 1, ['1:10-1:18']],
    ['after an emoji', '{"🔥": 1, "🔥": 2}', '/🔥', '🔥', 1, ['1:11-1:15']],
    ['with signs that a pointer escapes', '{"a/~b": 1, "a/~b": 2}', '/a~1~0b', 'a/~b', 1, ['1:13-1:19']],
    ['with an empty name', '{"": 1, "": 2}', '/', '', 1, ['1:9-1:11']],
  ])('%s', async (_title, text, pointer, key, firstLine, places) => {
    const message = `duplicate key "${key}", first on line ${firstLine}`;
    const rest = { rule: 'file/duplicate-key', pointer, message, hint: 'keep one of them' };
    expect(await readFindings(text)).toEqual(places.map((at) => ({ at, ...rest })));
  });

  test('in two objects: two findings', async () => {
    const found = await readFindings('[{"a":1,"a":2},\n{"a":1,"a":2}]');
    const duplicates = found.filter(({ rule }) => rule === 'file/duplicate-key');
    expect(duplicates.map(({ at, pointer }) => [at, pointer])).toEqual([
      ['1:9-1:12', '/0/a'],
      ['2:8-2:11', '/1/a'],
    ]);
  });

  test.each([
    ['in two objects', '{"x": {"a": 1}, "y": {"a": 1}, "a": [{"a": 1}, {"a": 1}]}'],
    ['in other capitals', '{"a": 1, "A": 2}'],
    ['as a value', '{"a": "a", "b": "a"}'],
    ['with another form of the same letter', String.raw`{"\u00e9": 1, "e\u0301": 2}`],
  ])('the same name %s is fine', async (_title, text) => {
    expect(await readFindings(text)).toEqual([]);
  });

  test('the last of two lists is read, as by JSON.parse', async () => {
    const list = (url: string) => `"grpc_endpoint": [{"provider": "Example", "url": "${url}"}]`;
    const { endpoints, findings } = await checkFile(`{${list('a.example:443')},\n${list('b.example:443')}}`);
    expect(endpoints.map(({ url, line }) => [url, line])).toEqual([['b.example:443', 2]]);
    expect(findings.map((finding) => [finding.rule, formatRange(finding)])).toEqual([
      ['file/duplicate-key', '2:1-2:16'],
    ]);
  });

  test('the last of two urls of an entry is read', async () => {
    const entry = '{"provider": "Example", "url": "https://a.example", "url": "a.example:443"}';
    const { endpoints, findings } = await checkFile(`{"grpc_endpoint": [${entry}]}`);
    expect(endpoints.map(({ url }) => url)).toEqual(['a.example:443']);
    expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['file/duplicate-key', '/grpc_endpoint/0/url'],
    ]);
  });
});

describe('keys that change how objects behave are reported anywhere', () => {
  test.each([
    ['__proto__', '{"__proto__": {"grpc_endpoint": null}}', '/__proto__', '1:2-1:13'],
    ['constructor', '{"x": [{\n"constructor": 1}]}', '/x/0/constructor', '2:1-2:14'],
    ['prototype', '{"x": {"prototype": 1}}', '/x/prototype', '1:8-1:19'],
    ['__proto__', String.raw`{"\u005f_proto__": 1}`, '/__proto__', '1:2-1:18'],
  ])('%s', async (key, text, pointer, at) => {
    const message = `forbidden key "${key}"`;
    const finding = { at, rule: 'file/forbidden-key', pointer, message, hint: 'remove the field' };
    expect(await readFindings(text)).toEqual([finding]);
  });

  test('in an entry, without replacing required fields', async () => {
    const inherited = '{"__proto__": {"provider": "Example", "url": "a.example:443"}}';
    const found = await readFindings(`{"grpc_endpoint": [${inherited}]}`);
    expect(found.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['file/schema', '/grpc_endpoint/0'],
      ['file/forbidden-key', '/grpc_endpoint/0/__proto__'],
    ]);
  });

  test('similar keys are fine, and so are such values', async () => {
    const text =
      '{"Constructor": 1, "_proto_": 1, "prototypes": 1, "toString": "__proto__", "hasOwnProperty": 1}';
    expect(await readFindings(text)).toEqual([]);
  });
});
