import { describe, expect, test } from 'vitest';
import { isTransientRefusal, readRefusal } from './refusal.js';

describe('a retry may cure', () => {
  test.each([
    [{ http: 408 }, true],
    [{ http: 425 }, true],
    [{ http: 500 }, true],
    [{ http: 501 }, false],
    [{ http: 404 }, false],
    [{ code: -32503, words: '1 upstream not synced' }, true],
    [{ code: -32014 }, true],
    [{ code: -32002 }, true],
    [{ code: -32046, words: 'Cannot fulfill request' }, true],
    [{ code: -32603 }, true],
    [{ code: 19 }, true],
    [{ code: -32000, words: 'request timed out' }, true],
    [{ code: -32000, words: 'header not found' }, true],
    [{ code: -32000, words: 'dial tcp 10.0.0.1:8545: connect: connection refused' }, true],
    [{ code: -32000, words: 'execution reverted' }, false],
    [{ code: null }, false],
    [{ status: 'DEADLINE_EXCEEDED' }, true],
    [{ status: 'ABORTED' }, true],
    [{ status: 'UNKNOWN', words: 'panic' }, false],
    [{ status: 'UNKNOWN', words: 'please wait for first block' }, true],
  ])('%j: %s', (refusal, expected) => {
    expect(isTransientRefusal(refusal)).toBe(expected);
  });
});

describe('an answer of many values', () => {
  const body = Buffer.from(`[${'0,'.repeat(50_000)}0]`);
  const read = (status: number, headers: Readonly<Record<string, string>>) => {
    const http = { status, headers, body };
    return readRefusal({ request: 'evm', call: 'x', form: 'false', http, value: undefined, isAnswer: false });
  };

  test('may be refused', () => {
    expect(read(429, {})).toMatchObject({ code: 'net/rate-limited' });
    expect(read(403, { 'cf-mitigated': 'challenge' })).toMatchObject({ code: 'http/challenged' });
    expect(read(200, {})).toBeNull();
  });
});

test('an error of JSON-RPC has the words of all its fields', () => {
  const value = {
    jsonrpc: '2.0',
    id: 1,
    error: { code: 3, message: 'no', data: { reason: 'rate limit exceeded' } },
  };
  const reply = { request: 'evm', call: 'x', form: 'false', value, isAnswer: true } as const;
  expect(readRefusal(reply)).toMatchObject({
    code: 'net/rate-limited',
    data: { detail: 'error 3: no: rate limit exceeded' },
  });
});
