import { describe, expect, test } from 'vitest';
import { decodePercent, isAddressed, splitTarget } from './request-target.js';

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

describe('a request has a valid target and Host', () => {
  test.each([
    ['/v1/kava/assets', 'a', true],
    ['/v1?a=\\', 'a.example:80', true],
    ['/', '[::1]:8080', true],
    ['//a', '127.0.0.1', true],
    ['http://a.example', 'a', true],
    ['HTTP://a:80/v1?x', 'a', true],
    ['/', undefined, false],
    ['/', '', false],
    ['/', 'a b', false],
    ['/', 'a/b', false],
    ['/', 'user@a', false],
    ['/', 'a:b', false],
    ['/v1\\assets', 'a', false],
    ['*', 'a', false],
    ['', 'a', false],
    ['v1', 'a', false],
    ['ftp://a/v1', 'a', false],
    ['http:///v1', 'a', false],
    ['http://a b/v1', 'a', false],
    ['http://user@a/v1', 'a', false],
  ])('%s of %s: %s', (target, host, expected) => {
    expect(isAddressed(target, host)).toBe(expected);
  });
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
