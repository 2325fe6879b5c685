import { describe, expect, test } from 'vitest';
import { atom, judgeText } from '../../../test/support/lists.js';
import { applyEdits } from '../edit/apply-edits.js';

/** An asset after all fixes of its problems; null if there are none. */
function fix(item: string): string | null {
  const text = `[${atom},${item}]`;
  const edits = judgeText('assets.json', text).flatMap((problem) => problem.fix?.edits ?? []);
  return edits.length === 0 ? null : applyEdits(text, edits).slice(atom.length + 2, -1);
}

describe('a misspelled field gets its intended name', () => {
  test.each([
    ['{"denom":"a","symbol":"A","decimal":6}', '{"denom":"a","symbol":"A","decimals":6}'],
    ['{"denom":"a","Ticker":"A","decimal":6}', '{"denom":"a","symbol":"A","decimals":6}'],
    ['{"denom":"a","symbol":"A","decimal":6,"x":1}', '{"denom":"a","symbol":"A","decimals":6,"x":1}'],
    ['{"Denom":"a","Ticker":"A","decimal":6}', '{"denom":"a","symbol":"A","decimals":6}'],
  ])('%s', (item, fixed) => {
    expect(fix(item)).toBe(fixed);
  });

  test('unless two fields resemble it, or another field has it', () => {
    expect(fix('{"denom":"a","symbol":"A","decimal":6,"Decimals":6}')).toBeNull();
    expect(fix('{"denom":"a","Ticker":"A","decimals":6,"decimal":7}')).toBe(
      '{"denom":"a","symbol":"A","decimals":6,"decimal":7}',
    );
  });
});

describe('a value is fixed if it has one right correction', () => {
  test.each([
    ['{"denom":"a","symbol":"A","decimals":"6"}', '{"denom":"a","symbol":"A","decimals":6}'],
    ['{"denom":"a","symbol":"A","decimals":"six"}', null],
    [String.raw`{"denom":"\u200ba","symbol":"A","decimals":6}`, '{"denom":"a","symbol":"A","decimals":6}'],
    ['{"denom":"ibc/1","symbol":"A","decimals":6}', null],
    [String.raw`{"denom":"a","symbol":"\u200b","decimals":6}`, null],
  ])('%s', (item, fixed) => {
    expect(fix(item)).toBe(fixed);
  });
});
