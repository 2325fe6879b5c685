import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { ask, readProblem } from '../../../test/support/http.js';
import { authorized, startService } from '../../../test/support/service.js';
import { createService } from './create-service.js';
import type { Handler } from './handler.js';
import { ServiceProblem } from './service-problem.js';

const denom = '/v1/kava/holders/summary?denom=ukava';

async function askHandler(holderSummary: Handler | undefined, path = denom, deadlineMs = 5_000) {
  const handlers = holderSummary === undefined ? {} : { holderSummary };
  const service = await startService({ handlers, deadlineMs });
  return { answer: await ask(service.url, path, { headers: authorized }), logged: service.logged };
}

describe('a handler answers its route', () => {
  test('with the arguments of the request', async () => {
    const { answer } = await askHandler((given) => Promise.resolve({ ...given, big: '9007199254740993' }));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ network: 'kava', denom: 'ukava', big: '9007199254740993' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, max-age=10',
    });
    expect(answer.headers.etag).toBeUndefined();
  });

  test('where there is none, no node answers', async () => {
    const { answer } = await askHandler(undefined);
    expect(readProblem(answer)).toMatchObject({ status: 503, detail: 'no node answers this route' });
  });

  test('invalid params come before that, all in one problem', async () => {
    const path = '/v1/evm/kava/account/transfer-event?address=0x1&token_type=ERC20';
    const { answer } = await askHandler(undefined, path);
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

  test('a problem is told as it is', async () => {
    const { answer } = await askHandler(() =>
      Promise.reject(new ServiceProblem(502, 'Bad Gateway', 'the node said no')),
    );
    expect(readProblem(answer)).toEqual({
      type: 'about:blank',
      title: 'Bad Gateway',
      status: 502,
      detail: 'the node said no',
    });
  });

  test('whatever else it throws is logged, and not told', async () => {
    const thrown: Handler = () => Promise.reject(new Error('password 1234'));
    const { answer, logged } = await askHandler(thrown);
    const problem = readProblem(answer);
    expect(problem).toMatchObject({ status: 500, title: 'Internal Server Error' });
    expect(answer.body).not.toContain('1234');
    expect(logged.find((line) => line.includes('password 1234'))).toContain(answer.headers['x-request-id']);
  });

  test('a handler that throws at once is no other', async () => {
    const thrown: Handler = () => {
      throw new Error('password 1234');
    };
    expect((await askHandler(thrown)).answer.status).toBe(500);
  });

  test.each<[string, Handler]>([
    ['for ever', () => new Promise(() => undefined)],
    [
      'until it is told to end',
      (_, { signal }) =>
        new Promise((_done, reject) => signal.addEventListener('abort', () => reject(new Error('told')))),
    ],
  ])('one that works %s is given up', async (_, handler) => {
    const { answer } = await askHandler(handler, denom, 100);
    expect(readProblem(answer)).toMatchObject({ status: 504, detail: 'there is no answer within 100 ms' });
  });

  test('its signal aborts when the client goes', async () => {
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

describe('more requests at once than are allowed', () => {
  test('are refused with a wait, and health is told all the same', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    const handlers = { holderSummary: () => held.then(() => ({})) };
    const { url } = await startService({ handlers, concurrency: 2 });
    const first = [ask(url, denom, { headers: authorized }), ask(url, denom, { headers: authorized })];
    await expect.poll(async () => (await ask(url, denom, { headers: authorized })).status).toBe(503);
    const refused = await ask(url, '/v1/kava/assets', { headers: authorized });
    expect(readProblem(refused)).toMatchObject({ status: 503, detail: 'too many requests at once' });
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
  ])('%s has an id and the headers that keep it harmless', async (path, status) => {
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

  test('nobody is served without a token to know', () => {
    const options = { registry: '.', handlers: {}, tokens: [], cacheMs: 0, log: () => undefined };
    expect(() => createService(options)).toThrow(RangeError);
  });
});
