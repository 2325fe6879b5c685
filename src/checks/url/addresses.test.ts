import { describe, expect, test } from 'vitest';
import { correctAs } from '../../../test/support/registry-files.js';
import { baseAddresses } from './addresses.js';

const { readUrl } = baseAddresses('https://grpc-web.example.com');

describe('routes are appended to the url of a kind', () => {
  test.each([
    ['https://grpc-web.example.com', 'grpc-web.example.com', 443, '/'],
    ['https://rest.example.com:8443/', 'rest.example.com', 8443, '/'],
    ['https://example.com/chain/rest/', 'example.com', 443, '/chain/rest'],
  ])('%s', (url, host, port, path) => {
    expect(readUrl(url, {})).toMatchObject({ target: { host, port, path, secure: true }, problems: [] });
  });

  test.each([
    ['grpc-web.example.com:443', {}, ['entry/url-scheme']],
    ['http://grpc-web.example.com', {}, ['entry/url-scheme']],
    ['http://grpc-web.example.com', { allowPlaintext: true }, []],
    ['grpc-web.example.com:443', { allowPlaintext: true, allowScheme: true }, ['entry/url-scheme']],
    ['', {}, ['entry/url-malformed']],
  ])('%j %j', (url, forms, codes) => {
    expect(readUrl(url, forms).problems.map(({ code }) => code)).toEqual(codes);
  });
});

type Case = readonly [before: string, after: string | null];

const url = 'https://rpc.example.com';

describe.each(['evm', 'rpc', 'rest', 'grpc-web'])('the scheme of a url of kind %s', (kind) => {
  test.each<Case>([
    ['ttps://rpc.example.com', url],
    ['hhttps://rpc.example.com/a', `${url}/a`],
    ['htps://rpc.example.com', url],
    ['htpps://rpc.example.com', url],
    ['htttps://rpc.example.com', url],
    ['httpss://rpc.example.com', url],
    ['HTPS://rpc.example.com', url],
    ['httsp://rpc.example.com', url],
    // As near to http, nearer to it, or to neither.
    ['httpd://rpc.example.com', null],
    ['htts://rpc.example.com', null],
    ['htp://rpc.example.com', null],
    ['tps://rpc.example.com', null],
    ['ttps://rpc', null],
    ['ttps://me@rpc.example.com', null],
    ['ttps://rpc.example.com https://a.example', null],
    ['ttps://rpc.example.com/a https://a.example', null],
    ['ftps://rpc.example.com', null],
    ['wss://rpc.example.com', null],
    ['wsss://rpc.example.com', null],
    ['ipfs://rpc.example.com', null],

    ['https:/rpc.example.com', url],
    ['https//rpc.example.com', url],
    ['https:rpc.example.com:8443', `${url}:8443`],
    ['https:///rpc.example.com', url],
    ['https:\\\\rpc.example.com', url],
    ['https:/\\rpc.example.com', url],
    ['https:://rpc.example.com', url],
    ['https:/192.0.43.8:8545', 'https://192.0.43.8:8545'],
    ['https:/[2606:4700::1]', 'https://[2606:4700::1]'],
    ['https/rpc.example.com', null],
    ['https:8545', null],
    ['https:///path', null],
    ['https://', null],
    ['https:/user@rpc.example.com', null],
    ['https://rpc.example.com\\a', null],

    ['https://https://rpc.example.com', url],
    ['https://https://https://rpc.example.com/a', `${url}/a`],
    ['https://https//rpc.example.com', url],
    ['http://https://rpc.example.com', null],
    ['https://https/rpc.example.com', null],
    ['https://http://rpc.example.com', null],

    ['http://rpc.example.com:443', `${url}:443`],
    ['http://rpc.example.com:443/a?b', `${url}:443/a?b`],
    ['http://rpc.example.com:4430', null],
    ['http://rpc.example.com/:443', null],
    ['http://rpc.example.com:443@a.example', null],

    ['rpc.example.com', url],
    ['rpc.example.com:443', `${url}:443`],
    ['rpc.example.com/a?b=c', `${url}/a?b=c`],
    ['//rpc.example.com', url],
    ['http-rpc.example.com', 'https://http-rpc.example.com'],
    ['rpc.example.xn--p1ai', 'https://rpc.example.xn--p1ai'],
    ['rpc.example.com:8545', null],
    ['rpc.example.com:80', null],
    ['192.0.43.8', null],
    ['[2606:4700::1]', null],
    ['localhost', null],
    ['rpc', null],
    ['N/A', null],
    ['n.a.', null],
    ['me@example.com', null],
    ['mailto:me@example.com', null],
    ['https.rpc.example.com', null],
    ['rpc.example.com#a', null],

    ['HTTPS://RPC.Example.com/A', `${url}/A`],
    ['HTTPS:/RPC.Example.com/A', `${url}/A`],
  ])('%s', (before, after) => {
    expect(correctAs(kind, before)).toBe(after);
  });

  test.each<Case>([
    ['http://rpc.example.com', null],
    ['http://rpc.example.com:26657', null],
    ['htp://rpc.example.com:26657', 'http://rpc.example.com:26657'],
    ['ttp://192.0.43.8:26657', 'http://192.0.43.8:26657'],
    ['http:/rpc.example.com:26657', 'http://rpc.example.com:26657'],
    ['http//rpc.example.com:26657', 'http://rpc.example.com:26657'],
    ['htp://rpc.example.com:443', `${url}:443`],
    ['ttps://rpc.example.com', url],
    ['http://rpc.example.com:443', `${url}:443`],
    ['httpd://rpc.example.com', null],
    ['ws://rpc.example.com:26657', null],
  ])('with plaintext allowed: %s', (before, after) => {
    expect(correctAs(kind, before, { allowPlaintext: true })).toBe(after);
  });
});

describe('the scheme of a websocket', () => {
  const allowed = { allowPlaintext: true };

  test.each<Case>([
    ['https://rpc.example.com/websocket', 'wss://rpc.example.com/websocket'],
    ['HTTPS://rpc.example.com/websocket', 'wss://rpc.example.com/websocket'],
    ['http://rpc.example.com:26657/websocket', 'ws://rpc.example.com:26657/websocket'],
    ['http://rpc.example.com:443/websocket', 'wss://rpc.example.com:443/websocket'],
    ['ws://rpc.example.com:443/websocket', 'wss://rpc.example.com:443/websocket'],
    ['wsss://rpc.example.com/websocket', 'wss://rpc.example.com/websocket'],
    ['htps://rpc.example.com/websocket', 'wss://rpc.example.com/websocket'],
    ['https://wsss//rpc.example.com/websocket', null],
    ['wws://rpc.example.com/websocket', null],
    ['ws://rpc.example.com/websocket', null],
    ['wss:/rpc.example.com/websocket', 'wss://rpc.example.com/websocket'],
    ['rpc.example.com/websocket', 'wss://rpc.example.com/websocket'],
    ['rpc.example.com:26657/websocket', null],
    // More likely an RPC.
    ['https://rpc.example.com', null],
    ['https://rpc.example.com/', null],
    ['https://rpc.example.com/?a=/b', null],
    // Without a path, which gets a warning once it is read.
    [' wss://rpc.example.com', 'wss://rpc.example.com'],
    ['wss//rpc.example.com', 'wss://rpc.example.com'],
    ['rpc.example.com', 'wss://rpc.example.com'],
  ])('of CometBFT: %s', (before, after) => {
    expect(correctAs('ws', before, allowed)).toBe(after);
  });

  test.each<Case>([
    ['https://evm.example.com', 'wss://evm.example.com'],
    ['https://evm.example.com/ws', 'wss://evm.example.com/ws'],
    ['http://evm.example.com:443', 'wss://evm.example.com:443'],
    ['evm.example.com', 'wss://evm.example.com'],
    ['http://evm.example.com:8546', null],
  ])('of EVM: %s', (before, after) => {
    expect(correctAs('evm-ws', before)).toBe(after);
  });

  test('plaintext stays plaintext, and only if it is allowed', () => {
    expect(correctAs('ws', 'http://rpc.example.com:26657/websocket')).toBeNull();
    expect(correctAs('evm-ws', 'http://evm.example.com:8546', allowed)).toBe('ws://evm.example.com:8546');
    expect(correctAs('ws', 'wss://rpc.example.com:26657/websocket', allowed)).toBeNull();
  });
});

test('gRPC-web without a scheme gets https, unless its port leaves a doubt', () => {
  expect(correctAs('grpc-web', 'grpc.example.com:443', { allowPlaintext: true })).toBe(
    'https://grpc.example.com:443',
  );
  expect(correctAs('grpc-web', 'grpc.example.com', { allowPlaintext: true })).toBe(
    'https://grpc.example.com',
  );
  expect(correctAs('grpc-web', 'grpc.example.com:9091', { allowPlaintext: true })).toBeNull();
});
