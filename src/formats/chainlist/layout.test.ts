import { describe, expect, test } from 'vitest';
import { chainlistLayout } from './layout.js';

describe('the path of a file tells its role in the registry', () => {
  test.each([
    ['chain/kava/param.json', 'registered', 'kava', null],
    ['chain/kava/param_2.json', 'registered', 'kava', null],

    ['chain/kava/old/param.json', 'misplaced', 'kava', 'chain/kava/param.json'],
    ['chain/kava/old/param_2.json', 'misplaced', 'kava', 'chain/kava/param_2.json'],
    ['chain/param.json', 'misplaced', null, 'chain/<chain>/param.json'],
    ['param.json', 'misplaced', null, 'chain/<chain>/param.json'],
    ['kava/param.json', 'misplaced', null, 'chain/kava/param.json'],

    ['chain/kava/params.json', 'misnamed', 'kava', 'chain/kava/param.json'],
    ['chain/kava/param.JSON', 'misnamed', 'kava', 'chain/kava/param.json'],
    ['chain/kava/param.jsonc', 'misnamed', 'kava', 'chain/kava/param.json'],
    ['chain/kava/params_2.json', 'misnamed', 'kava', 'chain/kava/param_2.json'],
    ['chain/kava/PARAM_2.JSON', 'misnamed', 'kava', 'chain/kava/param_2.json'],

    ['chain/kava/assets.json', 'list', 'kava', null],
    ['chain/kava/assets_2.json', 'list', 'kava', null],
    ['chain/kava/erc20.json', 'list', 'kava', null],
    ['chain/kava/cw20_2.json', 'list', 'kava', null],
    ['assets.json', 'stray-list', null, null],
    ['assets/assets.json', 'stray-list', null, null],
    ['chain/assets.json', 'stray-list', null, null],
    ['chain/kava/old/assets.json', 'stray-list', null, null],

    ['chain/kava/draft.json', 'other', 'kava', null],
    ['chain/kava/old/draft.json', 'other', 'kava', 'chain/kava/param.json'],
    ['drafts/kava.json', 'other', null, null],
    ['params.json', 'other', null, null],
  ])('%s: %s', (path, role, chain, expected) => {
    expect(chainlistLayout.locate(path)).toMatchObject({ role, chain, expected });
  });
});

test('the name of a list tells its contents', () => {
  const nameList = (path: string) => chainlistLayout.locate(path).list?.name;
  expect(nameList('chain/kava/erc20_2.json')).toBe('erc20');
  expect(nameList('cw721.json')).toBe('cw721');
  expect(nameList('chain/kava/param.json')).toBeUndefined();
});
