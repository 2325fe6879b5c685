import { describe, expect, test } from 'vitest';
import { chainlistLayout } from './layout.js';

describe('the path of a file tells its role in the registry', () => {
  test.each([
    ['chain/kava/param.json', 'registered', 'kava'],
    ['chain/kava/param_2.json', 'registered', 'kava'],

    ['chain/kava/assets.json', 'list', 'kava'],
    ['chain/kava/assets_2.json', 'list', 'kava'],
    ['chain/kava/erc20.json', 'list', 'kava'],
    ['chain/kava/cw20_2.json', 'list', 'kava'],
    ['assets.json', 'stray-list', null],
    ['assets/assets.json', 'stray-list', null],
    ['chain/assets.json', 'stray-list', null],
    ['chain/kava/old/assets.json', 'stray-list', null],

    ['chain/kava/draft.json', 'other', null],
    ['chain/kava/old/draft.json', 'other', null],
    ['drafts/kava.json', 'other', null],
    ['params.json', 'other', null],
  ])('%s: %s', (path, role, chain) => {
    expect(chainlistLayout.locate(path)).toMatchObject({ role, chain });
  });
});

test('the name of a list tells its contents', () => {
  const nameList = (path: string) => chainlistLayout.locate(path).list?.name;
  expect(nameList('chain/kava/erc20_2.json')).toBe('erc20');
  expect(nameList('cw721.json')).toBe('cw721');
  expect(nameList('chain/kava/param.json')).toBeUndefined();
});
