import { expect, test } from 'vitest';
import { findList } from './lists.js';

test.each([
  ['assets.json', 'assets'],
  ['assets_2.json', 'assets'],
  ['assets2.json', 'assets'],
  ['erc20 2.json', 'erc20'],
  ['erc20-old.json', 'erc20'],
  ['cw20_2.json', 'cw20'],
  ['CW20.JSON', 'cw20'],
  ['erc721.json', 'erc721'],
  ['cw721_2.json', 'cw721'],
  ['param.json', null],
  ['asset.json', null],
  ['assets.json.bak', null],
  ['automated-assets.json', null],
  ['assetlist.json', null],
])('%s is the list %s', (name, expected) => {
  expect(findList(name)?.name ?? null).toBe(expected);
});
