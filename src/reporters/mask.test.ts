import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { tagKeys } from '../model/tag-keys.js';
import { insertsKey, maskKeys } from './mask.js';

describe('possible keys in a url are hidden, at the same length', () => {
  test.each([
    ['https://evm.example.com/v2/0123456789abcdef', 'https://evm.example.com/v2/****************'],
    ['https://evm.example.com/0123456789abcdef/rpc', 'https://evm.example.com/****************/rpc'],
    ['HTTP://evm.example.com/a1b2c3d4-e5f6-7890-abcd', 'HTTP://evm.example.com/***********************'],
    ['https://evm.example.com/?apikey=secret', 'https://evm.example.com/?apikey=******'],
    ['https://evm.example.com/rpc?a=1&key=secret&b', 'https://evm.example.com/rpc?a=*&key=******&b'],
    ['https://evm.example.com?key=a=b', 'https://evm.example.com?key=***'],
    ['https://user:hunter2@evm.example.com/rpc', 'https://************@evm.example.com/rpc'],
    ['https://a@b@evm.example.com/', 'https://***@evm.example.com/'],
    ['user:hunter2@grpc.example.com:443', '************@grpc.example.com:443'],
    ['"url": "user:hunter2@[::1]:443"', '"url": "************@[::1]:443"'],
    [
      'see https://a.example/?k=v and https://b.example/?k=w.',
      'see https://a.example/?k=* and https://b.example/?k=**',
    ],
    ['"http:\\/\\/a.example\\/v3\\/0123456789abcdef"', '"http:\\/\\/a.example\\/v3\\/****************"'],
    ['wss://u:p@a.example/0123456789abcdef', 'wss://***@a.example/****************'],
    ['https:/a.example/v3/0123456789abcdef', 'https:/a.example/v3/****************'],
    ['a.example/v3/0123456789abcdef?k=v', 'a.example/v3/****************?k=*'],
    ['a.example:443/0123456789abcdef', 'a.example:443/****************'],
    ['https://a.example/key=0123456789abcdef', 'https://a.example/key=****************'],
    ['https://a.example/x#0123456789abcdef', 'https://a.example/x#****************'],
    ['https://a.example/?0123456789abcdef', 'https://a.example/?****************'],
    ['https://a.example/?k=${A}secret&l=${hunter 2}', 'https://a.example/?k=**********&l=******** 2}'],
    ['https://a.example/?denom=0123456789abcdef', 'https://a.example/?denom=****************'],
    ['https://a.example/?xdenom=ukava&denom=a?k=b', 'https://a.example/?xdenom=*****&denom=a?k=b'],
    // A private key is as long as a topic.
    [`https://a.example/?key=0x${'a1'.repeat(32)}`, `https://a.example/?key=${'*'.repeat(66)}`],
    [`https://a.example/0x${'a1'.repeat(32)}`, `https://a.example/${'*'.repeat(66)}`],
    ['https://a.example/?topics=0123456789abcdef,0x12', 'https://a.example/?topics=****************,0x12'],
    [`https://a.example/ibc/${'a1'.repeat(16)}`, `https://a.example/ibc/${'*'.repeat(32)}`],
    ['https://a.example/?0123456789abcdef=v', 'https://a.example/?****************=*'],
    ['(user:hunter2@a.example)', '*************@a.example)'],
    ['a,user:hunter2@a.example:443', '**************@a.example:443'],
    ['x/y,user:hunter2@a.example', 'x/y,************@a.example'],
    [':user:hunter2@a.example', ':************@a.example'],
    ['see:https://u:p@a.example/', 'see:https://***@a.example/'],
    ['https://u:p@[::1]:443/0123456789abcdef', 'https://***@[::1]:443/****************'],
    ['"url": "https://a.example/?k=secret", "x": 1', '"url": "https://a.example/?k=******", "x": 1'],
  ])('%s', (text, masked) => {
    expect(maskKeys(text)).toBe(masked);
  });
});

describe('other text stays', () => {
  test.each([
    '',
    'grpc.example.com:443',
    'https://evm.example.com',
    'https://evm.example.com:8545/v1/rpc/public',
    'https://evm.example.com/ethereum-mainnet-archive',
    'https://evm.example.com/1234567890123456',
    'https://evm.example.com/a1b2c3d4e5f6a7b',
    'https://0123456789abcdef.example.com/',
    '/0123456789abcdef?key=value',
    'https://a.example/${RPC_KEY_0123456789}/x?key=${SWIFTNODES_API_KEY}',
    'https://api.example.com/v1/kava/erc20/0x00112233445566778899aAbBcCdDeEfF00112233',
    'https://api.example.com/v1/juno/cw20/juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr',
    'https://api.example.com/v1/kava/holders?denom=ukava&offset=20&limit=10&keyword=kava1',
    'https://api.example.com/v1/evm/kava/tx/list-by-event?topics=0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef&page=1',
    'https://api.example.com/?topics=0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef%2C0xDDF252AD1BE2C89B69C2B068FC378DAA952BA7F163C4A11628F55A4DF523B3EF',
    'https://api.example.com/v1/kava/holders?denom=ibc%2F27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
    'https://api.example.com/v1/kava/assets/ibc%2F27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
    'ghcr.io/example/image:v1@sha256',
    'https://api.example.com/?address=0x00112233445566778899aAbBcCdDeEfF00112233&token_type=ERC20',
  ])('%s', (text) => {
    expect(maskKeys(text)).toBe(text);
  });
});

test('columns stay where they are, and a masked text stays, whatever the text', () => {
  const part = fc.oneof(
    anyText(),
    fc.constantFrom('https://', '@', ':', '/', '?', '=', '&', '"', ' ', '*', '~', 'a.b/', '0123456789abcdef'),
  );
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join('')),
      (text) => {
        expect(maskKeys(text)).toHaveLength(text.length);
        expect(tagKeys(tagKeys(text))).toBe(tagKeys(text));
      },
    ),
  );
});

describe('an inserted text is a key by the word that it becomes part of', () => {
  test.each<[string, string, string, boolean]>([
    ['https://a.example/?key=', 'secret', '', true],
    ['"https://a.example/?key=', 'secret', '"', true],
    ['https://a.example/?key= ', 'secret', '', false],
    ['', 'user:hunter2@', 'grpc.example.com', true],
    ['', 'user:hunter2@', ' grpc.example.com', false],
    ['https://a.example/?key=secret&denom=', 'ukava', '', false],
    ['https://a.example/?key=', '', '', false],
  ])('%s%s%s', (before, text, after, isKey) => {
    expect(insertsKey(`${before}x${after}`, { offset: before.length, length: 1, text })).toBe(isKey);
  });
});
