import type http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import { createClient as client, fail, ways } from '../../../test/support/query-service.js';
import { json, serve } from '../../../test/support/web-servers.js';
import { QueryCaller } from './caller.js';
import { QueryClient } from './index.js';
import { routes } from './routes.js';

test('every route has a method of its name, and one of its pages if it has any', () => {
  const methods = routes.flatMap(({ name, paging }) => [name, ...(paging === null ? [] : [`${name}Pages`])]);
  expect(Object.getOwnPropertyNames(QueryClient.prototype).sort()).toEqual(
    ['constructor', ...methods].sort(),
  );
});

describe.each(ways)('through %s', (_name, options) => {
  test('a call sends the token and resolves to the whole answer', async () => {
    let headers: http.IncomingHttpHeaders = {};
    const body = [{ symbol: 'KAVA', nested: { a: null } }];
    const { origin, requested } = await serve((request, response) => {
      headers = request.headers;
      json(body)(request, response);
    });
    expect(await client(`${origin}/api/`, options).assets('kava')).toEqual(body);
    expect(requested).toEqual(['/api/v1/kava/assets']);
    expect(headers).toMatchObject({ authorization: 'Bearer secret-token', accept: 'application/json' });
  });

  test('a redirect is not followed, so the token is sent nowhere else', async () => {
    const destination = await serve(json([]));
    const { origin } = await serve((_, response) =>
      response.writeHead(302, { location: destination.origin }).end(),
    );
    expect(await fail(client(origin, options).assets('kava'))).toMatchObject({
      reason: 'status',
      status: 302,
    });
    expect(destination.requested).toEqual([]);
  });

  test('invalid parameters send nothing', async () => {
    const { origin, requested } = await serve(json([]));
    const errors = [
      'network: expected a non-empty string, got ""',
      'denom: expected a non-empty string, got ""',
      'limit: expected an integer from 1 to 1000, got 0',
    ];
    const error = await fail(client(origin, options).holders('', { denom: '', limit: 0 }));
    expect(error).toMatchObject({ reason: 'invalid-params', status: null, errors });
    expect(error.message).toBe(`holders: ${errors.join('; ')}`);
    expect(requested).toEqual([]);
  });

  test('an error has the status, the beginning of the body and Retry-After', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end('x'.repeat(5_000));
    });
    const error = await fail(client(origin, options).assets('kava'));
    expect(error).toMatchObject({ reason: 'status', status: 429, retryAfterMs: 7_000, route: 'assets' });
    expect(error.body).toBe('x'.repeat(4_096));
    expect(error.message).toBe('assets: HTTP 429');
  });

  test('an answer that is not JSON has its beginning in the error', async () => {
    const { origin } = await serve((_, response) => response.end('<html>'));
    expect(await fail(client(origin, options).assets('kava'))).toMatchObject({
      reason: 'not-json',
      status: 200,
      body: '<html>',
    });
  });

  test('a signal aborts a call, before it starts and while it waits', async () => {
    const { origin, requested } = await serve(() => undefined);
    const controller = new AbortController();
    const call = fail(client(origin, options).assets('kava', { signal: controller.signal }));
    await expect.poll(() => requested.length).toBe(1);
    controller.abort();
    expect((await call).reason).toBe('aborted');
    expect((await fail(client(origin, options).assets('kava', { signal: controller.signal }))).reason).toBe(
      'aborted',
    );
    expect(requested).toHaveLength(1);
  });

  test('segments of dots alone, which fetch would remove with the one before it, are invalid', async () => {
    const { origin, requested } = await serve(json([]));
    const error = await fail(client(origin, { ...options, retries: 2 }).cw20Asset('.', '..'));
    expect(error).toMatchObject({
      reason: 'invalid-params',
      errors: [
        'network: fetch cannot send "." as part of a path',
        'symbol: fetch cannot send ".." as part of a path',
      ],
    });
    expect(requested).toEqual([]);
  });
});

describe('arguments of another type are invalid', () => {
  const denom = 'ukava';
  test.each<[keyof QueryClient, readonly unknown[], readonly string[]]>([
    ['assets', ['kava', null], ['options: expected an object, got null']],
    ['holdersPages', ['kava', { denom }, null], ['options: expected an object, got null']],
    [
      'assets',
      ['kava', { signal: new AbortController(), signl: 1 }],
      ['unknown option signl (did you mean signal?)', 'signal: expected an AbortSignal, got an object'],
    ],
    ['holderSummary', ['kava', denom], ['params: expected an object, got "ukava"']],
    ['holderSummary', ['kava'], ['denom is required']],
    ['holdersPages', ['kava', { denom, offset: '3' }], ['offset: expected an integer of 0 or more, got "3"']],
    ['assets', [Object.create(null)], ['network: expected a non-empty string, got an object']],
  ])('%s %j', async (method, args, errors) => {
    const { origin, requested } = await serve(json([]));
    const target = client(origin);
    const answer = Reflect.apply(target[method], target, args) as Promise<unknown> | AsyncGenerator;
    const error = await fail(Symbol.asyncIterator in answer ? answer.next() : answer);
    expect(error).toMatchObject({ reason: 'invalid-params', errors });
    expect(requested).toEqual([]);
  });
});

describe('only transient failures are retried', () => {
  test.each([
    [200, 1],
    [400, 1],
    [401, 1],
    [404, 1],
    [429, 3],
    [500, 1],
    [502, 3],
    [503, 3],
    [504, 3],
  ])('after %i, %i requests', async (status, count) => {
    const { origin, requested } = await serve((_, response) =>
      // With 429 and 503 it would use up no retry.
      response.writeHead(status, status === 429 || status === 503 ? {} : { 'retry-after': '0' }).end('[]'),
    );
    await client(origin, { retries: 2 })
      .assets('kava')
      .catch(() => undefined);
    expect(requested).toHaveLength(count);
  });

  test('a limit in words, whatever its status', async () => {
    const { origin, requested } = await serve((_, response) =>
      response.writeHead(403, { 'retry-after': '0' }).end('{"message":"API rate limit exceeded"}'),
    );
    expect(await fail(client(origin, { retries: 2 }).assets('kava'))).toMatchObject({ status: 403 });
    expect(requested).toHaveLength(3);
  });

  test('a broken connection', async () => {
    let count = 0;
    const { origin } = await serve((request, response) => {
      if (++count < 3) request.socket.destroy();
      else json('there')(request, response);
    });
    expect(await client(origin, { retries: 2 }).assets('kava')).toBe('there');
  });

  test('not if Retry-After is after the timeout', async () => {
    const { origin, requested } = await serve((_, response) =>
      response.writeHead(503, { 'retry-after': '60' }).end(),
    );
    expect(await fail(client(origin, { retries: 5 }).assets('kava'))).toMatchObject({ status: 503 });
    expect(requested).toHaveLength(1);
  });

  test('Retry-After uses up none, and is announced with its answer', async () => {
    const problem = JSON.stringify({ detail: 'the holders of ukava are being counted' });
    const service = await serve((request, response) => {
      const count = service.requested.length;
      if (count === 1) response.writeHead(502).end();
      else if (count === 2) response.writeHead(503, { 'retry-after': '1' }).end(problem);
      else json('there')(request, response);
    });
    const waits: string[] = [];
    const options = { baseUrl: service.origin, token: 'secret-token', retries: 1, timeoutMs: 60_000 };
    const caller = new QueryCaller(options, { onWait: ({ body }) => void waits.push(body) });
    expect((await caller.call('assets', { network: 'kava' }, undefined)).value).toBe('there');
    expect(waits).toEqual([problem]);
  });

  test('a refused connection is named by its code', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    const error = await fail(client(`http://127.0.0.1:${port}`).assets('kava'));
    expect(error.message).toBe('assets: connection failed (ECONNREFUSED)');
  });
});

describe('options', () => {
  const valid = { baseUrl: 'https://a.example', token: 'a' };
  test.each([
    ['not a url', { baseUrl: 'a' }, 'baseUrl: expected an https or http url'],
    ['another scheme', { baseUrl: 'file:///etc' }, 'baseUrl: expected an https or http url'],
    ['a password', { baseUrl: 'https://a:b@c.example' }, 'baseUrl: must not contain a user name or password'],
    ['a query', { baseUrl: 'https://a.example/?b' }, 'baseUrl: must not contain a query or a fragment'],
    ['no token', { token: undefined as never }, 'token: expected a string'],
    [
      'a time that is a string',
      { timeoutMs: '3' as never },
      'timeoutMs: expected an integer from 1 to 2147483647, got "3"',
    ],
    ['no time', { timeoutMs: 0 }, 'timeoutMs: expected an integer from 1 to 2147483647, got 0'],
    ['half a retry', { retries: 0.5 }, 'retries: expected an integer from 0 to 100, got 0.5'],
    [
      'two ways',
      { fetch: globalThis.fetch, dispatcher: new Agent() },
      'fetch and dispatcher cannot be used together',
    ],
  ])('%s', (_, invalid, message) => {
    expect(() => new QueryClient({ ...valid, ...invalid })).toThrow(new TypeError(message));
  });

  test.each<[string, unknown, string]>([
    ['one that is misspelled', { ...valid, timeout: 5 }, 'unknown option timeout (did you mean timeoutMs?)'],
    [
      'a switch that is none',
      { ...valid, validateAnswers: 1 },
      'validateAnswers: expected true or false, got 1',
    ],
    ['none at all', undefined, 'expected options such as { baseUrl, token }, got undefined'],
  ])('%s', (_, options, message) => {
    expect(() => new QueryClient(options as never)).toThrow(new TypeError(message));
  });

  test('every error is named at once', () => {
    expect(() => new QueryClient({ baseUrl: 'a', token: '', more: 1 } as never)).toThrow(
      'unknown option more; baseUrl: expected an https or http url; the token is empty',
    );
  });
});
