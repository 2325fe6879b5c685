import assert from 'node:assert/strict';
import { checks } from '../../../src/checks/index.js';
import { judgeLines, parseLines } from '../../../src/registry/plain-entries.js';
import { readJson, type Target } from './target.js';

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
