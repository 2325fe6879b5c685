import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { renderDiff } from './diff.js';

/** The text that git makes of the file with the diff. */
async function apply(path: string, beforeText: string, afterText: string): Promise<string> {
  const directory = await createDirectory({});
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, beforeText);
  const input = renderDiff([{ path, beforeText, afterText, recoded: false }]);
  execFileSync('git', ['apply', '-'], { cwd: directory, input });
  return readFileSync(file, 'utf8');
}

const lines = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `${text} ${index}\n`).join('');

describe('git applies the diff', () => {
  it.each([
    ['of a line', 'chain/kava/param.json', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['of a file without a final line end', 'a.json', 'a\nb', 'a\nB'],
    ['of a line end at the end', 'a.json', 'a\nb', 'a\nb\n'],
    ['of CR LF', 'a.json', 'a\r\nb\r\n', 'a\r\nB\r\n'],
    ['of a byte order mark', 'a.json', '\uFEFFa\n', 'a\n'],
    ['of a name with blanks and quotes', 'a "b" c/é.json', 'a\n', 'b\n'],
    ['of so many lines that all are written anew', 'a.json', lines(3_000, 'a'), lines(2_999, 'b') + 'end'],
  ])('%s', async (_, path, before, after) => {
    expect(await apply(path, before, after)).toBe(after);
  });
});

it('for any two texts the diff turns one into the other, however near or far the changes are', () => {
  const line = fc.constantFrom('a\n', 'b\n', '}\n', '\n', 'c');
  const text = fc
    .tuple(fc.array(line, { maxLength: 40 }), fc.integer({ max: 3, min: 0 }))
    .map(([all, blocks]) =>
      [...Array.from({ length: blocks }, (_, at) => lines(5, `x${at}`)), ...all].join(''),
    );
  fc.assert(
    fc.property(text, text, (beforeText, afterText) => {
      const diff = renderDiff([{ path: 'a', beforeText, afterText, recoded: false }]);
      expect(applyPatch(beforeText, diff)).toBe(afterText);
    }),
  );
});

it('a file that gets another encoding is only named', () => {
  const change = { path: 'a\nb.json', beforeText: 'a', afterText: 'b', recoded: true };
  expect(renderDiff([change])).toBe('# "a\\nb.json": to be saved as UTF-8, which a diff cannot show\n');
});
