import { describe, expect, test } from 'vitest';
import type { RouteName } from '../../client/answers.generated.js';
import { parseParams, serviceRoutes } from './parse-params.js';

const address = `0x${'aB'.repeat(20)}`;
const topic = `0x${'1'.repeat(64)}`;
const transfers = `address=${address}&contract_address=${address}&token_type=ERC20`;

function parse(name: RouteName, path: string, query: string | null = null) {
  const route = serviceRoutes.find((candidate) => candidate.name === name);
  if (route === undefined) throw new Error(`unknown route ${name}`);
  const target = { path: path === '' ? route.path.replaceAll(/\{\w+\}/g, address) : path, query };
  return parseParams(route, target, Buffer.from('key'));
}

describe('params have the client’s names, and defaults', () => {
  test.each<[RouteName, string, string | null, object]>([
    ['asset', '/v1/kava/assets/ibc%2FA', null, { network: 'kava', symbol: 'ibc/A' }],
    ['asset', '/v1/kava/assets/%2E%2E', '', { network: 'kava', symbol: '..' }],
    [
      'accountTransferEvents',
      '/v1/evm/kava/account/transfer-event',
      `${transfers}&sort=asc`,
      {
        network: 'kava',
        address,
        contractAddress: address,
        tokenType: 'ERC20',
        page: 1,
        offset: 10,
        sort: 'asc',
        startBlock: undefined,
        endBlock: undefined,
      },
    ],
    [
      'transactionsByEvent',
      '/v1/evm/kava/tx/list-by-event',
      `topics=${topic}%2C${topic}&page=2&offset=5&start_block=0&end_block=9007199254740991`,
      {
        network: 'kava',
        address: undefined,
        topics: `${topic},${topic}`,
        page: 2,
        offset: 5,
        sort: 'desc',
        startBlock: 0,
        endBlock: 9007199254740991,
      },
    ],
    [
      'holders',
      '/v1/kava/holders',
      'denom=ibc%2FAB&keyword=a%3Db+c',
      { network: 'kava', denom: 'ibc/AB', keyword: 'a=b c', limit: 20, offset: 0 },
    ],
  ])('%s %s', (name, path, query, expected) => {
    const { params, errors } = parse(name, path, query);
    expect(errors).toEqual([]);
    expect(params).toEqual(expected);
  });
});

describe('every error is named, all at once', () => {
  const notAddress = 'expected 0x and 40 hexadecimal digits, got';
  const pageSize = 'expected an integer from 1 to 1000, got';
  const denomForm = 'expected a letter, then 1 to 127 letters, digits or / : . _ -';
  test.each<[RouteName, string, Record<string, string>]>([
    [
      'accountTransferEvents',
      'address=x&address=y&contract_address=%FF&token_type=erc20&page=0&offset=1001&sort=up&start_block=-1&end_block=1e3&contractAddress=1&x',
      {
        address: 'is repeated',
        contract_address: 'expected percent-encoded UTF-8',
        token_type: 'expected ERC20, ERC721 or ERC1155, got "erc20"',
        page: 'expected an integer of 1 or more, got 0',
        offset: `${pageSize} 1001`,
        sort: 'expected asc or desc, got "up"',
        start_block: 'expected an integer of 0 or more, got "-1"',
        end_block: 'expected an integer of 0 or more, got "1e3"',
        contractAddress: 'unknown parameter',
        x: 'unknown parameter',
      },
    ],
    [
      'transactionsByEvent',
      'start_block=9&end_block=5&sort=up',
      {
        address: 'address or topics is required',
        topics: 'address or topics is required',
        sort: 'expected asc or desc, got "up"',
        start_block: '9 is after end_block 5',
      },
    ],
    ['transactionsByEvent', 'address=0x1%FF', { address: 'expected percent-encoded UTF-8' }],
    ['transactionsByEvent', `topics=${topic}&topics=${topic}`, { topics: 'is repeated' }],
    [
      'transactionsByEvent',
      `topics=${Array.from({ length: 101 }, () => topic).join(',')}&limit=5`,
      { topics: 'expected at most 100 topics, got 101', limit: 'unknown parameter' },
    ],
    ['holders', 'denom=usand&keyword=a%00b', { keyword: 'expected a text without the character 0' }],
    [
      'holders',
      'denom=1a&limit=0&offset=-1&keyword=&Limit=5',
      {
        keyword: 'expected a non-empty string, got ""',
        limit: `${pageSize} 0`,
        offset: 'expected an integer of 0 or more, got "-1"',
        denom: denomForm,
        Limit: 'unknown parameter',
      },
    ],
    ['holders', 'denom=ua&%FF=1&=2', { '%FF': 'unknown parameter', '': 'unknown parameter' }],
    ['holderSummary', 'limit=1', { denom: 'is required', limit: 'unknown parameter' }],
    ...(['assets', 'asset', 'erc20Assets', 'erc20Asset', 'cw20Assets', 'cw20Asset'] as const).map(
      (name): [RouteName, string, Record<string, string>] => [
        name,
        'access_token=secret&__proto__=1&constructor=2',
        {
          access_token: 'unknown parameter',
          ['__proto__']: 'unknown parameter',
          constructor: 'unknown parameter',
        },
      ],
    ),
  ])('%s?%s', (name, query, expected) => {
    const { errors } = parse(name, '', query);
    expect(errors.map(({ parameter, detail }) => [parameter, detail])).toEqual(Object.entries(expected));
  });

  test.each(['1.0', '1e3', '+1', '-1', ' 1', '01', '0x1', '１', '1_0', '', '9007199254740992', 'Infinity'])(
    'the integer %j',
    (text) => {
      const { errors } = parse('holders', '', `denom=ua&offset=${encodeURIComponent(text)}`);
      expect(errors.map(({ parameter }) => parameter)).toEqual(['offset']);
    },
  );

  test('in the path too', () => {
    expect(parse('erc20Asset', '/v1/%FF/erc20/USDT', 'page=1').errors).toEqual([
      { parameter: 'network', detail: 'expected percent-encoded UTF-8' },
      { parameter: 'symbol', detail: `${notAddress} "USDT"` },
      { parameter: 'page', detail: 'unknown parameter' },
    ]);
  });

  test('a flood of names is listed in part, the route’s parameters first', () => {
    const query = Array.from({ length: 10_000 }, (_, at) => `p${at}=`).join('&');
    const { errors } = parse('holders', '', query);
    expect(errors).toHaveLength(100);
    expect(errors[0]?.parameter).toBe('denom');
  });
});
