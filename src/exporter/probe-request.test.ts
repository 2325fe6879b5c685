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
  [null, ['kind is missing: add kind=rpc', 'target is missing: copy the address from /targets']],
  ['kind=rpc&target=', ['target is missing: copy the address from /targets']],
  ['kind=rpc&kind=rpc&target=a', ['kind is repeated']],
  ['kind=rpc&target=%FF', ['target: expected percent-encoded UTF-8']],
  ['kind=rpc&target=a&module=http_2xx', ['unknown parameter "module": expected kind, target or chain']],
  ['kind=rpc&target=a&__proto__=1', ['unknown parameter "__proto__": expected kind, target or chain']],
  [
    `kind=rpc&target=a&%22${'x'.repeat(400)}=1&y=2`,
    [`unknown parameter "\\"${'x'.repeat(299)}…": expected kind, target or chain`],
  ],
])('%s', (query, expected) => {
  expect(parseProbeRequest(query)).toEqual(expected);
});
