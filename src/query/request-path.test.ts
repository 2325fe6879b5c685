import { describe, expect, test } from 'vitest';
import { createRequestPath } from './request-path.js';
import { findRoute, type RouteName, routes } from './routes.js';

const address = '0x00112233445566778899AabbccddeeFF00112233';
const transfer = { network: 'kava', address, contractAddress: address, tokenType: 'ERC20' };

function create(name: RouteName, given: Readonly<Record<string, unknown>>) {
  return createRequestPath(findRoute(name), given);
}

describe('every route has its path', () => {
  test.each<[RouteName, Record<string, unknown>, string]>([
    ['assets', {}, '/v1/kava/assets'],
    ['asset', { symbol: 'KAVA' }, '/v1/kava/assets/KAVA'],
    ['erc20Assets', {}, '/v1/kava/erc20'],
    ['erc20Asset', { symbol: address }, `/v1/kava/erc20/${address}`],
    ['cw20Assets', {}, '/v1/kava/cw20'],
    ['cw20Asset', { symbol: 'juno1x' }, '/v1/kava/cw20/juno1x'],
    [
      'accountTransferEvents',
      transfer,
      `/v1/evm/kava/account/transfer-event?address=${address}&contract_address=${address}&token_type=ERC20`,
    ],
    ['transactionsByEvent', { topics: ['0x1', '0x2'] }, '/v1/evm/kava/tx/list-by-event?topics=0x1%2C0x2'],
    ['holders', { denom: 'ukava' }, '/v1/kava/holders?denom=ukava'],
    ['holderSummary', { denom: 'ibc/A' }, '/v1/kava/holders/summary?denom=ibc%2FA'],
  ])('%s', (name, given, path) => {
    expect(create(name, { network: 'kava', ...given })).toEqual({ path, errors: [] });
  });

  test('there are ten', () => {
    expect(routes).toHaveLength(10);
  });

  test('every query parameter has its name on the wire', () => {
    const all = { ...transfer, page: 2, offset: 50, sort: 'asc', startBlock: 0, endBlock: 9 };
    expect(create('accountTransferEvents', all).path).toMatch(
      /&page=2&offset=50&sort=asc&start_block=0&end_block=9$/,
    );
    const holders = { network: 'kava', denom: 'a', keyword: 'kava1', limit: 1_000, offset: 0 };
    expect(create('holders', holders).path).toBe(
      '/v1/kava/holders?denom=a&keyword=kava1&limit=1000&offset=0',
    );
  });
});

describe('a segment stays one segment', () => {
  test.each([
    ['ibc/0471F1C4', 'ibc%2F0471F1C4'],
    ['factory/kava1x/a b?c#d%', 'factory%2Fkava1x%2Fa%20b%3Fc%23d%25'],
    ['..', '%2E%2E'],
    ['.', '%2E'],
    ['...', '...'],
    ['Ü🔥', '%C3%9C%F0%9F%94%A5'],
    ['a\\b', 'a%5Cb'],
    ['a\r\nb', 'a%0D%0Ab'],
  ])('%j', (symbol, segment) => {
    expect(create('asset', { network: 'kava', symbol }).path).toBe(`/v1/kava/assets/${segment}`);
    expect(create('assets', { network: symbol }).path).toBe(`/v1/${segment}/assets`);
  });
});

describe('wrong arguments are named, all at once', () => {
  const integer = (least: number) => `is not a whole number from ${least}`;
  test.each<[RouteName, Record<string, unknown>, readonly string[]]>([
    ['assets', {}, ['network: it must be given']],
    ['asset', { network: '', symbol: 5 }, ['network: "" is not a text', 'symbol: 5 is not a text']],
    ['asset', { network: 'a', symbol: '\ud800' }, ['symbol: "\\ud800" is not a text']],
    ['erc20Asset', { network: 'a', symbol: '0xg' }, ['symbol: "0xg" is not 0x and hexadecimal digits']],
    ['erc20Asset', { network: 'a', symbol: '0x' }, ['symbol: "0x" is not 0x and hexadecimal digits']],
    ['assets', { network: 'a', denom: 'b' }, ['denom: the route has no such parameter']],
    ['transactionsByEvent', { network: 'a' }, ['address or topics must be given']],
    [
      'transactionsByEvent',
      { network: 'a', topics: [] },
      ['topics:  is not a list of 0x and hexadecimal digits'],
    ],
    [
      'transactionsByEvent',
      { network: 'a', topics: '0x1,x' },
      ['topics: "0x1,x" is not a list of 0x and hexadecimal digits'],
    ],
    [
      'accountTransferEvents',
      {
        network: 'a',
        address: 'x',
        tokenType: 'erc20',
        page: 0,
        offset: 0.5,
        sort: 'up',
        startBlock: -1,
        endBlock: '9',
      },
      [
        'address: "x" is not 0x and hexadecimal digits',
        'contractAddress: it must be given',
        'tokenType: "erc20" is not one of ERC20, ERC721, ERC1155',
        `page: 0 ${integer(1)}`,
        `offset: 0.5 ${integer(1)}`,
        'sort: "up" is not one of asc, desc',
        `startBlock: -1 ${integer(0)}`,
        `endBlock: "9" ${integer(0)}`,
      ],
    ],
    [
      'holders',
      { network: 'a', denom: 'b', limit: 1_001, offset: -1 },
      ['limit: 1001 is not a whole number from 1 to 1000', `offset: -1 ${integer(0)}`],
    ],
    ['holders', { network: 'a', denom: 'b', offset: 2 ** 53 }, [`offset: 9007199254740992 ${integer(0)}`]],
  ])('%s %j', (name, given, errors) => {
    expect(create(name, given)).toEqual({ path: null, errors });
  });

  test('the order of transactions by event is free', () => {
    expect(create('transactionsByEvent', { network: 'a', address, sort: 'whatever' }).path).toMatch(
      /sort=whatever$/,
    );
  });
});
