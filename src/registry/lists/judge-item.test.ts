import { describe, expect, test } from 'vitest';
import { atom, describeProblems, judgeText, neta, usdt, word } from '../../../test/support/lists.js';

describe('the fields of an item that programs need are present and of their type', () => {
  test.each([
    [
      'assets.json',
      '{}',
      '/0',
      'the item has no "denom" and no "symbol" and no "decimals"',
      'add "denom" and add "symbol" and add "decimals"',
    ],
    [
      'assets.json',
      '{"denom":"a","symbol":"A","decimal":6}',
      '/0',
      '"a" has no "decimals"',
      'rename "decimal" to "decimals"',
    ],
    [
      'assets.json',
      '{"denom":"a","Ticker":"A","decimal":6}',
      '/0',
      '"a" has no "symbol" and no "decimals"',
      'rename "Ticker" to "symbol" and rename "decimal" to "decimals"',
    ],
    [
      'erc20.json',
      '{"contractAddress":"0x","symbol":"A","decimals":6}',
      '/0',
      'the item has no "contract"',
      'rename "contractAddress" to "contract"',
    ],
    [
      'assets.json',
      '{"denom":5,"symbol":"A","decimals":6}',
      '/0/denom',
      'denom must be a string, got a number',
      'write a string',
    ],
    [
      'assets.json',
      '{"denom":" ","symbol":"A","decimals":6}',
      '/0/denom',
      'denom is empty',
      'write the denom',
    ],
    [
      'assets.json',
      String.raw`{"denom":"\u200b","symbol":"A","decimals":6}`,
      '/0/denom',
      'denom is empty',
      'write the denom',
    ],
    [
      'assets.json',
      '{"denom":"a","symbol":null,"decimals":6}',
      '/0/symbol',
      'symbol must be a string, got null',
      'write a string',
    ],
    [
      'assets.json',
      '{"denom":"a","symbol":"","decimals":6}',
      '/0/symbol',
      'symbol is empty',
      'write the symbol',
    ],
  ])('%s with %s', (name, item, pointer, message, hint) => {
    const found = judgeText(name, `[${item}]`);
    expect(found.map(({ problem, place }) => [place.pointer, word(problem)])).toEqual([
      [pointer, `list/schema: ${message}; ${hint}`],
    ]);
  });

  test('a missing field is named as in the other items of the file', () => {
    const [found] = judgeText('cw20.json', `[{"symbol":"A","decimals":6},${neta}]`);
    expect(found?.problem.data).toMatchObject({ reason: 'the item has no "address"' });
  });

  test('of two fields with the same name the last counts, as with JSON.parse', () => {
    const text = '[{"denom":1,"denom":"a","symbol":"A","decimals":6,\n"decimals":"x"}]';
    expect(
      judgeText('assets.json', text).map(({ problem, place }) => [
        problem.code,
        place.range?.line,
        place.range?.column,
      ]),
    ).toEqual([
      ['file/duplicate-key', 1, 13],
      ['file/duplicate-key', 2, 1],
      ['list/decimals', 2, 12],
    ]);
  });

  test('untrusted text is truncated', () => {
    const long = 'x'.repeat(100_000);
    const dashes = '-'.repeat(100_000);
    const item = `{"denom":"${long} ","symbol":"","decimals":"${long}"}`;
    const text = JSON.stringify(judgeText('assets.json', `[${item},${item},{"decimal${dashes}":1}]`));
    expect(text.length).toBeLessThan(10_000);
  });
});

describe('a denom is exactly what the chain reports', () => {
  const hash = '27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';
  const judgeDenom = (denom: string) =>
    judgeText('assets.json', JSON.stringify([{ denom, symbol: 'A', decimals: 6 }]));

  test.each([
    'uatom',
    `ibc/${hash}`,
    'erc20/tether/usdt',
    'erc20/0x4d5f06cdf6e4ba0a7d1ca0ad0a0a3d6c6b3d0d3e',
    'factory/osmo1z0qrq605sjgcqpylfl4aa6s90x738j7m58wyat/uibcx',
    'gravity0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    '0x2::sui::SUI',
    'gamm/pool/1',
    'aFox',
    'peggy0xe28b3B32B6c345A34Ff64674606124Dd5Aceca30',
    'ibcx',
    'a/b<0x2::sui::SUI, 0x5::coin::COIN>',
  ])('%s is fine', (denom) => {
    expect(judgeDenom(denom)).toEqual([]);
  });

  test.each([
    [' ustake', 'begins or ends with white space', 'write ustake'],
    ['ustake\t', 'begins or ends with white space', 'write ustake'],
    ['us\u200btake', 'has characters that are invisible', 'write ustake'],
    [`ibc/${hash} `, 'begins or ends with white space', `write ibc/${hash}`],
    [
      `ibc/${hash.toLowerCase()}`,
      'must be ibc/ and 64 hexadecimal digits in upper case',
      `write ibc/${hash}`,
    ],
    [`IBC/${hash}`, 'must be ibc/ and 64 hexadecimal digits in upper case', `write ibc/${hash}`],
    [
      `ibc/${hash.slice(1)}`,
      'must be ibc/ and 64 hexadecimal digits in upper case',
      'copy the denom from an explorer of the chain',
    ],
  ])('%j', (denom, reason, fix) => {
    const found = judgeDenom(denom);
    expect(found.map(({ place }) => place.pointer)).toEqual(['/0/denom']);
    expect(found.map(({ problem }) => word(problem))).toEqual([
      `list/denom: denom "${denom}" ${reason}; ${fix}`,
    ]);
  });
});

describe('decimals are a number', () => {
  const judgeDecimals = (name: string, decimals: string) => {
    const item = name.startsWith('assets') ? atom : usdt;
    return describeProblems(name, `[${item.replace('6}', `${decimals}}`)}]`);
  };

  test.each([
    ['assets.json', '0'],
    ['assets.json', '18'],
    ['assets.json', '300'],
    ['erc20.json', '0'],
    ['erc20.json', '255'],
    ['erc20.json', '1.8e1'],
  ])('%s with %s is fine', (name, decimals) => {
    expect(judgeDecimals(name, decimals)).toEqual([]);
  });

  const byChain = 'write the number of decimals that the chain reports';
  test.each([
    ['assets.json', '"6"', '"6"', 'write 6, without quotes'],
    ['erc20.json', '" 018 "', '" 018 "', 'write 18, without quotes'],
    ['erc20.json', '"256"', '"256"', byChain],
    ['erc20.json', '256', '256', byChain],
    ['assets.json', '-6', '-6', byChain],
    ['assets.json', '1.5', '1.5', byChain],
    ['assets.json', '1e400', 'Infinity', byChain],
    ['assets.json', '""', '""', byChain],
    ['assets.json', '"six"', '"six"', byChain],
    ['assets.json', 'null', 'null', byChain],
    ['assets.json', 'true', 'a boolean', byChain],
    ['assets.json', '[6]', 'an array', byChain],
  ])('%s with %s', (name, decimals, got, hint) => {
    const range = name === 'assets.json' ? ' upwards' : ' to 255';
    const column = (name === 'assets.json' ? atom : usdt).indexOf('6}') + 2;
    expect(judgeDecimals(name, decimals)).toEqual([
      `/0/decimals 1:${column}-${column + decimals.length} list/decimals: decimals must be an integer from 0${range}, got ${got}; ${hint}`,
    ]);
  });
});
