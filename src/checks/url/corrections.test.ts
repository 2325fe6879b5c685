import { describe, expect, test } from 'vitest';
import { correctAs } from '../../../test/support/registry-files.js';

type Case = readonly [before: string, after: string | null];

const address = 'grpc.example.com:443';
const url = 'https://rpc.example.com';

describe('invisible characters are removed everywhere', () => {
  test.each<Case>([
    ['\ufeffgrpc.example.com:443', address],
    ['grpc\u200b.example.com:443', address],
    ['grpc.exam\u00adple.com:443\u200e', address],
    ['grpc.example\u2060.com:4\u200f43', address],
    ['grpc.example.com\u{e0061}:443', address],
    // Beside letters outside ASCII they may be part of a word.
    ['n\u200dämn.example.com:443', null],
    // Not visible, but shown as a blank, or reversing what follows.
    ['grpc.example.com:443\u3164', null],
    ['\u202egrpc.example.com:443', null],
  ])('%j', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });

  test.each<Case>([
    ['ht\u200btps://rpc.example.com', url],
    ['https://rpc.example.com/a\u200bb', `${url}/ab`],
    ['https://rpc.example.com/é\u200b', null],
  ])('%j', (before, after) => {
    expect(correctAs('rpc', before)).toBe(after);
  });
});

describe('outer white space is removed', () => {
  test.each<Case>([
    [' grpc.example.com:443', address],
    ['grpc.example.com:443\r\n', address],
    ['\u00a0grpc.example.com:443\u3000', address],
    ['\t\ufeff grpc.example.com:443', address],
    [' ', null],
    ['', null],
  ])('%j', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });
});

describe('inner white space is removed if the parts can only be one url', () => {
  test.each<Case>([
    ['grpc.example.com :443', address],
    ['grpc.example.com: 443', address],
    ['grpc.example.com\u00a0:\u00a0443', address],
    ['192.0.43.8 :9090', '192.0.43.8:9090'],
    ['grpc .example.com:443', address],
    // Each part may be an address, or one of them a comment.
    ['a.example b.example:443', null],
    ['a.example. b.example:443', null],
    ['a.example .b.example:443', null],
    ['grpc. example.com:443', null],
    ['a.example:443 b.example:443', null],
    ['a.example:443 :9090', null],
    ['a.example :443,b.example:443', null],
    ['a.example:443 archive', null],
    ['a.example:443 / archive', null],
    ['archive: a.example:443', null],
    ['port: 443', null],
    ['grpc.exam ple.com:443', null],
    ['grpc.example. com:443', null],
    ['1. 2.3.4:443', null],
    ['grpc.example.com:4 43', null],
  ])('%j', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });

  test.each<Case>([
    ['https:// rpc.example.com', url],
    ['https ://rpc.example.com', url],
    ['https: //rpc.example.com', url],
    ['https: / / rpc.example.com', url],
    ['https://rpc. example.com', url],
    ['https://rpc .example.com', url],
    ['https://rpc.\nexample.com/a', `${url}/a`],
    ['https://rpc.example.com :8443/a', `${url}:8443/a`],
    ['https:// :8443/a', null],
    ['https://rpc.example.com/ archive', null],
    ['https://rpc.example.com /archive', null],
    ['https://rpc.example.com/\u00a0archive', null],
    ['https://rpc.example.com archive', null],
    ['https ://rpc.example.com archive', null],
    ['https://rpc.example.com . archive.', null],
    ['https://rpc.example.com. archive', null],
    ['https://a.example https://b.example', null],
    ['https://a https://b', null],
    ['https://a.example :443 https://b.example', null],
    ['https://a.example, https://b.example', null],
    ['https://rpc.example.com/a b', null],
    ['https://rpc.example.com/a ?b=c', null],
    ['https://127. 0.0.1', null],
    // A blank may also be the only clear mistake.
    ['http://rpc.example.com ', 'http://rpc.example.com'],
  ])('%j', (before, after) => {
    expect(correctAs('evm', before)).toBe(after);
  });
});

describe('characters that were copied with the url are removed', () => {
  test.each<Case>([
    ['https://rpc.example.com,', url],
    ['https://rpc.example.com;', url],
    ['https://rpc.example.com:8443,', `${url}:8443`],
    ['"https://rpc.example.com"', url],
    ["'https://rpc.example.com/a'", `${url}/a`],
    ['`https://rpc.example.com`', url],
    ['“https://rpc.example.com”', url],
    ['‘https://rpc.example.com’', url],
    ['<https://rpc.example.com>', url],
    ['"<https://rpc.example.com>",', url],
    ['"https://rpc.example.com ";', url],
    ['" https://rpc.example.com"', url],
    // They may belong to a path, which reads well.
    ['https://rpc.example.com/a,', null],
    ['https://rpc.example.com/;', null],
    ['"https://rpc.example.com', null],
    ['https://rpc.example.com"', null],
    ['"https://a.example", "https://b.example"', null],
    ['"https://a.example","https://b.example"', null],
    ['<https://a.example><https://b.example>', null],
    ['https://a.example,https://b.example,', null],
    ['"https://me@rpc.example.com"', null],
    ['""', null],
    [',', null],
    // Templates.
    ['<your-node>', null],
    ['<YOUR_URL>', null],
    ['<key>', null],
  ])('%j', (before, after) => {
    expect(correctAs('evm', before)).toBe(after);
  });

  test.each<Case>([
    ['grpc.example.com:443,', address],
    ['"grpc.example.com:443"', address],
    ['<grpc.example.com:443>', address],
    ['grpc.example.com,', null],
    ['a.example:443,b.example:443', null],
    ['<host:port>', null],
  ])('%j', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });

  test('a template stays as it is, also after a correction', () => {
    const forms = { allowPlaceholder: true };
    expect(correctAs('evm', 'https://RPC.example.com/${API_KEY}', forms)).toBeNull();
    expect(correctAs('evm', 'ttps://RPC.example.com/${API_KEY}', forms)).toBe(
      'https://RPC.example.com/${API_KEY}',
    );
  });
});
