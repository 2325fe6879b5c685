import { describe, expect, test } from 'vitest';
import { findKey, mayBeKey } from './find-key.js';

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
  ])('%j', (path) => {
    expect(findKey(path)).toBeNull();
  });
});

test('whatever is reported as a key is masked too', () => {
  for (const run of ['abcdef0123456789', 'a1b2c3d4-e5f6-7890-abcd', 'ethereum-mainnet-v1']) {
    expect(mayBeKey(run)).toBe(true);
  }
  for (const run of ['abcdef012345678', '1234567890123456', 'ethereum-mainnet', `0x${'ab'.repeat(20)}`]) {
    expect(mayBeKey(run)).toBe(false);
  }
});
