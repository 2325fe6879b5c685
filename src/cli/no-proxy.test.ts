import { describe, expect, test } from 'vitest';
import { createBypass } from './no-proxy.js';

describe('connections to hosts of NO_PROXY are direct, as with curl', () => {
  test.each([
    ['*', 'a.example', true],
    ['*,b.example', 'a.example', false],
    ['', 'a.example', false],
    [',.,', 'a.example', false],
    ['a.example', 'a.example', true],
    ['A.Example', 'a.example', true],
    ['example', 'a.example', true],
    ['ample', 'a.example', false],
    ['.a.example', 'a.example', true],
    ['.example', 'a.example', true],
    ['a.example.', 'a.example', true],
    ['*.example', 'a.example', false],
    ['b.example, a.example', 'a.example', true],
    ['b.example a.example', 'a.example', true],
    ['a.example:443', 'a.example', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1:443', '127.0.0.1', false],
    ['0.0.1', '127.0.0.1', false],
    ['127.0.0.9/8', '127.1.2.3', true],
    ['127.0.0.0/8', '128.0.0.1', false],
    ['127.0.0.1/0', '127.0.0.1', true],
    ['127.0.0.1/0', '10.0.0.1', false],
    ['127.0.0.1/33', '127.0.0.1', false],
    ['127.0.0.1/-1', '127.0.0.1', false],
    ['127.0.0.0/8', 'a.127.0.0.0', false],
    ['::1', '::1', true],
    ['[::1]', '::1', true],
    ['0:0:0:0:0:0:0:1', '::1', true],
    ['[::1]:443', '::1', false],
    ['fe80::/10', 'fe80::1', true],
    ['[2001:db8::]/33', '2001:db8::5', true],
    ['2001:db8::/33', '2001:db8:8000::5', false],
    ['::1/129', '::1', false],
  ])('%j: %s %j', (noProxy, host, isDirect) => {
    expect(createBypass(noProxy)(host)).toBe(isDirect);
  });
});
