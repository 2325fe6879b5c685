import { describe, expect, test } from 'vitest';
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
