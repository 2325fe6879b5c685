import { describe, expect, test } from 'vitest';
import { findPlaceholder } from './problem.js';

describe('a placeholder instead of a key is found', () => {
  test.each([
    ['https://evm.example.com/<key>', '<key>'],
    ['https://<network>.example.com/rpc', '<network>'],
    ['https://evm.example.com/{apiKey}', '{apiKey}'],
    ['https://evm.example.com/${INFURA_KEY}', '${INFURA_KEY}'],
    ['https://evm.example.com/${KEY', '${KEY'],
    ['https://evm.example.com/$KEY', '$KEY'],
    ['https://evm.example.com/%3Ckey%3E', '%3Ckey%3E'],
    ['https://evm.example.com/%7bkey%7d', '%7bkey%7d'],
    ['https://evm.example.com/[key]', '[key]'],
    ['https://evm.example.com/v2/YOUR_API_KEY', 'YOUR_API_KEY'],
    ['https://evm.example.com/v2/your-project-id', 'your-project-id'],
    ['https://evm.example.com/v2/yourApiKey', 'yourApiKey'],
    ['https://evm.example.com/v2/MY-TOKEN', 'MY-TOKEN'],
    ['https://evm.example.com/v2/insert_key', 'insert_key'],
    ['https://evm.example.com/v2/API-KEY', 'API-KEY'],
    ['https://evm.example.com/v2/keyhere', 'keyhere'],
    ['https://evm.example.com/v2/KEY', 'KEY'],
    ['https://evm.example.com/v2/xxxxxxxx', 'xxxxxxxx'],
    ['https://evm.example.com/v2/****', '****'],
    ['https://evm.example.com/v2/...', '...'],
    ['https://evm.example.com/v2/…', '…'],
    ['https://evm.example.com/?apikey=YOUR_KEY', 'YOUR_KEY'],
    ['https://evm.example.com/?a=1&apikey=xxxx', 'xxxx'],
    ['evm.example.com/v2/<key>', '<key>'],
    // Brackets of an address come before the path, those of a template in or after it.
    ['HTTPS://[2001:db8::1]/[key]', '[key]'],
    ['evm.example.com/?to=https://[key]', '[key]'],
    ['https://evm.example.com?<key>', '<key>'],
    ['https://evm.example.com#[key]', '[key]'],
    ['https://evm.example.com/$key', '$key'],
    ['https://evm.example.com/%3ca%3Cb%3e', '%3Cb%3e'],
    ['https://evm.example.com/%7ba%7Bb%7d', '%7Bb%7d'],
    ['https://evm.example.com/{a{b}', '{b}'],
    ['https://evm.example.com/[a[b]', '[b]'],
    // The first of several.
    ['https://evm.example.com/KEY/TOKEN?id=ID', 'KEY'],
    ['https://evm.example.com/?a=b=KEY&id=ID', 'ID'],
  ])('%s', (url, placeholder) => {
    expect(findPlaceholder(url)).toBe(placeholder);
  });
});

describe('each known placeholder is found, whatever joins its parts', () => {
  const join = (first: readonly string[], last: readonly string[]) =>
    first.flatMap((start) => last.flatMap((end) => ['', '-', '_', ' '].map((sign) => start + sign + end)));

  test.each([
    ...['your', 'YOUR', 'your-', 'your_node', 'your key', 'your-own-node', 'yourKey', 'yourApiToken'],
    ...[
      'yourprojectid',
      'yourSecret',
      'my_key_here',
      'insert-token-1',
      'key-here',
      'key_here',
      'xxxx',
      '***',
    ],
    ...join(['my', 'insert', 'enter', 'put'], ['api', 'project', 'access', 'key', 'token']),
    ...join(['api', 'access', 'project', 'app', 'infura', 'alchemy'], ['key', 'token', 'id', 'secret']),
    ...['TOKEN', 'SECRET', 'ID'],
  ])('%s', (word) => {
    expect(findPlaceholder(`https://evm.example.com/v2/${word}`)).toBe(word);
    expect(findPlaceholder(`https://evm.example.com/?key=${word}`)).toBe(word);
  });

  test.each([
    ...['notyour', 'yours', 'your1', 'amykey', 'my.key', 'myapp', 'apikeys', 'an-api-key', 'api--key', 'app'],
    ...['keyhere1', 'akeyhere', 'xxx', 'xxxxy', 'axxxx', '**', '***a', 'a***', '..', '....', '……', 'a…'],
    ...['KEYS', 'AKEY', 'TOKENS', 'ATOKEN', 'IDS', 'AID', 'SECRETS', 'ASECRET', 'Key', 'id'],
  ])('%s is no placeholder', (word) => {
    expect(findPlaceholder(`https://evm.example.com/v2/${word}`)).toBeNull();
  });
});

describe('a text that only resembles a placeholder is accepted', () => {
  test.each([
    'https://evm.example.com',
    'https://[2001:db8::1]:8545/rpc',
    'HTTPS://[2001:db8::1]:8545/rpc',
    'wss+x-1.0://[2001:db8::1]',
    'https://evm.example.com/v1?a=1?KEY',
    'https://your-node.example.com/rpc',
    'https://api-key.example.com/rpc',
    'https://evm.example.com/key',
    'https://evm.example.com/token/id',
    'https://evm.example.com/yourchain',
    'https://evm.example.com/xxx',
    'https://evm.example.com/keystone',
    'https://evm.example.com/tokens/mainnet',
    'https://evm.example.com/?apikey=0123456789abcdef',
    'https://evm.example.com/a%20b',
    'https://evm.example.com/v1/mainnet...',
    'https://evm.example.com/100$',
  ])('%s', (url) => {
    expect(findPlaceholder(url)).toBeNull();
  });
});

describe('a hostile url takes no longer to read than any other', () => {
  // A file may have 256 KiB; expressions that look for the closing bracket from each opening one took 16 seconds.
  test.each(['%3C', '%7B', '[', '<', '{', '$', '/', '='])(
    '%s repeated',
    (part) => {
      expect(findPlaceholder(`https://evm.example.com/${part.repeat(80_000)}`)).toBeNull();
    },
    2_000,
  );
});
