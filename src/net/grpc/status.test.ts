import { Metadata, status as Status, type StatusObject } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { truncate } from '../../model/truncate.js';
import { classifyStatus, findErrorCode, isNotConnected, readRetryAfter } from './status.js';

type Fields = Readonly<Record<string, string>>;

function end(code: number, details: string, fields: Fields = {}): StatusObject {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(fields)) metadata.set(name, value);
  // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- a server may send a number that has no name
  const received: Status = code;
  return { code: received, details, metadata };
}

function classify(code: number, details: string, fields: Fields = { 'content-type': 'application/grpc' }) {
  return classifyStatus('GetNodeInfo', end(code, details), end(0, '', fields).metadata);
}

describe('an HTTP status that grpc-js mapped to a gRPC status is reported as the HTTP status', () => {
  // The codes are those of gRPC's http-grpc-status-mapping.md and of grpc-js; what counts is the HTTP status.
  test.each([
    [400, Status.INTERNAL, 'http/status'],
    [401, Status.UNAUTHENTICATED, 'http/auth-required'],
    [403, Status.PERMISSION_DENIED, 'http/forbidden'],
    // Not "reflection off", and not a missing method.
    [404, Status.UNIMPLEMENTED, 'http/status'],
    [429, Status.UNAVAILABLE, 'net/rate-limited'],
    [502, Status.UNAVAILABLE, 'http/upstream-down'],
    [503, Status.UNAVAILABLE, 'http/upstream-down'],
    [504, Status.UNAVAILABLE, 'http/upstream-down'],
    [301, Status.UNKNOWN, 'http/redirect'],
    [415, Status.UNKNOWN, 'http/status'],
    [464, Status.UNKNOWN, 'http/status'],
    [500, Status.UNKNOWN, 'http/status'],
    [520, Status.UNKNOWN, 'http/upstream-down'],
    [524, Status.UNKNOWN, 'http/upstream-down'],
    // Not a failure by itself, but no gRPC either.
    [204, Status.UNKNOWN, 'http/status'],
  ])('%i', (status, code, expected) => {
    const fields = { 'content-type': 'text/html', location: 'https://b.example/', 'retry-after': '7' };
    const found = classify(code, `Received HTTP status code ${status}`, fields);
    expect(found).toMatchObject({ code: expected });
  });

  test('with the values of the header fields', () => {
    const fields = { location: 'https://b.example/', 'retry-after': '7' };
    expect(classify(2, 'Received HTTP status code 301', fields)).toMatchObject({
      data: { status: 301, location: 'https://b.example/' },
    });
    expect(classify(14, 'Received HTTP status code 429', fields)).toMatchObject({
      data: { detail: 'HTTP 429', retryAfterMs: 7_000 },
    });
    expect(classify(12, 'Received HTTP status code 404')).toMatchObject({
      data: { status: 404, request: 'grpc' },
    });
  });

  test('the fields of an answer without a body come with its status', () => {
    const ended = end(14, 'Received HTTP status code 429', { 'retry-after': '7' });
    expect(classifyStatus('x', ended, null)).toMatchObject({ data: { retryAfterMs: 7_000 } });
  });
});

describe('a page instead of gRPC is recognised by its content type', () => {
  // The size is made of the first four letters of the page.
  const details = 'Received message larger than max (558124867 vs 4194304)';

  test.each([
    'text/html',
    'text/html; charset=utf-8',
    'application/json',
    'application/grpc-web',
    'application/grpcx',
  ])('%s', (contentType) => {
    expect(classify(Status.RESOURCE_EXHAUSTED, details, { 'content-type': contentType })).toEqual({
      code: 'grpc/not-grpc',
      data: { contentType },
    });
  });

  test.each([
    'application/grpc',
    'application/grpc+proto',
    'application/grpc;charset=utf-8',
    'Application/GRPC',
  ])('%s is gRPC, with a message that is too large', (contentType) => {
    expect(classify(Status.RESOURCE_EXHAUSTED, details, { 'content-type': contentType })).toEqual({
      code: 'net/response-too-large',
      data: { limitBytes: 1_048_576 },
    });
  });
});

describe('messages of grpc-js about a broken stream or connection', () => {
  test.each([
    [
      13,
      'Received RST_STREAM with code 0 (Call ended without gRPC status)',
      'grpc/no-status',
      { call: 'GetNodeInfo' },
    ],
    [2, 'No status information received', 'grpc/no-status', { call: 'GetNodeInfo' }],
    [14, 'Stream refused by server', 'net/rate-limited', { detail: 'REFUSED_STREAM', retryAfterMs: null }],
    [1, 'Call cancelled', 'grpc/stream-reset', { errorCode: 8 }],
    [
      8,
      'Bandwidth exhausted or memory limit exceeded',
      'net/rate-limited',
      { detail: 'ENHANCE_YOUR_CALM', retryAfterMs: null },
    ],
    [7, 'Protocol not secure enough', 'grpc/stream-reset', { errorCode: 12 }],
    [13, 'Received RST_STREAM with code 1', 'grpc/stream-reset', { errorCode: 1 }],
    [13, 'Received RST_STREAM with code 2 (Internal server error)', 'grpc/stream-reset', { errorCode: 2 }],
    [
      13,
      'Received RST_STREAM with code 2 triggered by internal client error: x',
      'grpc/stream-reset',
      { errorCode: 2 },
    ],
    [
      13,
      'Failed to decompress gzip-encoded message',
      'grpc/malformed-response',
      { call: 'GetNodeInfo', reason: 'cannot be decompressed' },
    ],
    [13, 'Session closed with error code 11', 'grpc/connection-dropped', { code: '11' }],
    [14, 'Connection dropped', 'grpc/connection-dropped', { code: '' }],
    [14, 'read ECONNRESET', 'grpc/connection-dropped', { code: 'ECONNRESET' }],
    [14, 'write EPIPE', 'grpc/connection-dropped', { code: 'EPIPE' }],
  ])('%i %s', (code, details, expected, data) => {
    expect(classify(code, details)).toEqual({ code: expected, data });
  });
});

describe('a status of the server that means the same for every call', () => {
  test.each([
    [Status.UNAUTHENTICATED, 'http/auth-required', 'UNAUTHENTICATED'],
    [Status.PERMISSION_DENIED, 'http/forbidden', 'PERMISSION_DENIED'],
    [Status.RESOURCE_EXHAUSTED, 'net/rate-limited', 'RESOURCE_EXHAUSTED'],
    [Status.UNAVAILABLE, 'http/upstream-down', 'UNAVAILABLE'],
  ])('%i', (code, expected, name) => {
    expect(classify(code, '')).toMatchObject({ code: expected, data: { detail: name } });
    expect(classify(code, 'words')).toMatchObject({ code: expected, data: { detail: `${name}: words` } });
  });

  test.each([
    [Status.RESOURCE_EXHAUSTED, 'I Received message larger than max', 'net/rate-limited'],
    [Status.RESOURCE_EXHAUSTED, 'Received message that decompresses', 'net/rate-limited'],
    [Status.UNAVAILABLE, 'the Connection dropped', 'http/upstream-down'],
    [Status.UNAVAILABLE, 'XECONNRESET EPIPES', 'http/upstream-down'],
  ])('words that only look like those of grpc-js are its own: %i %s', (code, details, expected) => {
    expect(classify(code, details)).toMatchObject({ code: expected });
  });

  test('its message is truncated', () => {
    const long = 'x'.repeat(100_000);
    expect(classify(Status.UNKNOWN, long)).toEqual({ code: 2, name: 'UNKNOWN', details: truncate(long) });
    expect(classify(Status.UNKNOWN, '', { 'content-type': long })).toMatchObject({
      data: { contentType: truncate(long) },
    });
  });

  test('a message is too large before and after it is decompressed', () => {
    const data = { limitBytes: 1_048_576 };
    for (const details of ['larger than max (2 vs 1)', 'that decompresses to a size larger than 1']) {
      expect(classify(Status.RESOURCE_EXHAUSTED, `Received message ${details}`)).toEqual({
        code: 'net/response-too-large',
        data,
      });
    }
  });

  test('a rate limit carries the time to wait', () => {
    const fields = { 'content-type': 'application/grpc', 'retry-after': '7' };
    expect(classify(Status.RESOURCE_EXHAUSTED, '', fields)).toMatchObject({ data: { retryAfterMs: 7_000 } });
    expect(classify(Status.RESOURCE_EXHAUSTED, '')).toMatchObject({ data: { retryAfterMs: null } });
  });
});

describe('any other status is the answer of the server, with its message', () => {
  test.each([
    [1, 'CANCELLED', 'x'],
    [2, 'UNKNOWN', 'no RPC client is defined in offline mode: unknown'],
    [3, 'INVALID_ARGUMENT', ''],
    [4, 'DEADLINE_EXCEEDED', 'x'],
    [5, 'NOT_FOUND', 'x'],
    [12, 'UNIMPLEMENTED', 'unknown service grpc.reflection.v1.ServerReflection'],
    [13, 'INTERNAL', 'panic'],
    // A number that has no name.
    [17, 'status 17', 'x'],
    // Words that only look like those of grpc-js.
    [13, 'INTERNAL', 'I have Received HTTP status code 404 today'],
    [2, 'UNKNOWN', 'Received HTTP status code 404 and more'],
    [2, 'UNKNOWN', 'No Received RST_STREAM with code 2'],
    [2, 'UNKNOWN', 'Failed to decompress x'],
    [2, 'UNKNOWN', 'Session closed with error code 11'],
    [2, 'UNKNOWN', 'Connection dropped'],
    [2, 'UNKNOWN', 'read ECONNRESET'],
    [13, 'INTERNAL', 'I Failed to decompress it'],
    [13, 'INTERNAL', 'the Session closed with error code 11'],
    [13, 'INTERNAL', 'Received message larger than max (2 vs 1)'],
  ])('%i %s %j', (code, name, details) => {
    expect(classify(code, details)).toEqual({ code, name, details });
  });

  test('even without a content type', () => {
    expect(classify(5, 'x', {})).toEqual({ code: 5, name: 'NOT_FOUND', details: 'x' });
  });
});

describe('failures to connect are distinguished', () => {
  const details = 'No connection established. Last error: connect ECONNREFUSED 192.0.43.8:443';

  test('by the message and code of grpc-js', () => {
    expect(isNotConnected(end(14, details))).toBe(true);
    expect(isNotConnected(end(14, 'No connection established'))).toBe(true);
    expect(isNotConnected(end(13, details))).toBe(false);
    expect(isNotConnected(end(14, 'Connection dropped'))).toBe(false);
  });

  test.each([
    [details, 'ECONNREFUSED'],
    ['Last error: connect ENETUNREACH 2001:db8::1:443 - Local (:::0)', 'ENETUNREACH'],
    ['Last error: Error: Protocol error', ''],
    ['Last error: ECO, XECONNRESET and ECONNRESETx', ''],
    ['', ''],
  ])('%j', (text, code) => {
    expect(findErrorCode(end(14, text))).toBe(code);
  });
});

describe('a server that wants to be left in peace says for how long', () => {
  const peace = (trailers: Fields, headers: Fields | null = null) =>
    readRetryAfter(end(14, '', trailers), headers === null ? null : end(0, '', headers).metadata);

  test.each<[Fields, Fields | null, number | null]>([
    [{ 'retry-after': '7' }, null, 7_000],
    [{}, { 'retry-after': '7' }, 7_000],
    [{ 'grpc-retry-pushback-ms': '250' }, { 'retry-after': '7' }, 250],
    // Not to try again at all: no time is named.
    [{ 'grpc-retry-pushback-ms': '-1' }, null, null],
    [{ 'grpc-retry-pushback-ms': 'soon' }, null, null],
    [{}, null, null],
  ])('%j after %j: %j', (trailers, headers, expected) => {
    expect(peace(trailers, headers)).toBe(expected);
  });
});
