import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, sendRaw } from '../../test/support/http.js';
import { authorized, startService } from '../../test/support/service.js';
import type { Handler } from '../service/http/handler.js';

/** A connection may stay idle for longer than a test runs. */
const lenient = { headMs: 60_000, requestMs: 60_000, idleMs: 60_000, answerMs: 60_000 };
const strict = { headMs: 300, requestMs: 60_000, idleMs: 300, answerMs: 60_000 };
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The status line and the problem's detail of a raw answer. */
function read(answer: string): [string, string] {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain('application/problem+json');
  return [head.split('\r\n')[0] ?? '', (JSON.parse(body) as { readonly detail: string }).detail];
}

describe('a malformed request gets a problem, and the connection ends', () => {
  test.each([
    ['nonsense\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    [
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    [
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
    ],
    [
      `GET / HTTP/1.1\r\nHost: a\r\n${'A: b\r\n'.repeat(20_000)}\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
    ],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 'HTTP/1.1 414 URI Too Long'],
    [
      `GET /${'a'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      'HTTP/1.1 414 URI Too Long',
    ],
    ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 'HTTP/1.1 405 Method Not Allowed'],
  ])('%#', async (bytes, line) => {
    const { url } = await startService();
    expect(read(await sendRaw(url, bytes))[0]).toBe(line);
  });

  test.each([
    ['nonsense\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 'HTTP/1.1 405 Method Not Allowed'],
  ])('after the answers to the requests before it: %j', async (bytes, line) => {
    const { url } = await startService();
    const answers = await sendRaw(url, `${get('/openapi.json')}${get('/healthz')}${bytes}`);
    expect(answers.match(/HTTP\/1\.1 \d{3} [\w ]+(?=\r\n)/g)).toEqual([
      'HTTP/1.1 200 OK',
      'HTTP/1.1 200 OK',
      line,
    ]);
  });
});

test('an unknown expectation changes nothing', async () => {
  const { url } = await startService();
  const bytes = 'GET /none HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n';
  expect(read(await sendRaw(url, bytes))).toEqual([
    'HTTP/1.1 404 Not Found',
    'unknown path; see /openapi.json',
  ]);
});

test('unreadable bytes are refused once, however many come before the earlier answers', async () => {
  let finish = (): void => undefined;
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  const holderSummary: Handler = () => isFinished.then(() => ({ text: '"done"' }));
  const { url, logged } = await startService({ handlers: { holderSummary } });
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const warnings: string[] = [];
  const keep = ({ name }: Error) => warnings.push(name);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  const answers = buffer(socket);
  socket.write(withToken(summary));
  for (let chunk = 0; chunk < 30; chunk++) {
    await new Promise((sent) => socket.write('nonsense\r\n\r\n', sent));
    // So that each is read by itself.
    await ask(url, '/healthz');
  }
  expect(logged.join('')).not.toContain('/summary');
  finish();
  const text = (await answers).toString();
  expect(text.match(/HTTP\/1\.1 \d{3} [\w ]+(?=\r\n)/g)).toEqual([
    'HTTP/1.1 200 OK',
    'HTTP/1.1 400 Bad Request',
  ]);
  expect(text).toContain('malformed HTTP/1.1 request');
  expect(warnings).toEqual([]);
});

describe('a slow client is not waited for', () => {
  test('a head that never ends', async () => {
    const { url } = await startService({}, strict);
    expect(read(await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n'))).toEqual([
      'HTTP/1.1 408 Request Timeout',
      'the request did not arrive in time',
    ]);
  });

  test('a head that arrives drop by drop', async () => {
    const { url } = await startService({}, strict);
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const ended = new Promise<void>((done) => socket.once('close', () => done()));
    socket.on('error', () => undefined).resume();
    socket.write('GET / HTTP/1.1\r\n');
    const drip = setInterval(() => socket.write('A: b\r\n'), 50);
    await ended;
    clearInterval(drip);
  });

  test('a connection without a request', async () => {
    const { url } = await startService({}, strict);
    expect(await sendRaw(url, '')).toMatch(/^($|HTTP\/1.1 408)/);
  });
});

/** A client that sends bytes and reads no answer, which fills the buffers between the two. */
async function connectUnread(url: string, bytes: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), allowHalfOpen: true });
  socket.on('error', () => undefined).pause();
  onTestFinished(() => void socket.destroy());
  await new Promise((sent) => socket.write(bytes, sent));
  return socket;
}

const get = (path: string, token = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${token}\r\n`;
const withToken = (path: string) => get(path, `Authorization: ${authorized.authorization}\r\n`);
const summary = '/v1/kava/holders/summary?denom=ua';
/** More than the buffers of two sockets can hold. */
const hugeAnswer: Handler = () => Promise.resolve({ text: 'x'.repeat(16 << 20) });

describe('a client that does not read its answers delays no other client', () => {
  test('a packet full of pipelined requests', async () => {
    const { url } = await startService();
    for (let socket = 0; socket < 2; socket++) await connectUnread(url, get('/openapi.json').repeat(1_600));
    for (let request = 0; request < 10; request++) {
      expect((await ask(url, '/v1/kava/assets', { headers: authorized })).status).toBe(200);
    }
  });

  test.each([
    ['an answer larger than all buffers', false],
    ['the same after closing its own side', true],
  ])('%s', async (_name, halfClosed) => {
    let answers = 0;
    const holderSummary: Handler = (...args) => {
      answers++;
      return hugeAnswer(...args);
    };
    const { url } = await startService({ requestsPerToken: 1, handlers: { holderSummary } });
    for (let socket = 0; socket < 2; socket++) {
      const unread = await connectUnread(url, withToken(summary));
      await expect.poll(() => answers).toBe(socket + 1);
      if (halfClosed) unread.end();
    }
    for (let request = 0; request < 4; request++) {
      expect((await ask(url, '/v1/kava/assets', { headers: authorized })).status).toBe(200);
    }
  });

  test.each<[string, (socket: Socket) => void]>([
    ['silent', () => undefined],
    ['half-closed', (socket) => socket.end()],
    ['reading a little now and then', (socket) => void socket.read(1)],
    ['sending more requests', (socket) => socket.write(withToken(summary))],
  ])('and is disconnected in the end: %s', async (_name, act) => {
    const { url, logged } = await startService(
      { handlers: { holderSummary: hugeAnswer } },
      { ...strict, answerMs: 600 },
    );
    const unread = await connectUnread(url, withToken(summary));
    const acting = setInterval(() => act(unread), 150);
    await expect.poll(() => logged.join('')).toContain('"status":null');
    clearInterval(acting);
  });
});

test('the memory of unread answers is bounded: the oldest are cut off first', async () => {
  let answers = 0;
  const holderSummary: Handler = (...args) => {
    answers++;
    return hugeAnswer(...args);
  };
  const { url, logged } = await startService({ handlers: { holderSummary }, unreadLimit: 50 << 20 });
  const idOf = (client: number) => `X-Request-Id: client-${client}\r\n`;
  for (let client = 1; client <= 5; client++) {
    await connectUnread(url, withToken(summary).replace('\r\n\r\n', `\r\n${idOf(client)}\r\n`));
    await expect.poll(() => answers).toBe(client);
  }
  await expect.poll(() => logged.length).toBe(2);
  expect(logged.map((line) => /client-\d/.exec(line)?.[0])).toEqual(['client-1', 'client-2']);
  expect((await ask(url, summary, { headers: authorized })).status).toBe(200);
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
});

describe('a client that disconnects', () => {
  test('ends its request, and those that waited for their turn never begin', async () => {
    const signals: AbortSignal[] = [];
    const holderSummary: Handler = (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const { url, logged } = await startService({ handlers: { holderSummary } });
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const head = `GET /v1/kava/holders/summary?denom=ua HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorized.authorization}\r\n\r\n`;
    socket.write(head.repeat(5));
    await expect.poll(() => signals.length).toBe(1);
    socket.destroy();
    await expect.poll(() => logged.length).toBe(1);
    expect(logged[0]).toContain('"status":null');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const { body } = await ask(url, '/metrics', { headers: authorized });
    expect(body).toContain('\nhttp_requests_in_flight 1\n');
  });
});

describe('a server that is closed', () => {
  /** Sends requests on one connection, as long as the server keeps it open. */
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

  test('answers pending requests and those that come meanwhile, and ends when no client is connected', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((done) => (begin = done));
    const holderSummary: Handler = () => {
      begin();
      return held.then(() => ({ done: true }));
    };
    const { url, close } = await startService({ handlers: { holderSummary } }, lenient);
    const answer = createKept(url)('/v1/kava/holders/summary?denom=ua');
    await begun;
    const closed = close(60_000);
    expect(await createKept(url)('/healthz')).toMatchObject({ status: 200, connection: 'close' });
    release();
    expect(await answer).toMatchObject({ status: 200, connection: 'close' });
    await closed;
    await expect(ask(url, '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  test('answers once more on an idle connection', async () => {
    const { url, close } = await startService({}, lenient);
    const kept = createKept(url);
    expect(await kept('/healthz')).toEqual({ status: 200, connection: 'keep-alive', kept: false });
    const closed = close(60_000);
    expect(await kept('/healthz')).toEqual({ status: 200, connection: 'close', kept: true });
    await closed;
  });

  test('waits for idle connections no longer than before', async () => {
    const { url, close } = await startService({}, strict);
    await createKept(url)('/healthz');
    await close(60_000);
  });

  test('cuts off requests that do not end in time', async () => {
    const { url, close } = await startService({
      handlers: { holderSummary: () => new Promise(() => undefined) },
    });
    const answer = ask(url, '/v1/kava/holders/summary?denom=ua', { headers: authorized });
    const failed = expect(answer).rejects.toThrow();
    await pause(100);
    await close(200);
    await failed;
  });
});
