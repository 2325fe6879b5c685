import { describe, expect, test } from 'vitest';
import { parseProbeRequest } from './probe-request.js';

const parse = (query: string, timeout?: string | string[]) =>
  parseProbeRequest(
    {
      url: `/probe${query}`,
      headers: timeout === undefined ? {} : { 'x-prometheus-scrape-timeout-seconds': timeout },
    },
    60_000,
  );

const parsed = { kind: 'rpc', chain: null, waitMs: 60_000 };
const invalidTimeout = ['x-prometheus-scrape-timeout-seconds: expected a number of seconds above 0'];

test.each([
  ['?kind=rpc&target=https%3A%2F%2Fa.example', { ...parsed, target: 'https://a.example' }],
  ['?kind=rpc&target=https://a.example:443/b', { ...parsed, target: 'https://a.example:443/b' }],
  ['?chain=k+va&target=a%2Bb&kind=rpc', { ...parsed, target: 'a+b', chain: 'k va' }],
  ['?kind=rpc&target=a&chain=', { ...parsed, target: 'a' }],
  ['', ['kind is missing: add kind=rpc', 'target is missing: copy the address from /targets']],
  ['?kind=rpc&target=', ['target is missing: copy the address from /targets']],
  ['?kind=rpc&kind=rpc&target=a', ['kind is repeated']],
  ['?kind=rpc&target=%FF', ['target: expected percent-encoded UTF-8']],
  ['?kind=rpc&target=a&module=http_2xx', ['unknown parameter "module": expected kind, target or chain']],
  ['?kind=rpc&target=a&__proto__=1', ['unknown parameter "__proto__": expected kind, target or chain']],
  [
    `?kind=rpc&target=a&%22${'x'.repeat(400)}=1&y=2`,
    [`unknown parameter "\\"${'x'.repeat(299)}…": expected kind, target or chain`],
  ],
])('%s', (query, expected) => {
  expect(parse(query)).toEqual(expected);
});

describe('it waits half a second less than Prometheus does', () => {
  test.each([
    ['10', 9_500],
    ['10.000000', 9_500],
    ['300', 60_000],
    ['0.5', 250],
    ['0', null],
    ['-1', null],
    ['', null],
    ['1e3', null],
    ['Infinity', null],
    [['10', '10'], null],
  ])('%s', (timeout, waitMs) => {
    const expected = waitMs === null ? invalidTimeout : { ...parsed, target: 'a', waitMs };
    expect(parse('?kind=rpc&target=a', timeout)).toEqual(expected);
  });
});
