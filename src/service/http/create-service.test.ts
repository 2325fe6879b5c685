import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { ask, readProblem } from '../../../test/support/http.js';
import { authorized, startService } from '../../../test/support/service.js';
import { createService } from './create-service.js';
import type { Handler } from './handler.js';
import { ServiceProblem } from './service-problem.js';

const denom = '/v1/kava/holders/summary?denom=ukava';

async function callHandler(holderSummary: Handler | undefined, path = denom, deadlineMs = 5_000) {
  const handlers = holderSummary === undefined ? {} : { holderSummary };
  const service = await startService({ handlers, deadlineMs });
  return { answer: await ask(service.url, path, { headers: authorized }), logged: service.logged };
}

describe('a handler answers its route', () => {
  test('with the params of the request', async () => {
    const { answer } = await callHandler((params) => Promise.resolve({ ...params, big: '9007199254740993' }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ network: 'kava', denom: 'ukava', big: '9007199254740993' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, max-age=10',
    });
    expect(answer.headers.etag).toBeUndefined();
  });

  test('a route without a handler is unavailable', async () => {
    const { answer } = await callHandler(undefined);
    expect(readProblem(answer)).toMatchObject({ status: 503, detail: 'no node answers this route' });
  });

  test('invalid params come before that, all in one problem', async () => {
    const path = '/v1/evm/kava/account/transfer-event?address=0x1&token_type=ERC20';
    const { answer } = await callHandler(undefined, path);
    expect(readProblem(answer)).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'invalid parameters: address, contract_address',
      errors: [
        { parameter: 'address', detail: 'expected 0x and 40 hexadecimal digits, got "0x1"' },
        { parameter: 'contract_address', detail: 'is required' },
      ],
    });
  });

  test('a problem is sent unchanged', async () => {
    const { answer } = await callHandler(() =>
      Promise.reject(new ServiceProblem(502, 'Bad Gateway', 'the node refused')),
    );
    expect(readProblem(answer)).toEqual({
      type: 'about:blank',
      title: 'Bad Gateway',
      status: 502,
      detail: 'the node refused',
    });
  });

  test('any other error is logged, and not sent', async () => {
    const thrown: Handler = () => Promise.reject(new Error('password 1234'));
    const { answer, logged } = await callHandler(thrown);
    const problem = readProblem(answer);
    expect(problem).toMatchObject({ status: 500, title: 'Internal Server Error' });
    expect(answer.body).not.toContain('1234');
    expect(logged.find((line) => line.includes('password 1234'))).toContain(answer.headers['x-request-id']);
  });

  test('a handler may throw synchronously', async () => {
    const thrown: Handler = () => {
      throw new Error('password 1234');
    };
    expect((await callHandler(thrown)).answer.status).toBe(500);
  });

  test.each<[string, Handler]>([
    ['without end', () => new Promise(() => undefined)],
    [
      'until it is aborted',
      (_, { signal }) =>
        new Promise((_done, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    ],
  ])('one that runs %s ends with 504', async (_, handler) => {
    const { answer } = await callHandler(handler, denom, 100);
    expect(readProblem(answer)).toMatchObject({ status: 504, detail: 'no answer within 100 ms' });
  });

  test('its signal aborts when the client disconnects', async () => {
    let abort: () => void = () => undefined;
    const aborted = new Promise<void>((done) => (abort = done));
    const started: Handler = (_, { signal }) => {
      signal.addEventListener('abort', () => abort());
      request.destroy();
      return new Promise(() => undefined);
    };
    const { url, logged } = await startService({ handlers: { holderSummary: started } });
    const request = http.get(`${url}${denom}`, { headers: authorized });
    request.on('error', () => undefined);
    await aborted;
    await expect.poll(() => logged.join('')).toContain('"status":null');
  });
});

describe('requests beyond the maximum at once', () => {
  test('are refused with Retry-After, but for the health check', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    const handlers = { holderSummary: () => held.then(() => ({})) };
    const { url } = await startService({ handlers, concurrency: 2 });
    const first = [ask(url, denom, { headers: authorized }), ask(url, denom, { headers: authorized })];
    await expect.poll(async () => (await ask(url, denom, { headers: authorized })).status).toBe(503);
    const refused = await ask(url, '/v1/kava/assets', { headers: authorized });
    expect(readProblem(refused)).toMatchObject({
      status: 503,
      detail: 'too many requests at once; try again later',
    });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await ask(url, '/healthz')).status).toBe(200);
    release();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask(url, '/v1/kava/assets', { headers: authorized })).status).toBe(200);
  });
});

describe('every answer', () => {
  test.each([
    ['/v1/kava/assets', 200],
    ['/v1/kava/assets/nothing', 404],
    ['/v1/kava/holders', 400],
    ['/nowhere', 404],
    ['/healthz', 200],
    ['/v1/kava\\assets', 400],
  ])('%s has an id and the security headers', async (path, status) => {
    const { url } = await startService();
    const answer = await ask(url, path, { headers: { ...authorized, 'x-request-id': 'mine-1' } });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-request-id': 'mine-1',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(answer.headers['server'] ?? answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
  });

  test('a service without tokens is refused', () => {
    const options = { registry: '.', handlers: {}, tokens: [], cacheMs: 0, log: () => undefined };
    expect(() => createService(options)).toThrow(RangeError);
  });
});
