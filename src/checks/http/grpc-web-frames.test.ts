import { describe, expect, test } from 'vitest';
import { formatFrame, trailersOk } from '../../sandbox/grpc-web-node.js';
import { limits } from '../../net/limits.js';
import { decodeText, grpcWebFields, pageFields, readFrames } from './grpc-web-frames.js';

const hello = formatFrame(0, 'hello');
const ok = new Map([['grpc-status', '0']]);

/** The messages as text, and the trailers. */
function read(...parts: readonly (Buffer | string)[]) {
  const frames = readFrames(Buffer.concat(parts.map((part) => Buffer.from(part))));
  return 'reason' in frames ? frames.reason : { ...frames, messages: frames.messages.map(String) };
}

describe('frames are read', () => {
  test.each<[string, Buffer[], string[], ReadonlyMap<string, string> | null]>([
    ['a message and trailers', [hello, trailersOk], ['hello'], ok],
    ['an empty message', [formatFrame(0, ''), trailersOk], [''], ok],
    ['trailers alone', [trailersOk], [], ok],
    ['a message alone', [hello], ['hello'], null],
    ['nothing', [], [], null],
    ['trailers without a field', [hello, formatFrame(0x80, '')], ['hello'], new Map()],
  ])('%s', (_, parts, messages, trailers) => {
    expect(read(...parts)).toEqual({ messages, trailers });
  });

  test.each([
    ['Grpc-Status: 0\r\n', { 'grpc-status': '0' }],
    ['grpc-status:0\r\ngrpc-message:\r\n', { 'grpc-status': '0', 'grpc-message': '' }],
    ['grpc-status:  0 \t\r\n', { 'grpc-status': '0' }],
    ['grpc-status: 0', { 'grpc-status': '0' }],
    ['grpc-status: 0\na: b: c\n\n', { 'grpc-status': '0', a: 'b: c' }],
    ['a: 1\r\na: 2\r\n', { a: '2' }],
    ['__proto__: 1\r\n', { ['__proto__']: '1' }],
  ])('the trailers %j', (text, fields) => {
    expect(read(formatFrame(0x80, text))).toEqual({
      messages: [],
      trailers: new Map(Object.entries(fields)),
    });
  });
});

describe('anything but a sequence of frames is malformed', () => {
  test.each([
    ['a header that is cut off', [hello, Buffer.alloc(4)], 'a frame header of 4 bytes instead of 5'],
    ['one byte', ['x'], 'a frame header of 1 byte instead of 5'],
    ['a length beyond the end', [hello.subarray(0, 8)], 'a frame of 5 bytes, of which 3 arrived'],
    [
      'the largest length',
      [Buffer.from([0, 255, 255, 255, 255])],
      'a frame of 4294967295 bytes, of which 0 arrived',
    ],
    ['a web page', ['<html></html>'], 'a frame with the unknown flags 0x3c'],
    ['an unknown flag', [formatFrame(2, '')], 'a frame with the unknown flags 0x02'],
    [
      'a compressed message',
      [formatFrame(1, 'x'), trailersOk],
      'a compressed frame, though the request allows no compression',
    ],
    [
      'compressed trailers',
      [formatFrame(0x81, 'x')],
      'a compressed frame, though the request allows no compression',
    ],
    ['two messages', [hello, hello, trailersOk], 'more than one message'],
    ['a message after the trailers', [trailersOk, hello], 'more frames after the trailers'],
    ['trailers twice', [trailersOk, trailersOk], 'more frames after the trailers'],
    [
      'trailers without a colon',
      [formatFrame(0x80, 'ok\r\n')],
      'trailers that are not lines of "name: value"',
    ],
    [
      'a field without a name',
      [formatFrame(0x80, ': 0\r\n')],
      'trailers that are not lines of "name: value"',
    ],
    [
      'a name with a blank',
      [formatFrame(0x80, 'a b: 0\r\n')],
      'trailers that are not lines of "name: value"',
    ],
    [
      'trailers of 16 KiB and a byte',
      [formatFrame(0x80, Buffer.alloc(limits.httpHeaderBytes + 1, 'a'))],
      'trailers of 16385 bytes, more than 16384',
    ],
  ])('%s', (_, parts, reason) => {
    expect(read(...parts)).toBe(reason);
  });
});

describe('the text form is decoded', () => {
  const encode = (...parts: readonly Buffer[]) => parts.map((part) => part.toString('base64')).join('');

  test('as one text, or frame by frame, each padded by itself', () => {
    const whole = Buffer.concat([hello, trailersOk]);
    expect(decodeText(Buffer.from(encode(whole)))).toEqual(whole);
    const padded = encode(formatFrame(0, ''), trailersOk);
    expect(padded).toContain('=');
    expect(decodeText(Buffer.from(`${padded}\r\n`))).toEqual(Buffer.concat([formatFrame(0, ''), trailersOk]));
    expect(decodeText(Buffer.alloc(0))).toEqual(Buffer.alloc(0));
  });

  test.each(['<html>', '{}', 'YQ-_', 'é'])('not %j', (text) => {
    expect(decodeText(Buffer.from(text))).toBeNull();
  });

  test('up to a thousand parts, so that they cannot fill the memory', () => {
    const parts = (count: number) => Buffer.from(Array.from({ length: count }, () => 'YQ').join('='));
    expect(decodeText(parts(1_000))).toHaveLength(1_000);
    expect(decodeText(parts(1_001))).toBeNull();
    expect(decodeText(parts(500_000))).toBeNull();
  });
});

test('a request says that it is gRPC-web', () => {
  expect(grpcWebFields).toEqual({ ...pageFields, accept: 'application/grpc-web+proto' });
  expect(pageFields).toEqual({ 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' });
});
