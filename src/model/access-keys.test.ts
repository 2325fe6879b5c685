import { describe, expect, test } from 'vitest';
import { findKey, isPossibleKey } from './access-keys.js';

describe('an access key is found in the path or a parameter', () => {
  test.each([
    ['/v2/abcdef0123456789abcdef0123456789', null],
    ['/v3/Ab1-xY_92kLm03nQ-vW/rpc', null],
    ['/a1b2c3d4-e5f6-7890-abcd-ef0123456789', null],
    ['/0x' + 'ab12'.repeat(16), null],
    ['/rpc?apikey=abc', 'apikey'],
    ['?api_key=abc', 'api_key'],
    ['?x=1&X-API-Key=abc', 'X-API-Key'],
    ['?access_token=a=b', 'access_token'],
    ['?chain=1&id=abcdef0123456789', 'id'],
    ['?abcdef0123456789', null],
  ])('%s', (path, parameter) => {
    expect(findKey(path)).toEqual({ parameter });
  });
});

describe('what is not a key is not found', () => {
  test.each([
    '',
    '/',
    '/rpc/v1/public',
    '/ethereum-mainnet-archive',
    '/ethereum-mainnet-v1',
    '/cosmoshub-4-archive.node-2',
    '/ext/bc/2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5/rpc',
    '/1234567890123456',
    '/erc20/0x00112233445566778899aAbBcCdDeEfF00112233',
    '/cw20/juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr',
    '/?chain=kava&token_type=ERC20',
    '/?apikey=',
    '/?key',
    '/lava-referer-ae3ff08f-5167-4cb0-9e6c-bf8ea9cbe09d/',
    '/devnet/example/3ed19e82-a81c-45e5-9b16-5e385aa74587',
    '/fork/1cf7833c-03ca-4af8-bf8e-3095f52f71c3',
    '/subnets/28aQXYENwytzxEwyYMZDtGjpUmP67eWkyoHdGGyid6gEACeg9x',
    '/v1/chains/iota1pp3d3mnap3ufmgqnjsnw344sqmf5svjh26y2khnmc89sv6788y3r207a8fn/evm',
  ])('%j', (path) => {
    expect(findKey(path)).toBeNull();
  });
});

test('the host tells a devnet, whose path is public', () => {
  const path = '/rpc/3fe540e310bbb6ef0b9f16cd23073b0a';
  for (const host of ['rpc-devnet.example.com', 'devnet2.example.com'])
    expect(findKey(path, host)).toBeNull();
  for (const host of ['rpc.example.com', 'rpc-devnets.example.com', 'example.devnet'])
    expect(findKey(path, host)).toEqual({ parameter: null });
  expect(findKey('/rpc?apikey=abc', 'devnet.example.com')).toEqual({ parameter: 'apikey' });
});

test('whatever is reported as a key is masked too', () => {
  for (const run of ['abcdef0123456789', 'a1b2c3d4-e5f6-7890-abcd', 'ethereum-mainnet-v1']) {
    expect(isPossibleKey(run)).toBe(true);
  }
  for (const run of ['abcdef012345678', '1234567890123456', 'ethereum-mainnet', `0x${'ab'.repeat(20)}`]) {
    expect(isPossibleKey(run)).toBe(false);
  }
});
