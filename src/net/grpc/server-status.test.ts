import { status as Status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { classifyServerStatus, decodeMessage } from './server-status.js';

const codes = Object.values(Status).filter((code): code is Status => typeof code === 'number');

describe('a status that the server sent has the name that grpc-js gives it, or means the same for every call', () => {
  const failures: Readonly<Partial<Record<string, string>>> = {
    PERMISSION_DENIED: 'http/forbidden',
    UNAUTHENTICATED: 'http/auth-required',
    RESOURCE_EXHAUSTED: 'net/rate-limited',
    UNAVAILABLE: 'http/upstream-down',
  };

  test.each(codes.map((code) => [code, Status[code]] as const))('%i %s', (code, name) => {
    const found = classifyServerStatus(code, 'words', {});
    const failure = failures[name];
    if (failure === undefined) expect(found).toEqual({ code, name, details: 'words' });
    else expect(found).toMatchObject({ code: failure, data: { detail: `${name}: words` } });
  });

  test('one without a name is called by its number', () => {
    expect(codes).toHaveLength(17);
    expect(classifyServerStatus(17, '', {})).toEqual({ code: 17, name: 'status 17', details: '' });
  });
});

describe('a message of a status is decoded', () => {
  test.each([
    ['', ''],
    ['unknown service', 'unknown service'],
    ['unknown%20service', 'unknown service'],
    ['caf%C3%A9', 'café'],
    ['%e2%82%ac 5', '€ 5'],
    ['100%', '100%'],
    ['%zz%4', '%zz%4'],
    ['%25', '%'],
    ['%ff', '\uFFFD'],
    ['%0A::error::', '\n::error::'],
  ])('%j', (encoded, text) => {
    expect(decodeMessage(encoded)).toBe(text);
  });
});
