import { expect, test } from 'vitest';
import { parseProbeRequest } from './probe-request.js';

test.each([
  ['kind=rpc&target=https%3A%2F%2Fa.example', { kind: 'rpc', target: 'https://a.example', chain: null }],
  [
    'kind=rpc&target=https://a.example:443/b',
    { kind: 'rpc', target: 'https://a.example:443/b', chain: null },
  ],
  ['chain=k+va&target=a%2Bb&kind=rpc', { kind: 'rpc', target: 'a+b', chain: 'k va' }],
  ['kind=rpc&target=a&chain=', { kind: 'rpc', target: 'a', chain: null }],
  [null, ['kind is missing', 'target is missing']],
  ['kind=rpc&target=', ['target is missing']],
  ['kind=rpc&kind=rpc&target=a', ['kind is repeated']],
  ['kind=rpc&target=%FF', ['target: expected percent-encoded UTF-8']],
  ['kind=rpc&target=a&module=http_2xx', ['unknown parameter: expected kind, target, chain']],
  ['kind=rpc&target=a&__proto__=1', ['unknown parameter: expected kind, target, chain']],
])('%s', (query, expected) => {
  expect(parseProbeRequest(query)).toEqual(expected);
});
