import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixFile, judgeText } from '../../../test/support/registry-files.js';
import type { Fix, PlacedProblem, TextEdit } from '../../model/finding.js';
import type { Range } from '../../model/place.js';
import { chainlist } from '../../formats/chainlist/index.js';
import { sizeLimitBytes } from '../rules.js';
import { fixText, type Judgement } from './fixes.js';

const location = {
  path: 'chain/x/param.json',
  format: chainlist,
  chain: 'x',
  expected: null,
  list: null,
};

const judge = (text: string) => judgeText(location, text);
const fix = (text: string) => fixFile(location, text);

interface FixableProblem {
  readonly code?: string;
  readonly reason?: string;
  readonly range?: Range;
  readonly edits: readonly TextEdit[];
}

/** A judgement of problems, each with its edits. */
function createJudgement(...found: readonly FixableProblem[]): Judgement {
  const fixes = found.map(
    ({ code = 'file/schema', reason = '', range = null, edits }): [PlacedProblem, Fix] => [
      { problem: { code, data: { reason } }, place: { file: null, pointer: '', range }, entry: null },
      { edits },
    ],
  );
  return { problems: fixes.map(([problem]) => problem), fixes: new Map(fixes) };
}

describe('syntax errors', () => {
  it('are fixed however many there are', () => {
    expect(fix(`[${'[1,],'.repeat(100)}[]]`)).toBe(`[${'[1],'.repeat(100)}[]]`);
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
    const isValid = judge(fixed).problems.every(({ problem }) => problem.code !== 'file/invalid-json');
    expect({ isValid, grew: fixed.length - text.length }).toEqual({ isValid: true, grew: -1 });
  });
});

it.each([
  ['a small text until as much is judged as 20 times 256 KiB', 1_024, 20 * 256],
  ['a large one 20 times', 1_000_000, 20],
  ['the largest five times', sizeLimitBytes, 5],
])('a text is judged a limited number of times: %s', (_, length, times) => {
  // Another problem each time, in a text of the same length.
  const problems = (text: string) =>
    createJudgement({
      reason: text.slice(0, 4),
      edits: [{ offset: 0, length: 4, text: String(1_000 + ((Number(text.slice(0, 4)) + 1) % 9_000)) }],
    });
  const text = '1000'.padEnd(length);
  const { fixed } = fixText(text, problems(text), { judge: problems, accepts: () => true });
  expect(fixed).toHaveLength(times);
});

describe('adjacent fixes', () => {
  /** How many of two fixes of `ab` are made at once, and the result. */
  function fixBoth(...edits: readonly [TextEdit, TextEdit]): readonly [number, string] {
    const problems = createJudgement(...edits.map((edit) => ({ edits: [edit] })));
    const { fixed, text: after } = fixText('ab', problems, {
      judge: () => createJudgement(),
      accepts: () => true,
    });
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
  const broken = (text: string) =>
    text.includes('bad')
      ? createJudgement({
          reason: 'bad',
          range: { line: 1, column: 2, endLine: 1, endColumn: 5 },
          edits: [{ offset: 0, length: 1, text: text.includes('[') ? '' : '[' }],
        })
      : createJudgement();

  it('is taken back if its own problem remains', () => {
    const problems = broken(' bad');
    expect(fixText(' bad', problems, { judge: broken, accepts: () => true }).text).toBe(' bad');
  });
});

describe('a fix that breaks a file is rejected', () => {
  it.each(['file/invalid-json', 'file/invalid-syntax', 'file/too-deep'])('with %s', (code) => {
    const edits = [{ offset: 0, length: 1, text: 'b' }];
    const problems = (text: string) =>
      createJudgement({
        code: text === 'a' ? 'entry/duplicate' : code,
        range: { line: 1, column: 1, endLine: 1, endColumn: 2 },
        edits,
      });
    expect(fixText('a', problems('a'), { judge: problems, accepts: () => true }).text).toBe('a');
  });
});
