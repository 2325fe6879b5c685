import { describe, expect, test } from 'vitest';
import { findRoute, type RouteName } from '../../query/routes.js';
import { parseParams } from './parse-params.js';

const hex = `0x${'ab'.repeat(20)}`;
const topics = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`];

function read(name: RouteName, path: string, query: string | null = null) {
  return parseParams(findRoute(name), { path, query });
}

/** The names of the parameters that are wrong. */
function findWrong(name: RouteName, path: string, query: string): string[] {
  return read(name, path, query).errors.map(({ parameter }) => parameter);
}

describe('arguments have the client’s names, and the defaults of the table', () => {
  test.each<[RouteName, string, string | null, object]>([
    ['asset', '/v1/kava/assets/ibc%2FA', null, { network: 'kava', symbol: 'ibc/A' }],
    ['asset', '/v1/kava/assets/%2E%2E', '', { network: 'kava', symbol: '..' }],
    [
      'accountTransferEvents',
      '/v1/evm/kava/account/transfer-event',
      `address=${hex}&contract_address=${hex}&token_type=ERC721`,
      {
        network: 'kava',
        address: hex,
        contractAddress: hex,
        tokenType: 'ERC721',
        page: 1,
        offset: 10,
        sort: 'desc',
        startBlock: undefined,
        endBlock: undefined,
      },
    ],
    [
      'transactionsByEvent',
      '/v1/evm/kava/tx/list-by-event',
      `topics=${topics.join('%2C')}&page=2&offset=5&sort=x&start_block=0&end_block=9007199254740991`,
      {
        network: 'kava',
        address: undefined,
        topics: topics.join(','),
        page: 2,
        offset: 5,
        sort: 'x',
        startBlock: 0,
        endBlock: 9007199254740991,
      },
    ],
    [
      'holders',
      '/v1/kava/holders',
      'denom=ibc/A+B&keyword=a%3Db',
      { network: 'kava', denom: 'ibc/A B', keyword: 'a=b', limit: 20, offset: 0 },
    ],
  ])('%s %s', (name, path, query, expected) => {
    const { given, errors } = read(name, path, query);
    expect(errors).toEqual([]);
    expect(given).toEqual(expected);
  });
});

describe('what is wrong is named, all of it', () => {
  const transfers = `address=${hex}&contract_address=${hex}&token_type=ERC20`;
  test.each<[RouteName, string, string[]]>([
    ['accountTransferEvents', '', ['address', 'contract_address', 'token_type']],
    ['accountTransferEvents', transfers.replaceAll('0x', ''), ['address', 'contract_address']],
    ['accountTransferEvents', transfers.replace('ERC20', 'erc20'), ['token_type']],
    ['accountTransferEvents', `${transfers}&sort=DESC&page=0&offset=0`, ['page', 'offset', 'sort']],
    ['transactionsByEvent', '', ['address', 'topics']],
    ['transactionsByEvent', 'address=', ['address']],
    ['transactionsByEvent', 'topics=0x1,,0x2', ['topics']],
    ['transactionsByEvent', 'topics=0x1,2', ['topics']],
    ['transactionsByEvent', 'topics=0x1&topics=0x2', ['topics']],
    ['transactionsByEvent', 'topics=0xg', ['topics']],
    ['holders', 'limit=1001', ['denom', 'limit']],
    ['holders', 'denom=a&limit=0', ['limit']],
    ['holders', 'denom=a&denom=a', ['denom']],
    ['holders', 'denom=a&Limit=5&x=1&x=2', ['Limit', 'x']],
    ['holders', 'denom=%FF&keyword=%', ['denom', 'keyword']],
    ['holders', 'denom=a&keyword=', ['keyword']],
    ['holders', 'denom=a&%FF=1', ['%FF']],
    ['holders', 'denom=a&=1', ['']],
    ['holderSummary', 'denom=a&limit=1', ['limit']],
    ['assets', 'access_token=secret', ['access_token']],
  ])('%s?%s', (name, query, expected) => {
    const path = findRoute(name).path.replace('{network}', 'kava');
    expect(findWrong(name, path, query)).toEqual(expected);
  });

  test.each(['1.0', '1e3', '+1', '-1', ' 1', '01', '0x1', '１', '1_0', '', '9007199254740992', 'Infinity'])(
    'the whole number %j',
    (text) => {
      expect(findWrong('holders', '/v1/kava/holders', `denom=a&offset=${encodeURIComponent(text)}`)).toEqual([
        'offset',
      ]);
    },
  );

  test('in the path too', () => {
    expect(read('erc20Asset', '/v1/%FF/erc20/USDT').errors).toEqual([
      { parameter: 'network', detail: 'it is not percent-encoded UTF-8' },
      { parameter: 'symbol', detail: 'expected 0x and 40 hexadecimal digits, got "USDT"' },
    ]);
  });

  test('a flood of names is told in part, the route’s own first', () => {
    const query = Array.from({ length: 10_000 }, (_, at) => `p${at}=`).join('&');
    const { errors } = read('holders', '/v1/kava/holders', query);
    expect(errors).toHaveLength(100);
    expect(errors[0]?.parameter).toBe('denom');
  });

  test('names of the language are names like others', () => {
    expect(findWrong('assets', '/v1/kava/assets', '__proto__=1&constructor=2')).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});
