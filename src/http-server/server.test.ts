import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, readProblem, sendRaw } from '../../test/support/http.js';
import { authorized, startService } from '../../test/support/chain-handlers.js';
import type { Handler } from '../query/service/http/answer-route.js';

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const get = (path: string, token = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${token}\r\n`;
const withToken = (path: string) => get(path, `Authorization: ${authorized.authorization}\r\n`);
const summary = '/v1/kava/holders/summary?denom=ua';

describe('a request that no path can answer gets a problem', () => {
  test.each([
    [get('*', 'Connection: close\r\n'), 'HTTP/1.1 400 Bad Request'],
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [get('/healthz', 'Host: a\r\nConnection: close\r\n'), 'HTTP/1.1 400 Bad Request'],
    [get('/v1\\assets', 'Connection: close\r\n'), 'HTTP/1.1 400 Bad Request'],
    [get('/none', 'Connection: close\r\n'), 'HTTP/1.1 404 Not Found'],
    [
      'POST /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      'HTTP/1.1 405 Method Not Allowed',
      'allow: GET, HEAD',
    ],
  ])('%j', async (bytes, line, field = '') => {
    const { url } = await startService();
    const [head = '', body = ''] = (await sendRaw(url, bytes)).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(line);
    expect(head).toContain('application/problem+json');
    expect(head.toLowerCase()).toContain(field.toLowerCase());
    expect(JSON.parse(body)).toMatchObject({ status: Number(line.split(' ')[1]) });
  });
});

test('health checks need no Host before HTTP/1.1', async () => {
  const { url } = await startService();
  for (const path of ['/healthz', '/readyz'])
    expect(await sendRaw(url, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(await sendRaw(url, 'GET /healthz HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
});

test.each([
  ['/v1/kava/%61ssets', 404],
  ['/v1/kava/assets/%2E%2E', 404],
  ['/v1/kava/assets/../assets', 404],
  ['/v1/kava%2Fassets', 404],
  ['http://a/v1/kava/assets', 200],
  ['//v1/kava/assets', 404],
  ['/v1//assets', 404],
  ['/v1/kava/assets/', 404],
])('a path is matched as it was sent: %s', async (path, status) => {
  const { url } = await startService();
  expect((await ask(url, path, { headers: authorized })).status).toBe(status);
});

test.each([
  ['/v1/kava%00/assets', 404],
  ['/v1/%C0%AE%C0%AE/assets', 400],
  ['/v1/kava/assets?%', 400],
  ['/v1/__proto__/assets', 404],
  ['/v1/kava/assets/__proto__', 404],
  [`/v1/kava/assets?${'&'.repeat(8_000)}`, 200],
  [`/v1/kava/holders?denom=a&${Array.from({ length: 1_000 }, (_, at) => `p${at}`).join('&')}`, 400],
  [`/v1/kava/assets?${Array.from({ length: 10_000 }, (_, at) => `p${at}=1`).join('&')}`, 431],
  [`/v1/${'a'.repeat(8_185)}/assets`, 404],
])('a hostile path is refused in a few words: %.60s', async (path, status) => {
  const { url } = await startService();
  const answer = await ask(url, path, { headers: authorized });
  expect(answer.status).toBe(status);
  expect(answer.body.length).toBeLessThan(20_000);
});

test('header fields beyond the limit are refused, and bytes that are no request change nothing', async () => {
  const { url } = await startService();
  const bytes = `GET /v1/kava/assets HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`;
  expect(await sendRaw(url, bytes)).toMatch(/^HTTP\/1\.1 431 /);
  for (const cut of ['GET /v1/kava/ass', '\x16\x03\x01\x02\x00\x01', '\0'.repeat(1_000)])
    (await connectUnread(url, cut)).end();
  expect((await ask(url, '/healthz')).status).toBe(200);
});

test('a percent-encoded slash is part of its segment', async () => {
  const { url } = await startService();
  const answer = await ask(url, '/v1/kava/assets/a%2Fb', { headers: authorized });
  expect(readProblem(answer).detail).toBe('kava has no asset "a/b"');
});

test('HEAD gets the head of a GET', async () => {
  const { url } = await startService();
  const [{ headers }, head] = await Promise.all([
    ask(url, '/v1/kava/assets', { headers: authorized }),
    ask(url, '/v1/kava/assets', { headers: authorized, method: 'HEAD' }),
  ]);
  expect([head.status, head.body, head.headers['content-length'], head.headers.etag]).toEqual([
    ...[200, '', headers['content-length'], headers.etag],
  ]);
});

/** A client that sends bytes and reads no answer, which fills the buffers between the two. */
async function connectUnread(url: string, bytes: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), allowHalfOpen: true });
  socket.on('error', () => undefined).pause();
  onTestFinished(() => void socket.destroy());
  await new Promise((sent) => socket.write(bytes, sent));
  return socket;
}

describe('a client that does not read its answers delays no other client', () => {
  test('a packet full of pipelined requests', async () => {
    const { url } = await startService();
    for (let socket = 0; socket < 2; socket++) await connectUnread(url, get('/openapi.json').repeat(1_600));
    for (let request = 0; request < 10; request++) {
      expect((await ask(url, '/v1/kava/assets', { headers: authorized })).status).toBe(200);
    }
  });

  test('an answer larger than all buffers', async () => {
    let answers = 0;
    const holderSummary: Handler = () => {
      answers++;
      return Promise.resolve({ text: 'x'.repeat(16 << 20) });
    };
    const { url } = await startService({ requestsPerToken: 1, handlers: { holderSummary } });
    for (let socket = 0; socket < 2; socket++) {
      await connectUnread(url, withToken(summary));
      await expect.poll(() => answers).toBe(socket + 1);
    }
    for (let request = 0; request < 4; request++) {
      expect((await ask(url, '/v1/kava/assets', { headers: authorized })).status).toBe(200);
    }
  });
});

describe('pipelined requests', () => {
  test('are answered in turn, one at a time', async () => {
    let [current, most] = [0, 0];
    const holderSummary: Handler = async ({ denom }) => {
      most = Math.max(most, ++current);
      await pause(5);
      current--;
      return { denom: String(denom) };
    };
    const { url } = await startService({ handlers: { holderSummary } });
    const denoms = Array.from({ length: 16 }, (_, at) => `denom${at}`);
    const last = get('/healthz', 'Connection: close\r\n');
    const requests = denoms.map((denom) => withToken(`/v1/kava/holders/summary?denom=${denom}`));
    const answers = await sendRaw(url, `${requests.join('')}${last}`);
    expect([...answers.matchAll(/"denom":"(\w+)"/g)].map(([, denom]) => denom)).toEqual(denoms);
    expect([answers.endsWith('{"status":"ok"}'), most]).toEqual([true, 1]);
  });

  test('beyond the limit of waiting requests end the connection', async () => {
    let answers = 0;
    const holderSummary: Handler = () => {
      answers++;
      return new Promise(() => undefined);
    };
    const { url, logged } = await startService({ handlers: { holderSummary } });
    expect(await sendRaw(url, withToken(summary).repeat(18))).toBe('');
    await expect.poll(() => logged.length).toBe(1);
    expect([answers, logged[0]]).toEqual([1, expect.stringContaining('"status":null')]);
  });

  test('that waited for their turn never begin once the client has gone', async () => {
    const signals: AbortSignal[] = [];
    const holderSummary: Handler = (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const { url, logged } = await startService({ handlers: { holderSummary } });
    const socket = await connectUnread(url, withToken(summary).repeat(5));
    await expect.poll(() => signals.length).toBe(1);
    socket.destroy();
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
    await expect.poll(() => logged.length).toBe(1);
  });
});

/** Sends requests on one connection, one after another; tells of each answer whether the connection ends, and whether it was in use before. */
function createKept(url: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async (path: string) => {
    const request = http.get(`${url}${path}`, { agent, headers: authorized });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return { status: answer.statusCode, connection: answer.headers.connection, kept: request.reusedSocket };
  };
}

describe('a server that closes', () => {
  test('answers everybody who connects meanwhile, and resets nobody', async () => {
    const { url, close } = await startService();
    let isClosed = false;
    const outcomes: unknown[] = [];
    const client = async () => {
      while (!isClosed) {
        const outcome = await ask(url, '/healthz').catch((error: unknown) => error as NodeJS.ErrnoException);
        if ('code' in outcome && outcome.code === 'ECONNREFUSED') return;
        outcomes.push('status' in outcome ? outcome.status : outcome.code);
      }
    };
    // They stop after a while, so that it can close.
    const clients = Promise.all(Array.from({ length: 50 }, client));
    await expect.poll(() => outcomes.length).toBeGreaterThan(100);
    const before = outcomes.length;
    const closed = close(60_000);
    await expect.poll(() => outcomes.length).toBeGreaterThan(before + 200);
    isClosed = true;
    await Promise.all([clients, closed]);
    expect(new Set(outcomes)).toEqual(new Set([200]));
    await expect(ask(url, '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  test('answers requests in progress, and every answer ends its connection', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((done) => (begin = done));
    const holderSummary: Handler = () => {
      begin();
      return held.then(() => ({ done: true }));
    };
    const { url, close } = await startService({ handlers: { holderSummary } });
    const answer = createKept(url)(summary);
    await begun;
    const closed = close(60_000);
    expect(await createKept(url)('/healthz')).toMatchObject({ status: 200, connection: 'close' });
    release();
    expect(await answer).toMatchObject({ status: 200, connection: 'close' });
    await closed;
  });

  test('answers once more on an idle connection', async () => {
    const { url, close } = await startService();
    const kept = createKept(url);
    expect(await kept('/healthz')).toEqual({ status: 200, connection: 'keep-alive', kept: false });
    const closed = close(60_000);
    expect(await kept('/healthz')).toEqual({ status: 200, connection: 'close', kept: true });
    await closed;
  });

  test('cuts off requests that do not end in time', async () => {
    const { url, close, logged } = await startService({
      handlers: { holderSummary: () => new Promise(() => undefined) },
    });
    const failed = expect(ask(url, summary, { headers: authorized })).rejects.toThrow();
    await pause(100);
    await close(200);
    await failed;
    await expect.poll(() => logged.join('')).toContain('"status":null');
  });
});
