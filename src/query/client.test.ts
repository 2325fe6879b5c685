import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient as client, collect as parts, fail, ways } from '../../test/support/query-client.js';
import { QueryClient } from './index.js';

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A service of one test; resolves to its origin and the paths that were asked for. */
async function serve(handler: Handler) {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    handler(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const json =
  (value: unknown): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

describe.each(ways)('through %s', (through, options) => {
  test('a call sends the token and gives the answer whole', async () => {
    let headers: http.IncomingHttpHeaders = {};
    const body = [{ symbol: 'KAVA', nested: { a: null } }];
    const { origin, asked } = await serve((request, response) => {
      headers = request.headers;
      json(body)(request, response);
    });
    expect(await client(`${origin}/api/`, options).assets('kava')).toEqual(body);
    expect(asked).toEqual(['/api/v1/kava/assets']);
    expect(headers).toMatchObject({ authorization: 'Bearer secret-token', accept: 'application/json' });
  });

  test('a redirect is not followed, so the token goes nowhere else', async () => {
    const other = await serve(json([]));
    const { origin } = await serve((_, response) =>
      response.writeHead(302, { location: other.origin }).end(),
    );
    expect(await fail(client(origin, options).assets('kava'))).toMatchObject({
      reason: 'status',
      status: 302,
    });
    expect(other.asked).toEqual([]);
  });

  test('wrong arguments send nothing', async () => {
    const { origin, asked } = await serve(json([]));
    const errors = [
      'network: expected a non-empty string, got ""',
      'denom: expected a non-empty string, got ""',
      'limit: expected an integer from 1 to 1000, got 0',
    ];
    const error = await fail(client(origin, options).holders('', { denom: '', limit: 0 }));
    expect(error).toMatchObject({ reason: 'invalid-params', status: null, errors });
    expect(error.message).toBe(`holders: ${errors.join('; ')}`);
    expect(asked).toEqual([]);
  });

  test('an error has the status, the body and the wait', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end('x'.repeat(5_000));
    });
    const error = await fail(client(origin, options).assets('kava'));
    expect(error).toMatchObject({ reason: 'status', status: 429, retryAfterMs: 7_000, route: 'assets' });
    expect(error.body).toBe('x'.repeat(4_096));
    expect(error.message).toBe('assets: HTTP 429');
  });

  test('what is no JSON is told with its beginning', async () => {
    const { origin } = await serve((_, response) => response.end('<html>'));
    expect(await fail(client(origin, options).assets('kava'))).toMatchObject({
      reason: 'not-json',
      status: 200,
      body: '<html>',
    });
  });

  test('an answer that is cut off is a connection that failed', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('[1,');
      setTimeout(() => response.destroy(), 20);
    });
    expect((await fail(client(origin, options).assets('kava'))).reason).toBe('connection');
  });

  test('a drip ends with the time', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const error = await fail(client(origin, { ...options, timeoutMs: 300 }).assets('kava'));
    expect(error).toMatchObject({ reason: 'timeout', message: 'assets: no answer within 300 ms' });
  });

  test('a signal ends a call, before it and in its middle', async () => {
    const { origin, asked } = await serve(() => undefined);
    const controller = new AbortController();
    const call = fail(client(origin, options).assets('kava', { signal: controller.signal }));
    await expect.poll(() => asked.length).toBe(1);
    controller.abort();
    expect((await call).reason).toBe('aborted');
    expect((await fail(client(origin, options).assets('kava', { signal: controller.signal }))).reason).toBe(
      'aborted',
    );
    expect(asked).toHaveLength(1);
  });

  test('a segment that is dots alone stays where it is, or is refused', async () => {
    const { origin, asked } = await serve(json([]));
    await client(origin, options)
      .asset('kava', '..')
      .catch(() => undefined);
    // A function like fetch normalizes urls: nothing else may be asked for.
    expect(asked).toEqual(through === 'fetch' ? [] : ['/v1/kava/assets/%2E%2E']);
  });
});

describe('what may pass is asked again, and nothing else', () => {
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
    const { origin, asked } = await serve((_, response) =>
      response.writeHead(status, { 'retry-after': '0' }).end('[]'),
    );
    await client(origin, { retries: 2 })
      .assets('kava')
      .catch(() => undefined);
    expect(asked).toHaveLength(count);
  });

  test('a connection that breaks', async () => {
    let count = 0;
    const { origin } = await serve((request, response) => {
      if (++count < 3) request.socket.destroy();
      else json('there')(request, response);
    });
    expect(await client(origin, { retries: 2 }).assets('kava')).toBe('there');
  });

  test('not behind the end of the time', async () => {
    const { origin, asked } = await serve((_, response) =>
      response.writeHead(503, { 'retry-after': '60' }).end(),
    );
    expect(await fail(client(origin, { retries: 5 }).assets('kava'))).toMatchObject({ status: 503 });
    expect(asked).toHaveLength(1);
  });

  test('nothing that listens', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    const error = await fail(client(`http://127.0.0.1:${port}`).assets('kava'));
    expect(error.message).toBe('assets: connection failed (ECONNREFUSED)');
  });
});

describe('pages', () => {
  const records = Array.from({ length: 25 }, (_, at) => at);
  const address = `0x${'00'.repeat(20)}`;
  const search = { address, contractAddress: address, tokenType: 'ERC20' } as const;

  test('by number, until a short one', async () => {
    const { origin, asked } = await serve((request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams;
      const [page, size] = [Number(query.get('page')), Number(query.get('offset') ?? 10)];
      json({ total: 25, events: records.slice((page - 1) * size, page * size) })(request, response);
    });
    const all = await parts(client(origin).accountTransferEventsPages('kava', search));
    expect(all.map((page) => (page as { events: number[] }).events).flat()).toEqual(records);
    expect(asked.map((path) => /page=(\d+)/.exec(path)?.[1])).toEqual(['1', '2', '3']);
    const some = await parts(
      client(origin).transactionsByEventPages('kava', { address, page: 2, offset: 5 }),
    );
    expect(some.map((page) => (page as { events: number[] }).events).flat()).toEqual(records.slice(5));
  });

  test('by records to skip, until an empty one', async () => {
    const { origin, asked } = await serve((request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams;
      const [skip, size] = [Number(query.get('offset')), Number(query.get('limit') ?? 20)];
      json(records.slice(skip, skip + size))(request, response);
    });
    expect((await parts(client(origin).holdersPages('kava', { denom: 'a', limit: 5 }))).flat()).toEqual(
      records,
    );
    expect(asked.map((path) => /offset=(\d+)/.exec(path)?.[1])).toEqual(['0', '5', '10', '15', '20', '25']);
  });

  test.each([
    ['a service that repeats its page', Array.from({ length: 20 }, () => 1), 2],
    ['one that gives more than was asked', Array.from({ length: 30 }, () => 1), 2],
    ['records that cannot be told', { a: [1], b: [2] }, 1],
    ['no records', 'text', 1],
  ])('end on %s', async (_, body, count) => {
    const { origin, asked } = await serve(json(body));
    expect(await parts(client(origin).holdersPages('kava', { denom: 'a' }))).toEqual([body]);
    expect(asked).toHaveLength(count);
  });

  test('an error ends them', async () => {
    const { origin } = await serve((_, response) => response.writeHead(500).end());
    expect(await fail(parts(client(origin).holdersPages('kava', { denom: 'a' })))).toMatchObject({
      status: 500,
    });
  });
});

describe('options', () => {
  const good = { baseUrl: 'https://a.example', token: 'a' };
  test.each([
    ['no url', { baseUrl: 'a' }, 'baseUrl: expected an https or http url'],
    ['another scheme', { baseUrl: 'file:///etc' }, 'baseUrl: expected an https or http url'],
    ['a password', { baseUrl: 'https://a:b@c.example' }, 'baseUrl: must not contain a user name or password'],
    ['a query', { baseUrl: 'https://a.example/?b' }, 'baseUrl: must not contain a query or a fragment'],
    ['an empty token', { token: '' }, 'the token is empty'],
    [
      'a token with a line end',
      { token: 'a\r\nb c' },
      'the token has characters that a bearer token cannot have',
    ],
    ['a token with its name', { token: 'me:a' }, 'the token contains a colon'],
    ['no time', { timeoutMs: 0 }, 'timeoutMs: expected an integer from 1 to 2147483647, got 0'],
    ['half a retry', { retries: 0.5 }, 'retries: expected an integer from 0 to 100, got 0.5'],
    [
      'two ways',
      { fetch: globalThis.fetch, dispatcher: new Agent() },
      'fetch and dispatcher cannot be used together',
    ],
  ])('%s', (_, wrong, message) => {
    expect(() => new QueryClient({ ...good, ...wrong })).toThrow(new TypeError(message));
  });

  test('all that is wrong is told at once', () => {
    expect(() => new QueryClient({ baseUrl: 'a', token: '' })).toThrow(
      'baseUrl: expected an https or http url; the token is empty',
    );
  });
});
