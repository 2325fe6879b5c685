import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HeaderFields } from './header-fields.js';
import { classifyHttpStatus, parseRetryAfter } from './http-status.js';

describe('an HTTP status is classified by its meaning for an endpoint', () => {
  test.each([
    [200, null],
    [204, null],
    [299, null],
    [300, 'http/redirect'],
    [301, 'http/redirect'],
    [303, 'http/redirect'],
    // Answers a conditional request, and none was made.
    [304, 'http/status'],
    [305, 'http/redirect'],
    [307, 'http/redirect'],
    [399, 'http/redirect'],
    [400, 'http/status'],
    [401, 'http/auth-required'],
    [402, 'net/rate-limited'],
    [403, 'http/forbidden'],
    [404, 'http/status'],
    [405, 'http/status'],
    [407, 'http/auth-required'],
    [415, 'http/status'],
    [429, 'net/rate-limited'],
    [451, 'http/status'],
    // AWS's load balancer.
    [464, 'http/status'],
    [500, 'http/status'],
    [501, 'http/status'],
    [502, 'http/upstream-down'],
    [503, 'http/upstream-down'],
    [504, 'http/upstream-down'],
    [505, 'http/status'],
    [519, 'http/status'],
    // Cloudflare's.
    [520, 'http/upstream-down'],
    [524, 'http/upstream-down'],
    [530, 'http/upstream-down'],
    [531, 'http/status'],
    [100, 'http/status'],
    [999, 'http/status'],
  ])('%i', (status, code) => {
    for (const request of ['grpc', 'evm']) {
      expect(classifyHttpStatus(status, {}, request)?.code ?? null).toBe(code);
    }
  });

  test.each(['grpc', 'evm'])('a status names the kind of request: %s', (request) => {
    expect(classifyHttpStatus(404, {}, request)?.data).toEqual({ status: 404, request });
  });

  test('other statuses are reported with their number and text', () => {
    for (const status of [401, 403, 502]) {
      expect(classifyHttpStatus(status, {}, 'evm')?.data).toEqual({ detail: `HTTP ${status}` });
    }
  });
});

describe('a proxy that limits requests to a working node says so beside HTTP 503', () => {
  test.each(['x-envoy-overloaded', 'x-envoy-ratelimited'])('%s', (field) => {
    const found = classifyHttpStatus(503, { [field]: 'true', 'retry-after': '3' }, 'evm');
    expect(found).toEqual({
      code: 'net/rate-limited',
      data: { detail: `HTTP 503, ${field}`, retryAfterMs: 3_000 },
    });
    expect(classifyHttpStatus(502, { [field]: 'true' }, 'evm')?.code).toBe('http/upstream-down');
  });
});

describe('a page says more than its status', () => {
  const classify = (status: number, page: string) =>
    classifyHttpStatus(status, {}, 'evm', Buffer.from(page))?.data;

  test.each([
    ['nginx', '<center>The plain HTTP request was sent to HTTPS port</center>'],
    ['Go', 'Client sent an HTTP request to an HTTPS server.\n'],
    ['Apache', "Reason: You're speaking plain HTTP to an SSL-enabled server port."],
  ])('%s expects TLS on the port', (_, page) => {
    expect(classify(400, page)).toEqual({ status: 400, request: 'evm', wantsTls: true });
    expect(classify(404, page)).not.toHaveProperty('wantsTls');
  });

  test.each([
    [403, 'invalid host specified\n', 'http/forbidden', 'HTTP 403, "invalid host specified"'],
    [
      403,
      '{"error":{"code":1,"message":"origin is not whitelisted"}}',
      'http/forbidden',
      'HTTP 403, "origin is not whitelisted"',
    ],
    [401, '{"Message":"order a node"}', 'http/auth-required', 'HTTP 401, "order a node"'],
    [403, '{"message":"Forbidden"}', 'http/forbidden', 'HTTP 403'],
    [403, '<p>Too many requests', 'http/forbidden', 'HTTP 403'],
    [403, `Too many requests${' '.repeat(300)}x`, 'http/forbidden', 'HTTP 403'],
    [400, '{"errors":["unsupported platform"]}', 'http/status', 'unsupported platform'],
    [
      403,
      '{"Error":"request rate exceeded the allowed_rps(10)"}',
      'net/rate-limited',
      'HTTP 403, "request rate exceeded the allowed_rps(10)"',
    ],
    [403, '{"errorMessage":"Too many requests"}', 'net/rate-limited', 'HTTP 403, "Too many requests"'],
    [200, '{"code":1,"msg":"Too many requests"}', 'net/rate-limited', 'Too many requests'],
    [503, '{"detail":"Rate limit exceeded"}', 'net/rate-limited', 'HTTP 503, "Rate limit exceeded"'],
    [
      403,
      '{"errors":[{"message":"Rate limit exceeded"}]}',
      'net/rate-limited',
      'HTTP 403, "Rate limit exceeded"',
    ],
    [400, '{"title":"no","status":429}', 'net/rate-limited', 'HTTP 400, "no"'],
    // HAProxy, Traefik, Varnish, Apache, lighttpd.
    [
      503,
      '<h1>503 Service Unavailable</h1>\nNo server is available to handle this request.',
      'http/upstream-down',
      'HTTP 503, "No server is available to handle this request"',
    ],
    [503, 'no available server', 'http/upstream-down', 'HTTP 503, "no available server"'],
    [
      503,
      '<h1>Error 503 Backend fetch failed</h1>',
      'http/upstream-down',
      'HTTP 503, "Backend fetch failed"',
    ],
    [500, 'no healthy upstream', 'http/upstream-down', 'HTTP 500, "no healthy upstream"'],
    [
      503,
      '<h1>503 Service Not Available</h1>',
      'http/upstream-down',
      'HTTP 503, "503 Service Not Available"',
    ],
    [503, '<h1>503 Service Temporarily Unavailable</h1>', 'http/upstream-down', 'HTTP 503'],
    [200, '{"message":"in maintenance mode"}', 'http/upstream-down', 'in maintenance mode'],
    [200, 'Down for scheduled maintenance', 'http/upstream-down', 'Down for scheduled maintenance'],
  ])('%i %s', (status, page, code, detail) => {
    expect(classifyHttpStatus(status, {}, 'evm', Buffer.from(page))).toMatchObject({
      code,
      data: { detail },
    });
  });

  test('a bot protection may give a limit as its reason', () => {
    const challenged = { 'cf-mitigated': 'challenge' };
    const found = classifyHttpStatus(403, challenged, 'evm', Buffer.from('Too many requests'));
    expect(found?.code).toBe('http/challenged');
  });

  test('other pages say nothing that is known', () => {
    expect(classify(400, 'bad request')).toEqual({ status: 400, request: 'evm' });
    expect(classify(200, '{"message":"no maintenance is planned"}')).toBeUndefined();
  });
});

describe('HTTP 402 is a price', () => {
  const body = '{"x402Version": 1, "error": "X-PAYMENT header is required", "accepts": []}';
  test.each<[string, HeaderFields, string | null, string]>([
    [
      'in the field of x402 version 2',
      { 'payment-required': 'eyJ4NDAyVmVyc2lvbiI6Mn0=' },
      null,
      'http/payment-required',
    ],
    ['in the body of version 1', {}, body, 'http/payment-required'],
    ['unless it names none', {}, '{"error":"x402 is off"}', 'net/rate-limited'],
    ['unless it is another text', {}, 'x402Version', 'net/rate-limited'],
    [
      'unless its price is beyond what is read',
      {},
      `{${' '.repeat(5_000)}"x402Version":1}`,
      'net/rate-limited',
    ],
  ])('%s', (_name, headers, text, code) => {
    expect(classifyHttpStatus(402, headers, 'evm', text === null ? null : Buffer.from(text))?.code).toBe(
      code,
    );
  });

  test('other statuses have none', () => {
    expect(classifyHttpStatus(403, {}, 'evm', Buffer.from(body))?.code).toBe('http/forbidden');
    expect(classifyHttpStatus(200, {}, 'evm', Buffer.from(body))).toBeNull();
  });
});

describe('a redirect has its location, if there is one', () => {
  test.each([
    [{ location: 'https://b.example/' }, 'https://b.example/'],
    [{ location: ['https://b.example/', 'https://c.example/'] }, 'https://b.example/'],
    [{ location: [] }, null],
    [{ location: undefined }, null],
    [{}, null],
  ])('%j', (headers, location) => {
    expect(classifyHttpStatus(301, headers, 'evm')?.data).toEqual({ status: 301, location });
  });
});

describe('Retry-After is seconds or a date, RFC 9110 section 10.2.3', () => {
  const now = Date.parse('2026-01-01T00:00:00.000Z');

  test.each([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['86400', 86_400_000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    // The obsolete forms that section 5.6.7 asks recipients to read.
    ['Thursday, 01-Jan-26 00:00:05 GMT', 5_000],
    ['Thu Jan  1 00:00:05 2026', 5_000],
    // In the past: at once.
    ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ])('%j', (text, ms) => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(parseRetryAfter({ 'retry-after': text }, now)).toBe(ms);
  });

  test.each(['', ' ', 'soon', '10000000000', 'Thu, 99 Jan 2026', '\0', '-5', '1.5', '7, 8', 'March 7'])(
    '%j is ignored',
    (text) => {
      expect(parseRetryAfter({ 'retry-after': text }, now)).toBeNull();
    },
  );

  test('a number of seconds is never read as a year', () => {
    expect(parseRetryAfter({ 'retry-after': '2027' }, now)).toBe(2_027_000);
  });

  test('a missing header is null, and of several the first counts', () => {
    expect(parseRetryAfter({}, now)).toBeNull();
    expect(parseRetryAfter({ 'retry-after': ['1', '2'] }, now)).toBe(1_000);
  });

  test('a rate limit carries it', () => {
    expect(classifyHttpStatus(429, { 'retry-after': '7' }, 'evm')?.data).toEqual({
      detail: 'HTTP 429',
      retryAfterMs: 7_000,
    });
    expect(classifyHttpStatus(429, {}, 'evm')?.data).toEqual({ detail: 'HTTP 429', retryAfterMs: null });
  });
});
