import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../test/support/ports.js';
import { createProbeContext } from '../../test/support/probe-context.js';
import { use } from '../../test/support/servers.js';
import { failed, failure, success } from '../model/failure.js';
import { listen } from '../sandbox/server.js';
import { createAbortController } from './abort.js';
import type { ProbeContext, Proxy } from './probe-context.js';
import { connectTarget, findProxyAnswer, openTunnel, resolveProxy } from './proxy.js';

const target = { host: 'node.example.com', port: 443, path: '', secure: true };

/** Connects through a proxy that answers once it has received the whole request. */
async function tunnel(
  answer: (socket: net.Socket, head: string) => void,
  otherwise: Partial<ProbeContext> = {},
) {
  const server = net.createServer((socket) => {
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString();
      if (head.endsWith('\r\n\r\n')) answer(socket, head);
    });
  });
  const { port } = await use(listen(server));
  const proxy: Proxy = { host: '127.0.0.1', port, authorization: null, ...otherwise.proxy };
  const context = createProbeContext(443, { target, ...otherwise, proxy: { ...proxy, port } });
  const found = await connectTarget(context, ['127.0.0.1']);
  return {
    found,
    detail: found.ok || !('detail' in found.failure.data) ? null : found.failure.data.detail,
    port,
  };
}

const answerWith = (text: string) => tunnel((socket) => socket.write(text));

describe('a tunnel to the target is requested', () => {
  test.each([
    ['node.example.com', null, 'node.example.com:443', ''],
    ['2606:4700::1111', null, '[2606:4700::1111]:443', ''],
    ['node.example.com', 'Basic YTpi', 'node.example.com:443', 'Proxy-Authorization: Basic YTpi\r\n'],
  ])('%s with the account %j', async (host, authorization, name, account) => {
    let request = '';
    const proxy = { host: '127.0.0.1', port: 0, authorization };
    const { found } = await tunnel(
      (socket, head) => {
        request = head;
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
      },
      { target: { ...target, host }, proxy },
    );
    if (found.ok) found.value.socket.destroy();
    expect(request).toBe(`CONNECT ${name} HTTP/1.1\r\nHost: ${name}\r\n${account}\r\n`);
  });

  test('without a proxy, the connection is direct', async () => {
    const server = net.createServer((socket) => socket.write('hello'));
    const { port } = await use(listen(server));
    const found = await connectTarget(createProbeContext(port), ['127.0.0.1']);
    if (!found.ok) throw new Error(found.failure.code);
    expect(found.value.address).toBe(`127.0.0.1:${port}`);
    expect(found.value.socket.bytesWritten).toBe(0);
    found.value.socket.destroy();
  });
});

describe('any 2xx opens it, and bytes after the head are from the target', () => {
  test.each([
    'HTTP/1.1 200 OK',
    'HTTP/1.0 200 Connection established',
    'HTTP/1.1 204 X\r\nvia: x',
    'HTTP/1.1 299',
  ])('%j', async (head) => {
    const { found } = await answerWith(`${head}\r\n\r\nhello`);
    if (!found.ok) throw new Error(found.failure.code);
    expect(found.value.socket.listenerCount('data')).toBe(0);
    const [bytes] = (await once(found.value.socket.resume(), 'data')) as [Buffer];
    expect(bytes.toString()).toBe('hello');
    found.value.socket.destroy();
  });

  test('however the head is split', async () => {
    const { found } = await tunnel((socket) => {
      const pieces = ['HTTP/1.1 2', '00 OK\r\n', '\r', '\nhello'];
      const next = () => {
        const piece = pieces.shift();
        if (piece !== undefined) socket.write(piece, () => setTimeout(next, 5));
      };
      next();
    });
    if (!found.ok) throw new Error(found.failure.code);
    const [bytes] = (await once(found.value.socket.resume(), 'data')) as [Buffer];
    expect(bytes.toString()).toBe('hello');
    found.value.socket.destroy();
  });
});

describe('any other answer is a failure of the proxy', () => {
  test.each([
    ['HTTP/1.1 407 No\r\n\r\n', 'HTTP 407'],
    ['HTTP/1.1 199 X\r\n\r\n', 'HTTP 199'],
    ['HTTP/1.0 502 X\r\n\r\n', 'HTTP 502'],
    ['HTTP/1.1 2000 X\r\n\r\n', 'no HTTP'],
    ['HTTP/2.0 200 X\r\n\r\n', 'no HTTP'],
    ['X HTTP/1.1 200 X\r\n\r\n', 'no HTTP'],
    ['\r\n\r\n', 'no HTTP'],
    ['<html>', 'no HTTP'],
  ])('%j', async (text, expected) => {
    const { found, port } = await answerWith(text);
    expect(found).toEqual(failed('net/proxy-failed', { proxy: `127.0.0.1:${port}`, detail: expected }));
  });

  test('an end, and a reset', async () => {
    expect((await tunnel((socket) => socket.end('HTTP/1.1 200'))).detail).toBe('net/reset');
    expect((await tunnel((socket) => socket.resetAndDestroy())).detail).toBe('net/reset');
  });

  test('a head of more than 16 KiB', async () => {
    const fill = (size: number, end = '') => `HTTP/1.1 200 OK\r\n${'x'.repeat(size - 17 - end.length)}${end}`;
    const largest = await answerWith(fill(16_384, '\r\n\r\n'));
    expect(largest.found.ok).toBe(true);
    if (largest.found.ok) largest.found.value.socket.destroy();
    expect((await answerWith(fill(16_384 + 1))).detail).toBe('net/response-too-large');
  });

  test('the end of the budget, which closes the connection', async () => {
    const ending = createAbortController();
    let closed: Promise<unknown> | undefined;
    const { detail } = await tunnel(
      (socket) => {
        closed = once(socket, 'close');
        ending.abort();
      },
      { signal: ending.signal },
    );
    expect(detail).toBe('net/response-timeout');
    await closed;
  });

  test('no listener is left', async () => {
    const { port } = await use(
      listen(net.createServer((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nh'))),
    );
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const count = () => ['data', 'error', 'end'].map((name) => socket.listenerCount(name));
    const before = count();
    const proxy = { host: '127.0.0.1', port, authorization: null };
    expect(await openTunnel(socket, { target, signal: createAbortController().signal }, proxy)).toBeNull();
    expect(count()).toEqual(before);
    expect(String(socket.read())).toBe('h');
    socket.destroy();
  });

  test('an earlier end of the budget', async () => {
    const { port } = await use(listen(net.createServer()));
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const proxy = { host: '127.0.0.1', port, authorization: null };
    expect(await openTunnel(socket, { target, signal: AbortSignal.abort() }, proxy)).toEqual(
      failure('net/proxy-failed', { proxy: `127.0.0.1:${port}`, detail: 'net/response-timeout' }),
    );
    expect(socket.destroyed).toBe(true);
  });

  test('a proxy that is not there', async () => {
    const port = await findFreePort();
    const proxy = { host: '127.0.0.1', port, authorization: null };
    expect(await connectTarget(createProbeContext(443, { proxy }), ['127.0.0.1'])).toEqual(
      failed('net/proxy-failed', { proxy: `127.0.0.1:${port}`, detail: 'net/refused' }),
    );
  });
});

describe('what a proxy answers in place of the target is its own failure', () => {
  const find = async (speak: (socket: net.Socket) => void) => {
    const { port } = await use(listen(net.createServer(speak)));
    const proxy = { host: '127.0.0.1', port, authorization: null };
    const resolve = () => Promise.resolve(success(['127.0.0.1']));
    const found = await findProxyAnswer(createProbeContext(443, { target, proxy, resolve }));
    return found === null || !('detail' in found.data) ? null : found.data.detail;
  };
  const open = 'HTTP/1.1 200 OK\r\n';

  test.each([
    [`${open}Content-Length: 6\r\n\r\n<html>\n<p>`, '', 'it answered "<html>" itself'],
    [`${open}\r\n`, '\r\n<!DOCTYPE html>', 'it answered "<!DOCTYPE html>" itself'],
    [`${open}\r\n`, 'HTTP/1.1 403 Forbidden\r\n\r\n', 'it answered "HTTP/1.1 403 Forbidden" itself'],
    // Of a target, which may speak first.
    [`${open}\r\n`, 'SSH-2.0-x', null],
    [`${open}\r\n`, '\0\0\0\x04\0\0\0\0\0', null],
    [open, '\r\n', null],
    ['HTTP/1.1 407 No\r\n\r\n<html>', '', null],
  ])('%j, then %j', async (head, later, detail) => {
    expect(
      await find((socket) => {
        socket.on('error', () => undefined).write(head);
        setTimeout(() => socket.write(later), 30);
      }),
    ).toBe(detail);
  });

  test('but not without a proxy', async () => {
    expect(await findProxyAnswer(createProbeContext(443))).toBeNull();
  });
});

describe('with a proxy, the proxy resolves names, and addresses are validated here', () => {
  const proxy = { host: 'proxy.example.com', port: 3128, authorization: null };
  const resolveDirectly = (host: string) =>
    Promise.resolve(
      host === 'proxy.example.com'
        ? success(['10.0.0.1'])
        : failed('net/dns-not-found', { host, code: 'ENOTFOUND' }),
    );
  const { signal } = createAbortController();
  const blocked = (host: string, address: string, range: string) =>
    failed('net/blocked-address', { host, address, range });

  test.each(['node.example.com', '93.184.216.34', 'mylocalhost', 'localhost.example.com'])(
    '%s leads to the proxy',
    async (host) => {
      expect(await resolveProxy(proxy, resolveDirectly, false)(host, signal)).toEqual(success(['10.0.0.1']));
    },
  );

  test.each([
    ['10.0.0.1', blocked('10.0.0.1', '10.0.0.1', 'private')],
    ['::1', blocked('::1', '::1', 'loopback')],
    ['localhost', blocked('localhost', '127.0.0.1', 'loopback')],
    ['node.localhost', blocked('node.localhost', '127.0.0.1', 'loopback')],
  ])('%s is refused, unless private addresses are allowed', async (host, refused) => {
    expect(await resolveProxy(proxy, resolveDirectly, false)(host, signal)).toEqual(refused);
    expect(await resolveProxy(proxy, resolveDirectly, true)(host, signal)).toEqual(success(['10.0.0.1']));
  });

  test('a proxy whose name does not resolve is not a failure of the target', async () => {
    const unknown = { ...proxy, host: 'gone.example.com' };
    expect(await resolveProxy(unknown, resolveDirectly, false)('node.example.com', signal)).toEqual(
      failed('net/proxy-failed', { proxy: 'gone.example.com:3128', detail: 'net/dns-not-found' }),
    );
  });
});
