import { describe, expect, test } from 'vitest';
import { decodePercent, isHost, parseQuery, splitTarget } from './request-target.js';

describe('a target is split without resolving it', () => {
  test.each([
    ['/v1/kava/assets', '/v1/kava/assets', null],
    ['/v1/kava/assets?', '/v1/kava/assets', ''],
    ['/v1/../%2e%2E/a%2Fb?a=/?b', '/v1/../%2e%2E/a%2Fb', 'a=/?b'],
    ['http://a.example:80/v1?x=http://b/', '/v1', 'x=http://b/'],
    ['HTTPS://a.example', '', null],
    ['//a.example/v1', '//a.example/v1', null],
    ['/a#b?c', '/a', null],
    ['*', '*', null],
  ])('%s', (target, path, query) => {
    expect(splitTarget(target)).toEqual({ path, query });
  });
});

describe('a host', () => {
  test.each([
    ['a', true],
    ['a.example:80', true],
    ['[::1]:8080', true],
    ['127.0.0.1', true],
    ['', false],
    ['a b', false],
    ['a/b', false],
    ['user@a', false],
    ['a:b', false],
  ])('%s: %s', (text, expected) => {
    expect(isHost(text)).toBe(expected);
  });
});

test('a query has the values of each name, in order', () => {
  expect([...parseQuery('a=1&b=x+y%2F=&a&%61=2&c=%ff&&=d')]).toEqual([
    ['a', ['1', '', '2']],
    ['b', ['x y/=']],
    ['c', [null]],
    ['', ['d']],
  ]);
  expect(parseQuery(null).size).toBe(0);
});

describe('percent-encoding is decoded as UTF-8', () => {
  test.each([
    ['ibc%2FA', 'ibc/A'],
    ['%2E%2E', '..'],
    ['%00', '\0'],
    ['%F0%9F%8C%8A', '🌊'],
    ['%FF', null],
    ['%C0%AF', null],
    ['%ED%A0%80', null],
    ['%', null],
    ['%2', null],
    ['%zz', null],
    ['\xfc', null],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(decodePercent(text)).toBe(expected);
  });
});
