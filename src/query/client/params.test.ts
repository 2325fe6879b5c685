import { describe, expect, test } from 'vitest';
import { findRoute, routes } from './routes.js';
import type { RouteName } from './answers.generated.js';
import { createRequestPath, formatParamError, validateParams } from './params.js';

const address = '0x00112233445566778899AabbccddeeFF00112233';
const topic = `0x${'Ab'.repeat(32)}`;
const transfer = { network: 'kava', address, contractAddress: address, tokenType: 'ERC20' };

/** The errors as lines. */
function validate(name: RouteName, params: Readonly<Record<string, unknown>>): string[] {
  return validateParams(findRoute(name), params).map(formatParamError);
}

describe('valid parameters have no errors', () => {
  test.each<[RouteName, Record<string, unknown>]>([
    ['assets', { network: 'kava' }],
    ['asset', { network: 'kava', symbol: 'ibc/A' }],
    ['erc20Asset', { network: 'kava', symbol: address }],
    ['accountTransferEvents', transfer],
    ['accountTransferEvents', { ...transfer, page: 2, offset: 50, sort: 'asc', startBlock: 0, endBlock: 0 }],
    ['accountTransferEvents', { ...transfer, page: undefined, startBlock: 9 }],
    ['transactionsByEvent', { network: 'kava', address, sort: 'whatever the service knows' }],
    ['transactionsByEvent', { network: 'kava', topics: topic }],
    ['transactionsByEvent', { network: 'kava', topics: `${topic},${topic}` }],
    ['transactionsByEvent', { network: 'kava', topics: [topic, topic] }],
    ['holders', { network: 'kava', denom: 'a', keyword: 'kava1', limit: 1_000, offset: 0 }],
  ])('%s %j', (name, params) => {
    expect(validate(name, params)).toEqual([]);
  });
});

describe('every error is named, all at once', () => {
  const atLeast = (minimum: number) => `expected an integer of ${minimum} or more, got`;
  const topics = 'topics: expected topics of 0x and 64 hexadecimal digits, comma-separated, got';
  test.each<[RouteName, Record<string, unknown>, readonly string[]]>([
    ['assets', {}, ['network is required']],
    [
      'asset',
      { network: '', symbol: 5 },
      ['network: expected a non-empty string, got ""', 'symbol: expected a non-empty string, got 5'],
    ],
    ['asset', { network: 'a', symbol: '\ud800' }, ['symbol: expected a non-empty string, got "\\ud800"']],
    [
      'erc20Asset',
      { network: 'a', symbol: '0x1' },
      ['symbol: expected 0x and 40 hexadecimal digits, got "0x1"'],
    ],
    ['assets', { network: 'a', denom: 'b' }, ['denom: unknown parameter']],
    ['holders', { network: 'a', denom: 'b', limt: 1 }, ['limt: unknown parameter (did you mean limit?)']],
    ['transactionsByEvent', { network: 'a' }, ['address: this or topics is required']],
    ['transactionsByEvent', { network: 'a', topics: [] }, [`${topics} []`]],
    ['transactionsByEvent', { network: 'a', topics: `${topic},0x1` }, [`${topics} "0x1"`]],
    ['transactionsByEvent', { network: 'a', topics: [topic, 7] }, [`${topics} 7`]],
    ['transactionsByEvent', { network: 'a', topics: `${topic},` }, [`${topics} ""`]],
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
        'address: expected 0x and 40 hexadecimal digits, got "x"',
        'contractAddress is required',
        'tokenType: expected ERC20, ERC721 or ERC1155, got "erc20"',
        `page: ${atLeast(1)} 0`,
        `offset: ${atLeast(1)} 0.5`,
        'sort: expected asc or desc, got "up"',
        `startBlock: ${atLeast(0)} -1`,
        `endBlock: ${atLeast(0)} "9"`,
      ],
    ],
    [
      'accountTransferEvents',
      { ...transfer, startBlock: 9, endBlock: 5, page: 0 },
      [`page: ${atLeast(1)} 0`, 'startBlock: 9 is after endBlock 5'],
    ],
    [
      'holders',
      { network: 'a', denom: 'b', limit: 1_001, offset: -1 },
      ['limit: expected an integer from 1 to 1000, got 1001', `offset: ${atLeast(0)} -1`],
    ],
    ['holders', { network: 'a', denom: 'b', offset: 2 ** 53 }, [`offset: ${atLeast(0)} 9007199254740992`]],
    ['holders', { network: 'a', denom: null }, ['denom: expected a non-empty string, got null']],
  ])('%s %j', (name, params, errors) => {
    expect(validate(name, params)).toEqual(errors);
  });

  test('in the spelling of the caller', () => {
    const route = findRoute('transactionsByEvent');
    const params = { network: 'kava', startBlock: 9, endBlock: 5 };
    expect(validateParams(route, params, ({ wire }) => wire)).toEqual([
      { name: 'address', detail: 'this or topics is required' },
      { name: 'start_block', detail: '9 is after end_block 5' },
    ]);
  });

  test('a value is quoted only in part', () => {
    const [error] = validate('erc20Asset', { network: 'kava', symbol: 'x'.repeat(1_000) });
    expect(error?.length).toBeLessThan(200);
  });
});

test.each(routes.map((route) => [route.name, route] as const))('%s requires its network', (_, route) => {
  expect(validateParams(route, {})).toContainEqual({ name: 'network', detail: 'is required' });
});

const topics = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`];

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
