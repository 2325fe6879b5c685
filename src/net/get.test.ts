import { describe, expect, test } from 'vitest';
import { json, serve } from '../../test/support/web-servers.js';
import { createGet, type GetRequest } from './get.js';

const get = createGet();

function request(origin: string, more: Partial<GetRequest> = {}) {
  const signal = new AbortController().signal;
  return get({ origin, path: '/', headers: {}, signal, limitBytes: 100, ...more });
}

describe('a request', () => {
  test.each(['localhost', 'api.localhost'])(
    'to %s goes to this machine, whatever a name server answers, so that its token does',
    async (host) => {
      const { origin } = await serve(json('here'));
      const { status, body } = await request(`http://${host}:${new URL(origin).port}`);
      expect([status, String(body)]).toEqual([200, '"here"']);
    },
  );

  test('has the path verbatim', async () => {
    const { origin, requested } = await serve(json([]));
    await request(origin, { path: '/assets/%2E%2E' });
    expect(requested).toEqual(['/assets/%2E%2E']);
  });

  test('follows no redirect', async () => {
    const { origin, requested } = await serve((_, response) =>
      response.writeHead(302, { location: '/other' }).end(),
    );
    expect((await request(origin)).status).toBe(302);
    expect(requested).toHaveLength(1);
  });

  test('ends with its signal', async () => {
    const { origin } = await serve(() => undefined);
    await expect(request(origin, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });
});

describe('an answer', () => {
  test('has no body if that exceeds the limit', async () => {
    const { origin } = await serve((_, response) => response.end('x'.repeat(101)));
    expect((await request(origin)).body).toBeNull();
  });

  test('that is cut off is an error', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('[1,');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(request(origin)).rejects.toThrow();
  });
});
