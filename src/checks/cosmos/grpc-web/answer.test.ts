import { describe, expect, test } from 'vitest';
import { truncate } from '../../../model/truncate.js';
import { getNodeInfo, getSyncing } from '../../../net/grpc/messages.js';
import { limits } from '../../../net/limits.js';
import { encodeAnswer, formatFrame, trailersOk } from '../../../sandbox/grpc-web-node.js';
import { readAnswer } from './answer.js';

type Headers = Readonly<Record<string, string | readonly string[]>>;

const binary = 'application/grpc-web+proto';
const message = formatFrame(0, encodeAnswer('GetNodeInfo', { default_node_info: { network: 'a-1' } }));
const whole = Buffer.concat([message, trailersOk]);
const info = { network: 'a-1', moniker: '', sdkVersion: '', appVersion: '' };

function read(body: Buffer | string, headers: Headers = {}, status = 200) {
  const answer = { status, headers: { 'content-type': binary, ...headers }, body: Buffer.from(body) };
  return readAnswer(getNodeInfo, answer);
}

/** The code and the data of the problem of an answer. */
function judge(...args: Parameters<typeof read>) {
  const outcome = read(...args);
  if (outcome.kind === 'result') throw new Error('there is no problem');
  return outcome.problem;
}

/** An answer with these trailers. */
const ended = (trailers: string) => Buffer.concat([message, formatFrame(0x80, trailers)]);

describe('a correct answer is read', () => {
  test.each([
    'application/grpc-web',
    'application/grpc-web+proto',
    'Application/gRPC-Web+Proto',
    'application/grpc-web+proto; charset=utf-8',
    'application/grpc-web ;x=y',
  ])('as %j', (contentType) => {
    const expected = { kind: 'result', result: info, isText: false };
    expect(read(whole, { 'content-type': contentType })).toEqual(expected);
  });

  test.each(['application/grpc-web-text', 'application/grpc-web-text+proto'])('in base64, as %j', (type) => {
    const text = message.toString('base64') + trailersOk.toString('base64');
    expect(read(text, { 'content-type': type })).toEqual({ kind: 'result', result: info, isText: true });
  });

  test('with any status of success, and further fields in its trailers', () => {
    expect(read(whole, {}, 203)).toMatchObject({ result: info });
    expect(read(ended('Grpc-Status: 0\r\ngrpc-message: \r\nx: y\r\n'))).toMatchObject({ result: info });
    expect(read(whole, { 'grpc-status': '0' })).toMatchObject({ result: info });
    // As with connect-web, which takes the header field only if there are no trailers.
    expect(read(whole, { 'grpc-status': '13' })).toMatchObject({ result: info });
  });

  test('with an empty message, if the call may have one', () => {
    const answer = {
      status: 200,
      headers: { 'content-type': binary },
      body: Buffer.concat([formatFrame(0, ''), trailersOk]),
    };
    expect(readAnswer(getSyncing, answer)).toMatchObject({ result: false });
  });
});

test('an answer that ends within a frame is cut off', () => {
  for (let length = 1; length < whole.length; length += 1)
    expect(read(whole.subarray(0, length)), `${length}`).toMatchObject({
      problem: { data: whole.length - trailersOk.length === length ? {} : { isCutOff: true } },
    });
});

describe('an answer that clients cannot read is malformed', () => {
  test.each<[string, Parameters<typeof read>, string]>([
    ['frames that are cut off', [whole.subarray(0, -1)], 'a frame of 16 bytes, of which 15 arrived'],
    ['no message', [trailersOk], 'no message'],
    ['another message', [Buffer.concat([formatFrame(0, '\xff\xff'), trailersOk])], ''],
    [
      'a message without the field',
      [Buffer.concat([formatFrame(0, ''), trailersOk])],
      'default_node_info is missing',
    ],
    ['a status that is not a number', [ended('grpc-status: ok\r\n')], 'its grpc-status is "ok"'],
    ['an empty status', [ended('grpc-status:\r\n')], 'its grpc-status is ""'],
    ['a status of many digits', [ended(`grpc-status: ${'1'.repeat(10)}`)], 'its grpc-status is "1111111111"'],
    [
      'a long status',
      [ended(`grpc-status: ${'x'.repeat(999)}`)],
      `its grpc-status is "${truncate('x'.repeat(999))}"`,
    ],
    [
      'the status in a header field alone',
      [message, { 'grpc-status': '0' }],
      'no trailers after the message',
    ],
    ['the status in a header field, and nothing else', ['', { 'grpc-status': '0' }], 'no message'],
    [
      'text that is not base64',
      ['<html>', { 'content-type': 'application/grpc-web-text' }],
      'its text is not base64',
    ],
  ])('%s', (_, args, reason) => {
    const found = judge(...args);
    expect(found).toMatchObject({ code: 'grpc-web/malformed-response', data: { call: 'GetNodeInfo' } });
    // Why bytes are no message is up to the decoder's words.
    if (reason !== '') expect(found.data).toMatchObject({ reason });
  });

  test.each<[string, Buffer]>([
    ['a message alone', message],
    ['nothing', Buffer.alloc(0)],
    ['trailers without a status', ended('x: y\r\n')],
  ])('%s has no status', (_, body) => {
    expect(judge(body)).toEqual({ code: 'grpc-web/no-status', data: { call: 'GetNodeInfo' } });
  });

  test('a message beyond the limit of gRPC is too large', () => {
    const large = Buffer.concat([formatFrame(0, Buffer.alloc(limits.grpcMessageBytes + 1)), trailersOk]);
    const data = { limitBytes: limits.grpcMessageBytes };
    expect(judge(large)).toEqual({ code: 'net/response-too-large', data });
  });
});

describe('an answer of another protocol is named', () => {
  test.each<[string, string | undefined, string, string]>([
    ['<!doctype html>', 'text/html', 'text/html', '<!doctype html>'],
    ['{}', 'application/json', 'application/json', '{}'],
    ['{}', 'application/grpc-web+json', 'application/grpc-web+json', '{}'],
    ['', 'application/grpc-websocket', 'application/grpc-websocket', ''],
    ['x'.repeat(99), '', 'an answer without a content type', 'x'.repeat(40)],
  ])('%j as %j', (body, contentType, named, begins) => {
    expect(judge(body, { 'content-type': contentType ?? '' })).toEqual({
      code: 'grpc-web/not-grpc-web',
      data: { contentType: named, begins },
    });
  });

  const grpc = { 'content-type': 'application/grpc' };
  const isGrpc = { code: 'grpc-web/other-kind', data: { kind: 'grpc' } };

  test('gRPC, which grpc-go refuses with HTTP 415', () => {
    expect(judge('', { ...grpc, 'grpc-status': '3' }, 415)).toEqual(isGrpc);
    expect(judge('', { 'content-type': 'application/grpc+proto', 'grpc-status': '12' })).toEqual(isGrpc);
    expect(judge(message, grpc)).toEqual(isGrpc);
    expect(judge('', grpc)).toEqual(isGrpc);
  });

  test('gRPC that is limited or down is that', () => {
    expect(judge('', { ...grpc, 'grpc-status': '8' })).toMatchObject({ code: 'net/rate-limited' });
    expect(judge('', { ...grpc, 'grpc-status': '14' })).toMatchObject({ code: 'http/upstream-down' });
  });

  test('gRPC-web with the content type of gRPC has the wrong content type', () => {
    const data = { contentType: 'application/grpc', begins: '' };
    expect(judge(whole, grpc)).toEqual({ code: 'grpc-web/not-grpc-web', data });
  });
});

describe('a status other than 0 is the answer, in the header fields or in the trailers', () => {
  test.each([
    [
      '2',
      'panic',
      { code: 'grpc-web/node-error', data: { call: 'GetNodeInfo', status: 'UNKNOWN', details: 'panic' } },
    ],
    [
      '99',
      '',
      { code: 'grpc-web/node-error', data: { call: 'GetNodeInfo', status: 'status 99', details: '' } },
    ],
    [
      '12',
      'unknown service cosmos.base.tendermint.v1beta1.Service',
      {
        code: 'grpc-web/service-missing',
        data: { detail: 'unknown service cosmos.base.tendermint.v1beta1.Service' },
      },
    ],
    ['12', '', { code: 'grpc-web/service-missing', data: { detail: 'UNIMPLEMENTED' } }],
    [
      '12',
      'unknown method GetNodeInfo for service x',
      { code: 'grpc-web/method-unimplemented', data: { detail: 'unknown method GetNodeInfo for service x' } },
    ],
    [
      '8',
      'slow%20down',
      { code: 'net/rate-limited', data: { detail: 'RESOURCE_EXHAUSTED: slow down', retryAfterMs: null } },
    ],
    [
      '7',
      'rate limit exceeded',
      {
        code: 'net/rate-limited',
        data: { detail: 'PERMISSION_DENIED: rate limit exceeded', retryAfterMs: null },
      },
    ],
    [
      '14',
      'no healthy upstream',
      { code: 'http/upstream-down', data: { detail: 'UNAVAILABLE: no healthy upstream' } },
    ],
    ['16', '', { code: 'http/auth-required', data: { detail: 'UNAUTHENTICATED' } }],
    ['7', '', { code: 'http/forbidden', data: { detail: 'PERMISSION_DENIED' } }],
  ])('%s %j', (status, text, problem) => {
    expect(judge('', { 'grpc-status': status, 'grpc-message': text })).toEqual(problem);
    expect(judge(ended(`grpc-status: ${status}\r\ngrpc-message: ${text}\r\n`))).toEqual(problem);
    expect(judge(formatFrame(0x80, `Grpc-Status: ${status}\r\nGrpc-Message: ${text}\r\n`))).toEqual(problem);
  });

  test('in the trailers rather than in the header fields, which count if the body has none', () => {
    const headers = { 'grpc-status': '8', 'grpc-message': 'early' };
    const late = { code: 'grpc-web/node-error', data: { status: 'FAILED_PRECONDITION', details: '' } };
    expect(judge(formatFrame(0x80, 'grpc-status: 9\r\n'), headers)).toMatchObject(late);
    const data = { detail: 'RESOURCE_EXHAUSTED: early', retryAfterMs: null };
    for (const body of [message, whole.subarray(0, -1), formatFrame(0x80, 'x: y\r\n')])
      expect(judge(body, headers)).toEqual({ code: 'net/rate-limited', data });
  });

  test('its message is truncated, and Retry-After and the fields of Envoy are read', () => {
    const long = judge('', { 'grpc-status': '2', 'grpc-message': 'x'.repeat(9_999) });
    expect(long.data).toMatchObject({ details: truncate('x'.repeat(9_999)) });
    const later = judge('', { 'grpc-status': '8', 'retry-after': ['7', '9'] });
    expect(later.data).toMatchObject({ retryAfterMs: 7_000 });
    const limited = ended('grpc-status: 14\r\nx-envoy-ratelimited: true\r\n');
    expect(judge(limited)).toMatchObject({ code: 'net/rate-limited' });
  });
});

describe('an HTTP error is the answer, unless the body is more specific', () => {
  test.each<[number, Headers, string, string]>([
    [501, { 'content-type': 'application/json' }, '{"code":12}', 'http/status'],
    [500, {}, whole.toString('latin1'), 'http/status'],
    [403, { 'content-type': 'application/grpc' }, '', 'http/forbidden'],
    [503, {}, '', 'http/upstream-down'],
    [403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }, '', 'http/challenged'],
    [200, { 'content-type': 'text/plain' }, 'Too many requests', 'net/rate-limited'],
    [200, { 'content-type': 'text/html' }, '<title>Just a moment...</title>', 'http/challenged'],
  ])('HTTP %i, %j, %j', (status, headers, body, code) => {
    expect(judge(body, headers, status).code).toBe(code);
  });

  test('whose hint depends on the kind', () => {
    expect(judge('', {}, 404).data).toEqual({ status: 404, request: 'grpc-web' });
  });
});
