import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ask, sendRaw } from '../../../test/support/http.js';
import { authorized, startService } from '../../../test/support/service.js';
import type { Handler } from './handler.js';

const impatient = { headMs: 300, requestMs: 60_000, idleMs: 300, stalledMs: 1_000 };
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The status line and the problem's detail of an answer as it came. */
function read(answer: string): [string, string] {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain('application/problem+json');
  return [head.split('\r\n')[0] ?? '', (JSON.parse(body) as { readonly detail: string }).detail];
}

describe('what is no request is refused with a problem, and the connection ends', () => {
  test.each([
    ['nonsense\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
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
  ])('%#', async (bytes, line) => {
    const { url } = await startService();
    expect(read(await sendRaw(url, bytes))[0]).toBe(line);
  });
});

describe('a slow client is not waited for', () => {
  test('a head that never ends', async () => {
    const { url } = await startService({}, impatient);
    const startedAt = performance.now();
    expect(read(await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n'))).toEqual([
      'HTTP/1.1 408 Request Timeout',
      'the request did not come in time',
    ]);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  test('a head that comes drop by drop', async () => {
    const { url } = await startService({}, impatient);
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const ended = new Promise<void>((done) => socket.once('close', () => done()));
    socket.on('error', () => undefined).resume();
    socket.write('GET / HTTP/1.1\r\n');
    const drip = setInterval(() => socket.write('A: b\r\n'), 50);
    await ended;
    clearInterval(drip);
  });

  test('a connection on which nothing comes', async () => {
    const { url } = await startService({}, impatient);
    expect(await sendRaw(url, '')).toMatch(/^($|HTTP\/1.1 408)/);
  });
});

describe('a client that goes', () => {
  test('ends all requests that it had sent at once', async () => {
    const signals: AbortSignal[] = [];
    const holderSummary: Handler = (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const { url, logged } = await startService({ handlers: { holderSummary } });
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    const head = `GET /v1/kava/holders/summary?denom=a HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorized.authorization}\r\n\r\n`;
    socket.write(head.repeat(5));
    await expect.poll(() => signals.length).toBe(5);
    socket.destroy();
    await expect.poll(() => logged.length).toBe(5);
    expect(logged.every((line) => line.includes('"status":null'))).toBe(true);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    const { body } = await ask(url, '/metrics', { headers: authorized });
    expect(body).toContain('\nhttp_requests_in_flight 1\n');
  });
});

describe('a server that is closed', () => {
  test('finishes what it has, and takes nothing more', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => (release = done));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((done) => (begin = done));
    const { url, close } = await startService({
      handlers: {
        holderSummary: () => {
          begin();
          return held.then(() => ({ done: true }));
        },
      },
    });
    const asked = ask(url, '/v1/kava/holders/summary?denom=a', {
      headers: { ...authorized, connection: 'keep-alive' },
    });
    await begun;
    const closed = close(5_000);
    await expect(ask(url, '/healthz')).rejects.toThrow('ECONNREFUSED');
    release();
    const startedAt = performance.now();
    expect(await asked).toMatchObject({
      status: 200,
      body: '{"done":true}',
      headers: { connection: 'close' },
    });
    await closed;
    // Not the time that a connection may be idle.
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('does not wait for another request behind an answer that was under way', async () => {
    const text = 'x'.repeat(30 * 1_024 * 1_024);
    const { url, close } = await startService({ handlers: { holderSummary: () => Promise.resolve(text) } });
    const { port } = new URL(url);
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.write(
      `GET /v1/kava/holders/summary?denom=a HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorized.authorization}\r\n\r\n`,
    );
    await once(socket, 'readable');
    const closed = close(10_000);
    const startedAt = performance.now();
    let size = 0;
    socket.on('data', (chunk: Buffer) => (size += chunk.length));
    // What has been sent may still have to be read.
    await Promise.all([closed, once(socket, 'end')]);
    expect(size).toBeGreaterThan(text.length);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  test('cuts off what does not end in time', async () => {
    const { url, close } = await startService({
      handlers: { holderSummary: () => new Promise(() => undefined) },
    });
    const asked = ask(url, '/v1/kava/holders/summary?denom=a', { headers: authorized });
    const failed = expect(asked).rejects.toThrow();
    await pause(100);
    await close(200);
    await failed;
  });
});
