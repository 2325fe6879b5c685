import { describe, expect, test } from 'vitest';
import {
  createRequestLog,
  decodePercent,
  formatAccess,
  formatLine,
  isHost,
  parseQuery,
  splitTarget,
} from './request.js';

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

function request(id: string | undefined, url = '/') {
  return {
    headers: { 'x-request-id': id, authorization: 'Bearer secret' },
    method: 'GET',
    url,
    socket: { remoteAddress: '127.0.0.1' },
  };
}

describe('the id of a request', () => {
  test.each(['a', 'A-_9', 'x'.repeat(64)])('%s is kept', (id) => {
    expect(createRequestLog(request(id)).id).toBe(id);
  });

  test.each([undefined, '', 'a b', 'a\n', 'ä', '{"a":1}', 'x'.repeat(65)])('%j is replaced', (id) => {
    expect(createRequestLog(request(id)).id).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('a line of the log', () => {
  test('tells why the service could not answer', () => {
    const incoming = request('id', '/v1/kava/cw20');
    const requestLog = {
      ...createRequestLog(incoming),
      failure: `chain/kava/cw20.json, line 1: ${'x'.repeat(600)}`,
    };
    const line = formatAccess(requestLog, incoming, { status: 502, durationMs: 1 });
    expect(line.length).toBeLessThan(800);
    expect(JSON.parse(line)).toMatchObject({
      status: 502,
      error: expect.stringMatching(/^chain\/kava\/cw20\.json, line 1: x+$/) as string,
    });
  });

  test('has the path and no query, token or control character', () => {
    const incoming = request('id', '/v1/\x1b[2J\u202e/assets?access_token=secret');
    const requestLog = { ...createRequestLog(incoming), route: 'assets', token: 'ci' };
    const line = formatAccess(requestLog, incoming, { status: 200, durationMs: 1.234 });
    expect(line).toMatch(/^[ -~]+\n$/);
    expect(line).not.toContain('secret');
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      event: 'request',
      id: 'id',
      client: '127.0.0.1',
      method: 'GET',
      path: '/v1/\x1b[2J\u202e/assets',
      route: 'assets',
      token: 'ci',
      status: 200,
      durationMs: 1.2,
    });
  });

  test('is one line whatever it contains', () => {
    expect(formatLine({ event: 'error', error: 'a\nb\u2028c' }).split(/[\n\u2028]/)).toHaveLength(2);
  });
});
