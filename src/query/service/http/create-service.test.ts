import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, readProblem } from '../../../../test/support/http.js';
import { authorized, startService } from '../../../../test/support/chain-handlers.js';
import { createService } from './create-service.js';
import type { Handler } from './answer-route.js';
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

  test('is compressed for clients that accept it', async () => {
    const text = 'x'.repeat(1_100);
    const holderSummary: Handler = (params) =>
      Promise.resolve(params['denom'] === 'ukava' ? { text } : { text: 'short' });
    const { url } = await startService({ handlers: { holderSummary } });
    const headers = { ...authorized, 'accept-encoding': 'gzip' };
    const answer = await ask(url, denom, { headers, encoding: 'latin1' });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(Buffer.from(answer.body, 'latin1')).toString()).toBe(JSON.stringify({ text }));
    expect((await ask(url, `${denom}2`, { headers })).headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['br', '/v1/osmosis/assets'],
    ['gzip', '/v1/ethereum/erc20'],
    ['br', '/openapi.json'],
  ] as const)('so is a list, whose tag is that of all codings, %s: %s', async (coding, path) => {
    const { url } = await startService();
    const get = (acceptEncoding: string, headers = {}, method = 'GET') =>
      ask(url, path, {
        headers: { ...authorized, 'accept-encoding': acceptEncoding, ...headers },
        ...{ method, encoding: 'latin1' },
      });
    const plain = await get('identity');
    const accepted = `${coding}, identity;q=0.5`;
    const { status, headers, body } = await get(accepted);
    const common = { vary: 'accept-encoding', etag: plain.headers.etag };
    expect([status, plain.headers.vary]).toEqual([200, 'accept-encoding']);
    expect(headers).toMatchObject({ ...common, 'content-encoding': coding });
    expect(headers['content-length']).toBe(String(body.length));
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding];
    expect(decode(Buffer.from(body, 'latin1')).toString('latin1')).toBe(plain.body);
    expect(body.length).toBeLessThan(plain.body.length / 2);
    // RFC 9110 section 8.8.3.
    expect(headers.etag).toMatch(/^W\/"/);
    const head = await get(accepted, {}, 'HEAD');
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, headers[name]]);
    const unchanged = await get(coding, { 'if-none-match': headers.etag });
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    expect(unchanged.headers).toMatchObject({ ...common, 'cache-control': headers['cache-control'] });
    expect((await get(coding, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('has its JSON made once for all requests that share it', async () => {
    let made = 0;
    const shared = Object.defineProperty({}, 'toJSON', { value: () => ({ made: ++made }) });
    const { url } = await startService({ handlers: { holderSummary: () => Promise.resolve(shared) } });
    for (const path of [denom, `${denom}2`])
      expect((await ask(url, path, { headers: authorized })).body).toBe('{"made":1}');
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
    const { answer } = await callHandler(() => Promise.reject(new ServiceProblem(502, 'the node refused')));
    expect(readProblem(answer)).toEqual({
      type: 'about:blank',
      title: 'Bad Gateway',
      status: 502,
      detail: 'the node refused',
    });
  });

  test('its type is a label of the metrics, so that alerts can leave out pending indexes', async () => {
    const holderSummary: Handler = () =>
      Promise.reject(new ServiceProblem(503, 'not yet', { type: 'snapshot-building' }));
    const { url, logged } = await startService({ handlers: { holderSummary } });
    await ask(url, denom, { headers: authorized });
    await expect.poll(() => logged.length).toBe(1);
    expect((await ask(url, '/metrics', { headers: authorized })).body).toContain(
      'http_requests_total{route="holderSummary",status="503",type="snapshot-building"} 1\n',
    );
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

/** Handlers that hold each request until they are released. */
function createGate() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  const gate = { waiting: 0, release: () => release() };
  const hold: Handler = () => {
    gate.waiting += 1;
    return held.then(() => ({}));
  };
  return { gate, hold };
}

const tokens = [
  { name: 'busy', token: 'busy-token' },
  { name: 'quiet', token: 'quiet-token' },
];
const as = (name: string) => ({ headers: { authorization: `Bearer ${name}-token` } });

describe('an answer that a handler lets be kept', () => {
  /** Asks twice, and counts how often the handler was asked. */
  async function askTwice(keepMs: number, first: object, second: object = first) {
    let count = 0;
    const holderSummary: Handler = (_, { keepFor, createCursor }) => {
      keepFor(keepMs);
      return Promise.resolve({ count: ++count, text: 'x'.repeat(1_100), next: createCursor([count]) });
    };
    const names = { name: 'other', token: 'other-token' };
    const tokens = [{ name: null, token: 'service-token' }, names];
    const { url } = await startService({ handlers: { holderSummary }, getTokens: () => tokens });
    const answers = [];
    for (const { path = denom, ...options } of [first, second] as { path?: string }[])
      answers.push(await ask(url, path, { headers: authorized, ...options }));
    const [one, two] = answers.map(({ status, headers, body }) => {
      const changing = { date: undefined, 'x-request-id': undefined };
      return { status, headers: { ...headers, ...changing }, body };
    });
    return { count, isSame: JSON.stringify(one) === JSON.stringify(two), status: two?.status };
  }
  const kept = { count: 1, isSame: true, status: 200 };

  test('is repeated to whoever asks the same', async () => {
    expect(await askTwice(60_000, {})).toEqual(kept);
    expect(await askTwice(60_000, {}, { headers: { authorization: 'Bearer other-token' } })).toEqual(kept);
    expect(await askTwice(0, {})).toMatchObject({ count: 2 });
  });

  test('but only to tokens of the service', async () => {
    const unknown = { headers: { authorization: 'Bearer unknown' } };
    expect(await askTwice(60_000, {}, unknown)).toMatchObject({ count: 1, status: 401 });
  });

  test('is another one for another path or query', async () => {
    for (const other of [{ path: denom.replace('kava', 'other') }, { path: `${denom}2` }])
      expect(await askTwice(60_000, {}, other)).toMatchObject({ count: 2, status: 200 });
  });

  test('is the same in another coding', async () => {
    const compressed = { headers: { ...authorized, 'accept-encoding': 'gzip' } };
    expect(await askTwice(60_000, {}, compressed)).toMatchObject({ count: 1, isSame: false, status: 200 });
  });
});

describe('requests that wait for nodes', () => {
  test('do not make other routes answer 503, however many wait', async () => {
    const { gate, hold } = createGate();
    const handlers = { holders: hold, transactionsByEvent: hold };
    const { url } = await startService({ handlers });
    const searches = Array.from({ length: 300 }, (_, at) => [
      ask(url, `/v1/kava/holders?denom=u${at}`, { headers: authorized }),
      ask(url, `/v1/evm/kava/tx/list-by-event?address=0x${'a'.repeat(40)}&page=${at + 1}`, {
        headers: authorized,
      }),
    ]).flat();
    await expect.poll(() => gate.waiting).toBe(600);
    for (const path of ['/v1/kava/assets/KAVA', '/v1/kava/assets', '/metrics', '/healthz', '/openapi.json'])
      expect([path, (await ask(url, path, { headers: authorized })).status]).toEqual([path, 200]);
    gate.release();
    const statuses = (await Promise.all(searches)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('are refused beyond the maximum of their token, with Retry-After, but not those of other tokens', async () => {
    const { gate, hold } = createGate();
    const { url } = await startService({
      handlers: { holderSummary: hold },
      requestsPerToken: 2,
      getTokens: () => tokens,
    });
    const first = [ask(url, denom, as('busy')), ask(url, denom, as('busy'))];
    await expect.poll(() => gate.waiting).toBe(2);
    const refused = await ask(url, denom, as('busy'));
    expect(readProblem(refused)).toMatchObject({
      status: 503,
      detail: 'too many requests of this token at once; try again later',
    });
    expect(refused.headers['retry-after']).toBe('1');
    const otherToken = ask(url, denom, as('quiet'));
    await expect.poll(() => gate.waiting).toBe(3);
    expect((await ask(url, '/v1/kava/assets', as('busy'))).status).toBe(200);
    gate.release();
    expect((await Promise.all([...first, otherToken])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ask(url, denom, as('busy'))).status).toBe(200);
  });
});

describe('a token', () => {
  test('appears by its name in the log and the metrics, and as another string for fairness', async () => {
    const owners: string[] = [];
    const holderSummary: Handler = (_, { owner }) => {
      owners.push(owner);
      return Promise.resolve({});
    };
    const { url, logged } = await startService({ handlers: { holderSummary }, getTokens: () => tokens });
    for (const name of ['busy', 'quiet', 'busy', 'unknown']) await ask(url, denom, as(name));
    await expect.poll(() => logged.length).toBe(4);
    const named = logged.map((line) => JSON.parse(line) as { readonly token: string | null });
    expect(named.map(({ token }) => token)).toEqual(['busy', 'quiet', 'busy', null]);
    const { body } = await ask(url, '/metrics', as('quiet'));
    expect(body).toContain('http_requests_total{route="holderSummary",status="200",token="busy"} 2\n');
    expect(body).toContain('http_requests_total{route="holderSummary",status="401"} 1\n');
    expect([owners[0] === owners[2], owners[0] === owners[1]]).toEqual([true, false]);
    expect(logged.join('') + owners.join('')).not.toContain('-token');
  });

  test('that is limited is only for /metrics, or for everything else', async () => {
    const limited = [
      { name: null, token: 'busy-token', scope: 'metrics' as const },
      { name: null, token: 'quiet-token', scope: 'data' as const },
    ];
    const { url } = await startService({ getTokens: () => limited });
    const statusOf = async (path: string, name: string) => (await ask(url, path, as(name))).status;
    for (const [path, metrics, data] of [
      ['/metrics', 200, 403],
      ['/v1/kava/assets', 403, 200],
      ['/healthz', 200, 200],
    ] as const)
      expect([path, await statusOf(path, 'busy'), await statusOf(path, 'quiet')]).toEqual([
        path,
        metrics,
        data,
      ]);
    const refused = await ask(url, '/metrics', as('quiet'));
    expect(readProblem(refused)).toMatchObject({ detail: 'the token is limited to other paths' });
    expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
  });

  test("has its rate, over all of the API's routes and no others", async () => {
    const { url } = await startService({ rate: { count: 2, seconds: 3_600 }, getTokens: () => tokens });
    const assets = '/v1/kava/assets';
    for (const path of [assets, '/v1/kava/holders']) await ask(url, path, as('busy'));
    const refused = await ask(url, assets, as('busy'));
    expect(readProblem(refused)).toMatchObject({
      status: 429,
      detail: 'too many requests with this token; try again later',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1_700);
    for (const path of ['/metrics', '/healthz', '/openapi.json'])
      expect((await ask(url, path, as('busy'))).status).toBe(200);
    expect((await ask(url, assets, as('quiet'))).status).toBe(200);
  });
});

test('/readyz tells why load balancers should send no requests', async () => {
  let reason: string | null = null;
  const { url } = await startService({ findUnreadiness: () => Promise.resolve(reason) });
  expect(await ask(url, '/readyz')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  reason = 'the service is stopping';
  expect(readProblem(await ask(url, '/readyz'))).toMatchObject({ status: 503, detail: reason });
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
    const options = { registry: '.', handlers: {}, getTokens: () => [], cacheMs: 0, log: () => undefined };
    expect(() => createService(options)).toThrow(RangeError);
  });
});
