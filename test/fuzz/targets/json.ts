import assert from 'node:assert/strict';
import { parse as parseByLibrary, type ParseError } from 'jsonc-parser';
import { checks } from '../../../src/checks/index.js';
import { isJsonObject, type JsonValue } from '../../../src/model/json.js';
import type { JsonNode } from '../../../src/registry/json/json-node.js';
import { LineIndex } from '../../../src/model/place.js';
import { depthLimit, parseJson } from '../../../src/registry/json/parse-json.js';
import { judgeLines, parseLines } from '../../../src/registry/plain-entries.js';
import { listSeedFiles } from './seed-files.js';
import { readJson, type Target } from './target.js';

/** The parser of files: it accepts what JSON.parse accepts, with the same values, and each part is where its tree says. */
export const jsonTarget: Target = {
  name: 'json',
  seeds: [
    '{"a": [1, -0.5e+3, true, null, "\\u00e9\\n\\"", {}], "a": []}',
    String.raw`["\\\\", "\\\\\\\"", "]"]`,
    '[1,]',
    '{\'a\': NaN, b: 0x1, // c\n "d": "e\n}',
    '{"a" "b"}',
    '\ufeff[]',
    '['.repeat(33) + ']'.repeat(33),
    ...listSeedFiles('fixtures/registries', 'param.json', 20).map(({ text }) => text),
  ],
  check: (text) => {
    const expected = readJson(text);
    const parsed = parseJson(text);
    if ('tree' in parsed) {
      assert.deepEqual(readTree(text, parsed.tree, new LineIndex(text)), expected);
      assert.deepEqual(parsed.value, expected);
      return;
    }
    if (parsed.kind !== 'syntax') {
      assert.equal(parsed.kind, 'depth', 'short texts only');
      assert.match(text.charAt(parsed.offset), /[[{]/);
      if (expected !== undefined)
        assert.ok(measureDepth(expected as JsonValue) > depthLimit, 'not that deep');
      return;
    }
    assert.equal(expected, undefined, 'JSON.parse accepts it');
    const { faults } = parsed;
    assert.ok(faults.length <= 20);
    const lines = new LineIndex(text);
    for (const { offset, length, edit } of faults) {
      assert.ok(
        offset >= 0 && length >= 0 && offset + length <= text.length + 1,
        `fault outside: ${offset}+${length}`,
      );
      const { line, column } = lines.range(offset, length);
      assert.equal(lines.offset(line, column), offset);
      if (edit !== null) assert.ok(edit.offset >= 0 && edit.offset + edit.length <= text.length, 'edit');
    }
    const errors: ParseError[] = [];
    parseByLibrary(text, errors, { disallowComments: true });
    const [first] = errors.sort((a, b) => a.offset - b.offset);
    // It may be shown before the place of the parser's error, where it begins, but never after that.
    if (first !== undefined)
      assert.ok(
        faults[0].offset <= first.offset + first.length,
        `late: ${faults[0].offset} for ${first.offset}`,
      );
  },
};

function readTree(text: string, node: JsonNode, lines: LineIndex): unknown {
  const { offset, length, range } = node;
  assert.deepEqual(range, lines.range(offset, length));
  const source = text.slice(offset, offset + length);
  assert.equal(source, source.trim());
  if (node.type === 'array') return node.items.map((item) => readTree(text, item, lines));
  if (node.type === 'object') {
    const entries = node.fields.map(({ name, key, value }): [string, unknown] => {
      assert.equal(JSON.parse(text.slice(key.offset, key.offset + key.length)), name);
      return [name, readTree(text, value, lines)];
    });
    return Object.fromEntries(entries);
  }
  const value: unknown = JSON.parse(source);
  assert.equal(node.string, typeof value === 'string' ? value : '');
  return value;
}

/** How deep arrays and objects are nested in a value of JSON. */
function measureDepth(value: JsonValue): number {
  let depth = 0;
  for (let level: readonly JsonValue[] = [value]; level.length > 0; depth++)
    level = level.flatMap((part) =>
      isJsonObject(part) || Array.isArray(part) ? (Object.values(part) as JsonValue[]) : [],
    );
  return depth;
}

const entry = '{"kind":"evm","url":"https://a.example","source":{"file":"a.md","line":2}}';

/** Plain entries: each line is read as if it were alone, and each entry is on its line. */
export const linesTarget: Target = {
  name: 'lines',
  seeds: [
    `${entry}\n${entry}\r\n\n`,
    `{\n${entry}`,
    `[1]\n"\\u0000"\n3`,
    '\ufeff{}\n{}',
    `${'['.repeat(40)}\n1`,
  ],
  check: (text) => {
    const { lines, faults } = parseLines(text);
    const rows = text.split('\n').filter((row) => !/^[ \t\r]*$/.test(row));
    assert.equal(lines.length + faults.length, rows.length);
    const read = rows.map(readJson).filter((value) => value !== undefined);
    // A line that is nested too deeply is JSON.
    assert.ok(lines.length <= read.length);
    for (const { value, tree } of lines)
      assert.deepEqual(readJson(text.slice(tree.offset, tree.offset + tree.length)), value);
    for (const { place } of judgeLines('a.jsonl', text, checks).problems) {
      assert.ok((place.range?.line ?? 0) >= 1);
      assert.ok(
        place.source === undefined || !/^\/|(^|\/)\.\.(\/|$)|^[a-z]:|\\/i.test(place.source.file),
        place.source?.file,
      );
    }
  },
};
