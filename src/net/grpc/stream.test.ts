import { describe, expect, test } from 'vitest';
import { truncate } from '../../model/text.js';
import { canHaveMessages, classifyEnd, readRetryAfter, type StreamEnd } from './stream.js';

type Fields = Readonly<Record<string, string>>;

const grpc = { 'content-type': 'application/grpc' };

const unanswered: StreamEnd = {
  status: null,
  headers: {},
  trailers: null,
  messages: [],
  isTooLarge: false,
  unknownFlag: null,
  isCutOff: false,
  resetCode: 0,
  droppedBy: null,
};

/** The end of a stream; its response began as one of gRPC unless told otherwise. */
function classify(end: Partial<StreamEnd>) {
  return classifyEnd('GetNodeInfo', { ...unanswered, status: 200, headers: grpc, ...end });
}

function classifyTrailers(status: string | number, message = '', fields: Fields = grpc) {
  return classify({ headers: fields, trailers: { 'grpc-status': String(status), 'grpc-message': message } });
}

describe('an HTTP status without one of gRPC is what counts', () => {
  test.each([
    // Not "reflection off", and not a missing method.
    [404, 'http/status'],
    [429, 'net/rate-limited'],
    [503, 'http/upstream-down'],
    [301, 'http/redirect'],
    // Not a failure by itself, but no gRPC either.
    [204, 'http/status'],
  ])('%i', (status, expected) => {
    const headers = { 'content-type': 'text/html', location: 'https://b.example/', 'retry-after': '7' };
    expect(classify({ status, headers })).toMatchObject({ code: expected });
    // Whatever happened to the stream after it.
    const after = { isTooLarge: true, resetCode: 8, droppedBy: 'ECONNRESET' };
    expect(classify({ status, headers, ...after })).toMatchObject({ code: expected });
  });

  test('with the values of the header fields', () => {
    const headers = { location: 'https://b.example/', 'retry-after': '7' };
    expect(classify({ status: 301, headers })).toMatchObject({
      data: { status: 301, location: 'https://b.example/' },
    });
    expect(classify({ status: 429, headers })).toMatchObject({
      data: { detail: 'HTTP 429', retryAfterMs: 7_000 },
    });
    expect(classify({ status: 404 })).toMatchObject({ data: { status: 404, request: 'grpc' } });
  });

  test('be it 200, if the response is over', () => {
    expect(classify({ trailers: {} })).toMatchObject({ code: 'http/status', data: { status: 200 } });
  });

  test('but not if gRPC has one', () => {
    expect(classify({ status: 503, trailers: { 'grpc-status': '5', 'grpc-message': 'x' } })).toEqual({
      code: 5,
      name: 'NOT_FOUND',
      details: 'x',
    });
    expect(classify({ status: 503, trailers: { 'grpc-status': '0' } })).toBe('ok');
  });
});

describe('a page instead of gRPC is recognised by its content type', () => {
  test.each([
    'text/html',
    'text/html; charset=utf-8',
    'application/json',
    'application/grpc-web',
    'application/grpcx',
  ])('%s', (contentType) => {
    const expected = { code: 'grpc/not-grpc', data: { contentType } };
    const headers = { 'content-type': contentType };
    // The size of a message is made of the first letters of the page.
    for (const end of [{ isTooLarge: true }, {}, { resetCode: 7 }, { droppedBy: '' }])
      expect(classify({ headers, ...end })).toEqual(expected);
    expect(classifyTrailers(14, 'x', headers)).toEqual(expected);
    // Whose body is not read as messages.
    expect(classifyTrailers(0, '', headers)).toEqual(expected);
  });

  test.each([
    'application/grpc',
    'application/grpc+proto',
    'application/grpc;charset=utf-8',
    'Application/GRPC',
  ])('%s is gRPC, with a message that is too large', (contentType) => {
    expect(classify({ headers: { 'content-type': contentType }, isTooLarge: true })).toEqual({
      code: 'net/response-too-large',
      data: { limitBytes: 1_048_576 },
    });
  });
});

describe('a status is a number in digits', () => {
  test.each(['', '-0', '0x0', '0e5', '+0', '0.0', 'OK', '0, 12', ', ', '0,0'])('%j is none', (status) => {
    const details = `malformed grpc-status "${status}"`;
    expect(classifyTrailers(status)).toEqual({ code: 2, name: 'UNKNOWN', details });
  });

  test('that comes twice, if it is the same', () => {
    expect(classifyTrailers('0, 0')).toBe('ok');
    expect(classifyTrailers('12, 12, 12')).toMatchObject({ name: 'UNIMPLEMENTED' });
  });

  test('with leading zeros too', () => {
    expect(classifyTrailers('00')).toBe('ok');
    expect(classifyTrailers('012')).toMatchObject({ name: 'UNIMPLEMENTED' });
  });
});

describe('a stream without a status has its failure', () => {
  test.each<[string, Partial<StreamEnd>, string, object]>([
    ['it ended', {}, 'grpc/no-status', { call: 'GetNodeInfo' }],
    ['it ended before a response', { status: null }, 'grpc/no-status', { call: 'GetNodeInfo' }],
    [
      'it was refused',
      { resetCode: 7 },
      'net/rate-limited',
      { detail: 'REFUSED_STREAM', retryAfterMs: null },
    ],
    [
      'the server asks for calm',
      { resetCode: 11 },
      'net/rate-limited',
      { detail: 'ENHANCE_YOUR_CALM', retryAfterMs: null },
    ],
    ['it was canceled', { resetCode: 8 }, 'grpc/stream-reset', { errorCode: 8 }],
    ['TLS is too weak', { resetCode: 12 }, 'grpc/stream-reset', { errorCode: 12 }],
    ['an error of the protocol', { resetCode: 1 }, 'grpc/stream-reset', { errorCode: 1 }],
    ['an error of the server', { resetCode: 2 }, 'grpc/stream-reset', { errorCode: 2 }],
    ['the connection ended', { droppedBy: '', resetCode: 8 }, 'grpc/connection-dropped', { code: '' }],
    [
      'the connection was reset',
      { droppedBy: 'ECONNRESET', resetCode: 2 },
      'grpc/connection-dropped',
      { code: 'ECONNRESET' },
    ],
  ])('%s', (_name, end, code, data) => {
    expect(classify(end)).toEqual({ code, data });
    expect(classify({ status: null, headers: {}, ...end })).toEqual({ code, data });
  });
});

describe('a status of the server', () => {
  test('has a message, which is decoded and truncated', () => {
    const long = 'x'.repeat(100_000);
    expect(classifyTrailers(2, long)).toEqual({ code: 2, name: 'UNKNOWN', details: truncate(long) });
    expect(classifyTrailers(2, 'caf%C3%A9: 100%25')).toMatchObject({ details: 'café: 100%' });
    expect(classifyTrailers(2, 'caf%C3%A9: 100 % of %zz')).toMatchObject({ details: 'café: 100 % of %zz' });
    expect(classifyTrailers(2, '', { 'content-type': long })).toMatchObject({
      data: { contentType: truncate(long) },
    });
  });

  test('of a limit carries the time to wait, of the header or the trailers', () => {
    expect(classifyTrailers(8, '', { ...grpc, 'retry-after': '7' })).toMatchObject({
      data: { retryAfterMs: 7_000 },
    });
    expect(classify({ trailers: { 'grpc-status': '8', 'retry-after': '7' } })).toMatchObject({
      data: { retryAfterMs: 7_000 },
    });
    expect(classifyTrailers(8)).toMatchObject({ data: { retryAfterMs: null } });
  });

  test('counts without a content type too, and if it is no number', () => {
    expect(classifyTrailers(5, 'x', {})).toEqual({ code: 5, name: 'NOT_FOUND', details: 'x' });
    expect(classifyTrailers('ok', 'x')).toMatchObject({ details: 'malformed grpc-status "ok": x' });
  });
});

describe('a server that limits requests reports how long to wait', () => {
  test.each<[Fields | null, Fields, number | null]>([
    [{ 'retry-after': '7' }, {}, 7_000],
    [null, { 'retry-after': '7' }, 7_000],
    [{ 'grpc-retry-pushback-ms': '250' }, { 'retry-after': '7' }, 250],
    // Never retry: no time is named.
    [{ 'grpc-retry-pushback-ms': '-1' }, {}, null],
    [{ 'grpc-retry-pushback-ms': 'soon' }, {}, null],
    [null, {}, null],
  ])('%j after %j: %j', (trailers, headers, expected) => {
    expect(readRetryAfter({ trailers, headers })).toBe(expected);
  });
});

test.each<[number | null, Fields, boolean]>([
  [200, { 'content-type': 'application/grpc' }, true],
  [200, { 'content-type': 'application/grpc+proto' }, true],
  [200, {}, true],
  [200, { 'content-type': 'text/html' }, false],
  [404, { 'content-type': 'application/grpc' }, false],
  [null, {}, false],
])('whether bytes after HTTP %j %j are messages: %j', (status, headers, expected) => {
  expect(canHaveMessages({ status, headers })).toBe(expected);
});
