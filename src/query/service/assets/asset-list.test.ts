import type { JsonValue } from '../../../model/json.js';
import { describe, expect, test } from 'vitest';
import { createAssetList, type ListKind } from './asset-list.js';

/** A file with these items, in JSON. */
function file(...texts: readonly string[]) {
  return {
    text: `[${texts.join(', ')}]`,
    items: texts.map((text) => ({ text, value: JSON.parse(text) as JsonValue })),
  };
}

function find(kind: ListKind, symbol: string, ...texts: readonly string[]): unknown {
  return createAssetList(kind, [file(...texts)]).find(symbol)?.body ?? null;
}

describe('an asset is found by its denom, then by its symbol, then ignoring case', () => {
  const lower = '{"denom":"ua","symbol":"a"}';
  const upper = '{"denom":"ub","symbol":"A"}';
  const named = '{"denom":"A","symbol":"C"}';
  test.each([
    ['ua', [lower, upper], lower],
    ['UA', [lower, upper], null],
    ['A', [lower, upper], upper],
    ['a', [upper, lower], lower],
    ['A', [lower, upper, named], named],
    ['c', [lower, named], named],
    [
      'C',
      ['{"denom":"x","symbol":"C","n":1}', '{"denom":"y","symbol":"C","n":2}'],
      '{"denom":"x","symbol":"C","n":1}',
    ],
    ['', [lower], null],
    ['toString', [lower], null],
    ['5', ['{"denom":5}', 'null', '[]', '"5"'], null],
  ])('%s', (symbol, texts, expected) => {
    expect(find('assets', symbol, ...texts)).toBe(expected);
  });
});

describe('a token is found by its contract', () => {
  const token = '{"address":"0xAbCd","symbol":"T"}';
  test.each<[ListKind, string, string | null]>([
    ['erc20', '0xabcd', token],
    ['erc20', '0XABCD', token],
    ['erc20', 'T', null],
    ['cw20', '0xAbCd', token],
    ['cw20', '0xabcd', null],
  ])('%s %s', (kind, symbol, expected) => {
    expect(find(kind, symbol, token)).toBe(expected);
    // Newer files call the field `contract`.
    const renamed = token.replace('address', 'contract');
    expect(find(kind, symbol, renamed)).toBe(expected === null ? null : renamed);
  });

  test('by `contract` if it has both', () => {
    const both = '{"address":"0x1","contract":"0x2"}';
    expect([find('erc20', '0x1', both), find('erc20', '0x2', both)]).toEqual([null, both]);
  });
});

describe('the JSON is that of the files', () => {
  test('one file verbatim, with every digit', () => {
    const only = file('{"denom": "a", "n": 9007199254740993, "e": 1E400}');
    const list = createAssetList('assets', [only]);
    expect([list.whole.body, list.find('a')?.body]).toEqual([only.text, only.items[0]?.text]);
  });

  test('several files joined, without empty ones', () => {
    const join = (...files: ReturnType<typeof file>[]) => createAssetList('assets', files).whole.body;
    expect(join(file('{"a":1.0}'), file(), file('2', '3'))).toBe('[{"a":1.0},2,3]');
    expect([join(file(), file()), join()]).toEqual(['[]', '[]']);
  });
});
