import { describe, expect, test } from 'vitest';
import { createClient, fail, ways } from '../support/query-service.js';
import { type Handler, json, serve } from '../support/web-servers.js';

const problem = JSON.stringify({ detail: 'the holders of ukava are being counted' });

/** Answers a number of times with Retry-After, then with a result. */
async function serveLate(times: number, status: number, headers: Readonly<Record<string, string>>) {
  const service = await serve((request, response) => {
    if (service.requested.length <= times) response.writeHead(status, headers).end(problem);
    else json('there')(request, response);
  });
  return service;
}

describe.each(ways)('Retry-After of 429 and 503, through %s', (_, options) => {
  test.each([429, 503])('%i is waited for, and uses up no retry', async (status) => {
    const { origin, requested } = await serveLate(2, status, { 'retry-after': '1' });
    const client = createClient(origin, { ...options, retries: 1, timeoutMs: 60_000 });
    expect(await client.holders('kava', { denom: 'ukava' })).toBe('there');
    expect(requested).toHaveLength(3);
  });

  test('is never waited for with retries 0', async () => {
    const { origin, requested } = await serveLate(1, 503, { 'retry-after': '1' });
    const error = await fail(createClient(origin, { ...options, timeoutMs: 60_000 }).assets('kava'));
    expect([error.status, requested.length]).toEqual([503, 1]);
  });

  test('ends with the last answer if the timeout comes first', async () => {
    const silent: Handler = () => undefined;
    const service = await serve((request, response) => {
      if (service.requested.length > 1) silent(request, response);
      else response.writeHead(503, { 'retry-after': '1' }).end(problem);
    });
    const client = createClient(service.origin, { ...options, retries: 1, timeoutMs: 2_000 });
    expect(await fail(client.assets('kava'))).toMatchObject({ reason: 'status', status: 503, body: problem });
    expect(service.requested).toHaveLength(2);
  });

  test.each(['0', 'Wed, 21 Oct 2015 07:28:00 GMT'])('of no time (%s) is a second', async (text) => {
    const { origin, requested } = await serveLate(99, 503, { 'retry-after': text });
    const client = createClient(origin, { ...options, retries: 1, timeoutMs: 2_500 });
    expect(await fail(client.assets('kava'))).toMatchObject({ status: 503 });
    expect(requested).toHaveLength(3);
  });

  test('ends if the caller aborts', async () => {
    const { origin, requested } = await serveLate(1, 503, { 'retry-after': '50' });
    const client = createClient(origin, { ...options, retries: 1, timeoutMs: 60_000 });
    const controller = new AbortController();
    const call = fail(client.assets('kava', { signal: controller.signal }));
    await expect.poll(() => requested.length).toBe(1);
    controller.abort();
    expect((await call).reason).toBe('aborted');
  });
});
