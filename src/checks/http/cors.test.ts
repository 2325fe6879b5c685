import type http from 'node:http';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../../test/support/ports.js';
import { createProbeContext } from '../../../test/support/probe-context.js';
import { serve } from '../../../test/support/web-servers.js';
import { checkCors, type PageRequest } from './cors.js';

const get: PageRequest = { method: 'GET', path: '/status' };
const post: PageRequest = {
  method: 'POST',
  path: '/rpc?a',
  headers: { 'x-grpc-web': '1', 'content-type': 'application/json' },
  body: '{}',
};
const origin = 'https://example.com';

type Fields = Readonly<Record<string, string | string[]>>;
type Answer = Readonly<{ status?: number; headers?: Fields }>;

/** Checks a server with these answers, one of them to a preflight. */
async function ask(
  request: PageRequest | readonly PageRequest[],
  answer: Answer,
  preflight: Answer = answer,
) {
  const fields: http.IncomingHttpHeaders[] = [];
  const server = await serve((incoming, response) => {
    fields.push(incoming.headers);
    const { status = 200, headers = {} } = incoming.method === 'OPTIONS' ? preflight : answer;
    response.writeHead(status, headers).end();
  });
  const cors = await checkCors(createProbeContext(server.port, { cors: true }), [request].flat());
  return { cors, fields, requests: server.requests };
}

const anyone = { 'access-control-allow-origin': '*' };
const both = { headers: { ...anyone, 'access-control-allow-headers': 'X-Grpc-Web , Content-Type' } };

describe('a GET', () => {
  test.each<[Fields]>([[anyone], [{ 'access-control-allow-origin': origin }]])(
    'is allowed by %j',
    async (headers) => {
      const { cors, requests, fields } = await ask(get, { headers });
      expect([cors, requests]).toEqual([{ allowed: true }, ['GET /status']]);
      expect(fields[0]?.origin).toBe(origin);
    },
  );

  test.each<[Fields, string]>([
    [{}, 'the answer has no access-control-allow-origin'],
    [{ 'access-control-allow-origin': 'https://wallet.example' }, 'is not * or the origin'],
    [{ 'access-control-allow-origin': `${origin}/` }, 'is not * or the origin'],
    // For example if the node and the proxy each add one; browsers join the two.
    [{ 'access-control-allow-origin': ['*', '*'] }, 'is not * or the origin'],
  ])('is not by %j', async (headers, reason) => {
    expect((await ask(get, { headers })).cors).toEqual({
      allowed: false,
      reason: expect.stringContaining(reason) as string,
    });
  });

  test.each([301, 403, 404, 501])('is not if it is answered with HTTP %i', async (status) => {
    const reason = `the GET with an origin is answered with HTTP ${status}`;
    expect((await ask(get, { headers: anyone, status })).cors).toEqual({ allowed: false, reason });
  });

  test.each([408, 429, 500, 503])('is unknown if it is answered with HTTP %i', async (status) => {
    expect((await ask(get, { status })).cors).toBeNull();
  });

  test('is unknown if a bot protection answers', async () => {
    expect((await ask(get, { headers: { 'cf-mitigated': 'challenge' } })).cors).toBeNull();
  });
});

describe('a POST', () => {
  test('is allowed by the preflight and the answer', async () => {
    const { cors, requests, fields } = await ask(post, { headers: anyone }, both);
    expect([cors, requests]).toEqual([{ allowed: true }, ['OPTIONS /rpc?a', 'POST /rpc?a']]);
    expect(fields[0]).toMatchObject({
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-grpc-web',
    });
    expect(fields[1]).toMatchObject({ origin, 'x-grpc-web': '1', 'content-type': 'application/json' });
  });

  test('is allowed by a preflight that names no method, and any header field', async () => {
    const headers = { ...anyone, 'access-control-allow-headers': '*' };
    expect((await ask(post, { headers: anyone }, { status: 204, headers })).cors).toEqual({ allowed: true });
  });

  test.each<[string, Answer, string]>([
    ['no origin', {}, 'the answer to the preflight (OPTIONS) has no'],
    ['no header fields', { headers: anyone }, 'does not allow the header field content-type'],
    [
      'another header field',
      { headers: { ...anyone, 'access-control-allow-headers': 'content-type' } },
      'does not allow the header field x-grpc-web',
    ],
    ['HTTP 403', { ...both, status: 403 }, 'is answered with HTTP 403'],
    ['HTTP 405', { ...both, status: 405 }, 'is answered with HTTP 405'],
    ['HTTP 404', { ...both, status: 404 }, 'is answered with HTTP 404'],
    ['HTTP 401', { ...both, status: 401 }, 'is answered with HTTP 401'],
    ['a redirect', { ...both, status: 301 }, 'is answered with HTTP 301'],
    ['HTTP 501', { ...both, status: 501 }, 'is answered with HTTP 501'],
    [
      'the origin twice',
      { headers: { ...both.headers, 'access-control-allow-origin': ['*', '*'] } },
      'is not * or the origin',
    ],
  ])('is not by a preflight with %s', async (_, preflight, reason) => {
    const { cors, requests } = await ask(post, { headers: anyone }, preflight);
    expect(cors).toEqual({ allowed: false, reason: expect.stringContaining(reason) as string });
    expect(requests).toEqual(['OPTIONS /rpc?a']);
  });

  test('is not with another status than the same request has without an origin', async () => {
    const reason = 'the POST with an origin is answered with HTTP 403';
    expect((await ask(post, { headers: anyone, status: 403 }, both)).cors).toEqual({
      allowed: false,
      reason,
    });
  });

  test('is not by the preflight alone', async () => {
    expect((await ask(post, {}, both)).cors).toEqual({
      allowed: false,
      reason: 'the answer has no access-control-allow-origin',
    });
  });

  test.each([429, 500, 503])('is unknown if the preflight is answered with HTTP %i', async (status) => {
    expect((await ask(post, both, { ...both, status })).cors).toBeNull();
  });
});

describe('of several requests', () => {
  test('all must be allowed', async () => {
    expect((await ask([get, post], { headers: anyone }, both)).cors).toEqual({ allowed: true });
    expect((await ask([get, post], { headers: anyone }, {})).cors).toMatchObject({ allowed: false });
  });

  test('one that is refused decides, whatever is unknown of another', async () => {
    const { cors, requests } = await ask([post, get], { headers: {} }, { status: 503 });
    expect([cors?.allowed, requests]).toEqual([false, ['OPTIONS /rpc?a', 'GET /status']]);
    expect((await ask([get, post], { headers: {} }, { status: 503 })).requests).toEqual(['GET /status']);
    expect((await ask([get, post], { headers: anyone }, { status: 503 })).cors).toBeNull();
  });
});

describe('nothing is known', () => {
  test('if it is not requested, or no longer', async () => {
    const server = await serve((_, response) => response.writeHead(200).end());
    expect(await checkCors(createProbeContext(server.port), [get])).toBeNull();
    const signal = AbortSignal.abort();
    expect(await checkCors(createProbeContext(server.port, { cors: true, signal }), [get])).toBeNull();
    expect(server.countConnections()).toBe(0);
  });

  test('if nothing listens, or the server breaks off', async () => {
    expect(await checkCors(createProbeContext(await findFreePort(), { cors: true }), [get])).toBeNull();
    const server = await serve((_, response) => response.destroy());
    expect(await checkCors(createProbeContext(server.port, { cors: true }), [post])).toBeNull();
    await server.whenClosed();
  });
});
