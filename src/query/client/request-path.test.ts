import { describe, expect, test } from 'vitest';
import { createRequestPath } from './request-path.js';
import { findRoute, type RouteName, routes } from './routes.js';

const address = '0x00112233445566778899AabbccddeeFF00112233';
const topics = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`];
const transfer = { network: 'kava', address, contractAddress: address, tokenType: 'ERC20' };

function create(name: RouteName, params: Readonly<Record<string, unknown>>) {
  return createRequestPath(findRoute(name), params);
}

describe('every route has its path', () => {
  const paths: readonly [RouteName, Record<string, unknown>, string][] = [
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
    ['transactionsByEvent', { topics }, `/v1/evm/kava/tx/list-by-event?topics=${topics.join(',')}`],
    ['holders', { denom: 'ukava' }, '/v1/kava/holders?denom=ukava'],
    ['holderSummary', { denom: 'ibc/A' }, '/v1/kava/holders/summary?denom=ibc%2FA'],
  ];

  test.each(paths)('%s', (name, params, path) => {
    expect(create(name, { network: 'kava', ...params })).toBe(path);
  });

  test('no route is missing here', () => {
    expect(paths.map(([name]) => name)).toEqual(routes.map(({ name }) => name));
  });

  test('every query parameter has its name on the wire', () => {
    const all = { ...transfer, page: 2, offset: 50, sort: 'asc', startBlock: 0, endBlock: 9 };
    expect(create('accountTransferEvents', all)).toMatch(
      /&page=2&offset=50&sort=asc&start_block=0&end_block=9$/,
    );
    const holders = { network: 'kava', denom: 'a', keyword: 'kava1', limit: 1_000, offset: 0 };
    expect(create('holders', holders)).toBe('/v1/kava/holders?denom=a&keyword=kava1&limit=1000&offset=0');
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
    expect(create('asset', { network: 'kava', symbol })).toBe(`/v1/kava/assets/${segment}`);
    expect(create('assets', { network: symbol })).toBe(`/v1/${segment}/assets`);
  });
});

test('a value of the query stays one value', () => {
  const params = { network: 'kava', denom: "a&b=c d'é#", keyword: 'a,b' };
  expect(create('holders', params)).toBe('/v1/kava/holders?denom=a%26b%3Dc%20d%27%C3%A9%23&keyword=a,b');
});
