import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createProbeContext } from '../../test/support/probe-context.js';
import { use } from '../../test/support/servers.js';
import { startFlood } from '../../test/support/sockets.js';
import { startEvmNode } from '../sandbox/evm-node.js';
import { listen } from '../sandbox/server.js';
import { failed, success } from '../model/failure.js';
import type { ProbeContext } from './probe-context.js';
import { type HttpConnection, openHttp } from './http.js';

// 2 MiB and 16 KiB.
const bodyLimit = 2_097_152;
const headLimit = 16_384;
// 3 MiB.
const answerLimit = 3_145_728;

async function open(context: ProbeContext): Promise<HttpConnection> {
  const opened = await openHttp(context);
  if (!opened.ok) throw new Error(opened.failure.code);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

async function answerOf(answer: string | Buffer, headers: http.OutgoingHttpHeaders = {}) {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, headers).end(answer);
  });
  const { port } = await use(listen(server));
  return (await open(createProbeContext(port))).post('{}');
}

/** Writes bytes once a request has arrived; `end` closes the connection after them. */
async function failureOf(
  bytes: string,
  { end = true, ...otherwise }: { end?: boolean } & Partial<ProbeContext> = {},
) {
  const server = net.createServer((socket) => {
    socket.once('data', () => (end ? socket.end(bytes) : socket.write(bytes)));
  });
  const { port } = await use(listen(server));
  const answer = await (await open(createProbeContext(port, otherwise))).post('{}');
  return { failure: answer.ok ? null : answer.failure, address: `127.0.0.1:${port}` };
}

/** Writes a part again and again once a request has come, after a beginning. */
async function failureOfFlood(begin: string, part: string) {
  const { port } = await use(startFlood(begin, part));
  const answer = await (await open(createProbeContext(port))).post('{}');
  return answer.ok ? null : answer.failure;
}

describe('a request is what a JSON-RPC server expects', () => {
  test('its head and its body', async () => {
    const server = net.createServer((socket) => {
      let request = '';
      socket.on('data', (bytes) => {
        request += bytes.toString();
        if (request.endsWith('{"a":1}')) socket.end(`HTTP/1.1 200 OK\r\n\r\n${request}`);
      });
    });
    const { port } = await use(listen(server));
    const target = { host: '127.0.0.1', port, path: '/rpc?a=b', secure: false };
    const answer = await (await open(createProbeContext(port, { target }))).post('{"a":1}');
    const [head = '', body] = (answer.ok ? answer.value.body.toString() : '').split('\r\n\r\n');
    expect(body).toBe('{"a":1}');
    expect(head.split('\r\n').sort()).toEqual([
      'POST /rpc?a=b HTTP/1.1',
      'accept-encoding: identity',
      'accept: application/json',
      'connection: keep-alive',
      'content-length: 7',
      'content-type: application/json',
      `host: 127.0.0.1:${port}`,
      'user-agent: endpoint-check',
    ]);
  });

  test.each([
    ['node.example.com', 80, 'node.example.com'],
    ['node.example.com', 8545, 'node.example.com:8545'],
    ['my_node.example.com', 443, 'my_node.example.com:443'],
    ['2606:4700:4700::1111', 80, '[2606:4700:4700::1111]'],
    ['2606:4700:4700::1111', 8545, '[2606:4700:4700::1111]:8545'],
  ])('%s port %i is requested as %3$s', async (host, port, expected) => {
    // A proxy that is the target itself.
    const server = http.createServer((request, response) => response.end(request.headers.host));
    server.on('connect', (_request, socket: net.Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      server.emit('connection', socket);
    });
    const running = await use(listen(server));
    const connection = await open(
      createProbeContext(0, {
        target: { host, port, path: '/', secure: false },
        proxy: { host: '127.0.0.1', port: running.port, authorization: null },
      }),
    );
    const answer = await connection.post('{}');
    expect(answer.ok && answer.value.body.toString()).toBe(expected);
  });
});

describe('one connection takes two requests at once, and is the only one', () => {
  test('the second goes out before the first is answered', async () => {
    const server = net.createServer((socket) => {
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes.toString();
        if (!received.includes('first') || !received.includes('second')) return;
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n1HTTP/1.1 201 OK\r\ncontent-length: 1\r\n\r\n2',
        );
      });
    });
    const { port } = await use(listen(server));
    const connection = await open(createProbeContext(port));
    const answers = await Promise.all([connection.post('"first"'), connection.post('"second"')]);
    expect(answers.map((answer) => answer.ok && [answer.value.status, answer.value.body.toString()])).toEqual(
      [
        [200, '1'],
        [201, '2'],
      ],
    );
  });

  test('once it has ended, no new connection is made', async () => {
    let connections = 0;
    const server = http.createServer({ keepAlive: false }, (request, response) => {
      request.resume();
      response.writeHead(200, { connection: 'close' }).end();
    });
    server.on('connection', () => connections++);
    const { port } = await use(listen(server));
    const connection = await open(createProbeContext(port));
    expect((await connection.post('{}')).ok).toBe(true);
    expect(await connection.post('{}')).toEqual(
      failed('net/reset', { address: `127.0.0.1:${port}`, phase: 'answer' }),
    );
    expect(connections).toBe(1);
  });

  test('closing it ends it, before any request', async () => {
    const server = net.createServer((socket) => socket.resume());
    const { port } = await use(listen(server));
    const accepted = once(server, 'connection') as Promise<[net.Socket]>;
    const connection = await open(createProbeContext(port));
    const [socket] = await accepted;
    const ended = once(socket, 'close');
    connection.close();
    await ended;
  });

  test('closing it ends it, during a request', async () => {
    const server = net.createServer();
    const { port } = await use(listen(server));
    const accepted = once(server, 'connection') as Promise<[net.Socket]>;
    const connection = await open(createProbeContext(port));
    const [socket] = await accepted;
    socket.resume();
    const ended = once(socket, 'close');
    const answer = connection.post('{}');
    connection.close();
    await ended;
    expect((await answer).ok).toBe(false);
  });
});

describe('connection and phases are reported', () => {
  test('the address, and the phases of plain http', async () => {
    const { port } = await use(startEvmNode());
    const context = createProbeContext(port);
    const connection = await open(context);
    expect(connection.peer).toMatchObject({ address: `127.0.0.1:${port}`, certificateExpiresAt: null });
    const { dns, connect, tls, firstByte } = context.clock.read();
    expect([typeof dns, typeof connect, tls, firstByte]).toEqual(['number', 'number', null, null]);
    await connection.post('{"id":1,"method":"eth_chainId"}');
    expect(context.clock.read().firstByte).not.toBeNull();
  });

  test('a name that was not resolved', async () => {
    const unknown = failed('net/dns-not-found', { host: 'a.example', code: 'ENOTFOUND' });
    const context = createProbeContext(1, { resolve: () => Promise.resolve(unknown) });
    expect(await openHttp(context)).toEqual(unknown);
    expect(context.clock.read()).toMatchObject({ dns: expect.any(Number) as number, connect: null });
  });
});

describe('a body is read up to 2 MiB, and not further', () => {
  test('2 MiB', async () => {
    const body = Buffer.alloc(bodyLimit, 0x20);
    const plain = await answerOf(body);
    const packed = await answerOf(gzipSync(body), { 'content-encoding': 'gzip' });
    expect([plain, packed].map((answer) => answer.ok && answer.value.body.equals(body))).toEqual([
      true,
      true,
    ]);
  });

  test('one byte more', async () => {
    const body = Buffer.alloc(bodyLimit + 1, 0x20);
    const tooLarge = failed('net/response-too-large', { limitBytes: bodyLimit });
    expect(await answerOf(body)).toMatchObject(tooLarge);
    expect(await answerOf(gzipSync(body), { 'content-encoding': 'gzip' })).toEqual(tooLarge);
  });
});

describe('a content coding that was not requested is decoded', () => {
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('%s', async (coding, compress) => {
    const answer = await answerOf(compress(Buffer.from('[1]')), { 'content-encoding': coding, x: 'y' });
    expect(answer).toMatchObject({
      ok: true,
      value: { status: 200, headers: { x: 'y' }, body: Buffer.from('[1]') },
    });
  });

  test.each(['gzip', 'identity', 'zstd', 'constructor'])('invalid %s is left unchanged', async (coding) => {
    const answer = await answerOf('[1]', { 'content-encoding': coding, x: 'y' });
    expect(answer).toMatchObject({
      ok: true,
      value: { status: 200, headers: { x: 'y' }, body: Buffer.from('[1]') },
    });
  });
});

describe('a missing answer has its reason', () => {
  const upgrade = 'HTTP/1.1 101 X\r\nupgrade: h2c\r\n';

  test.each([
    ['an end in front of it', ''],
    ['an end in its head', 'HTTP/1.1 200 OK\r\n'],
    ['an end in its body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[1'],
  ])('%s', async (_, bytes) => {
    const { failure, address } = await failureOf(bytes);
    expect(failure).toEqual({ code: 'net/reset', data: { address, phase: 'answer' } });
  });

  const folded = 'x: y;\r\n z\r\n';
  test.each([
    ['two lengths', 'content-length: 1\r\ntransfer-encoding: chunked\r\n'],
    ['a field on two lines', folded],
    ['a field on two lines, after the length', `content-length: 2\r\n${folded}`],
  ])('%s: it is HTTP, but malformed', async (_, fields) => {
    const found = await failureOf(`HTTP/1.1 200 OK\r\n${fields}\r\n[]`, { end: false });
    expect(found.failure?.data).toMatchObject({ malformed: expect.stringMatching(/^[a-z]/) as string });
  });

  test.each<[string, string, string]>([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', ''],
    ['a status of 000', 'HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n', expect.any(String) as string],
    ['an upgrade', `${upgrade}\r\n`, 'an interim response that was not requested'],
    [
      'an upgrade in full',
      `${upgrade}connection: upgrade\r\n\r\n`,
      'an interim response that was not requested',
    ],
  ])('%s', async (_, bytes, code) => {
    expect((await failureOf(bytes, { end: false })).failure).toEqual({
      code: 'http/not-http',
      data: { code },
    });
  });

  test('a head of more than 16 KiB', async () => {
    const head = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(headLimit)}\r\n\r\n`;
    const expected = { code: 'net/response-too-large', data: { limitBytes: headLimit } };
    expect((await failureOf(head)).failure).toEqual(expected);
  });

  test('the end of the budget, before a request and during it', async () => {
    const ending = new AbortController();
    const server = net.createServer((socket) => socket.once('data', () => ending.abort()));
    const { port } = await use(listen(server));
    const connection = await open(createProbeContext(port, { signal: ending.signal, budgetMs: 700 }));
    const expected = failed('net/response-timeout', { address: `127.0.0.1:${port}`, limitMs: 700 });
    expect(await connection.post('{}')).toEqual(expected);
    expect(await connection.post('{}')).toEqual(expected);
  });
});

test('only the target is resolved', async () => {
  const { port } = await use(startEvmNode());
  const resolved: string[] = [];
  const resolve = (host: string) => {
    resolved.push(host);
    return Promise.resolve(success(['127.0.0.1']));
  };
  const target = { host: 'node.example.com', port, path: '/', secure: false };
  await open(createProbeContext(port, { target, resolve }));
  expect(resolved).toEqual(['node.example.com']);
});

describe('an interim response of 100 that was not requested is passed over', () => {
  const continued = 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\n';
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n[1]';
  const answered = { ok: true, value: { status: 200, body: Buffer.from('[1]') } };

  /** Writes these once a request has come, each when the one before has gone out. */
  const startServer = async (...parts: readonly string[]) => {
    const server = net.createServer((socket) => {
      socket.setNoDelay(true).once('data', () => {
        const write = (at: number): void => {
          const part = parts[at];
          if (part !== undefined && !socket.destroyed) socket.write(part, () => setImmediate(write, at + 1));
        };
        write(0);
      });
    });
    return (await use(listen(server))).port;
  };

  test.each([
    ['before an answer', [continued + answer]],
    ['apart from it', [continued, answer]],
    ['several times', [continued, continued + continued, answer]],
    ['byte by byte', Array.from(continued + continued + answer)],
    ['not at all', Array.from(answer)],
  ])('%s', async (_, parts) => {
    const port = await startServer(...parts);
    expect(await (await open(createProbeContext(port))).post('{}')).toMatchObject(answered);
  });

  test('before a later answer, it ends the connection, and the first answer counts', async () => {
    const port = await startServer(continued + answer + continued + answer);
    const connection = await open(createProbeContext(port));
    const [first, second] = await Promise.all([connection.post('{}'), connection.post('{}')]);
    expect(first).toMatchObject(answered);
    expect(second).toMatchObject({ failure: { code: 'net/reset' } });
  });

  test.each([
    ['that never ends', `HTTP/1.1 100 ${'x'.repeat(headLimit)}`, 'net/reset'],
    ['of another status', 'HTTP/1.1 1000 X\r\n\r\n', 'http/not-http'],
    ['that is cut off', 'HTTP/1.1 100 Con', 'net/reset'],
  ])('but nothing %s', async (_, bytes, code) => {
    expect((await failureOf(bytes)).failure).toMatchObject({ code });
  });
});

describe('bytes that complete no answer are counted, and end the connection', () => {
  const tooLarge = { code: 'net/response-too-large', data: { limitBytes: answerLimit } };
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

  test.each([
    ['interim answers of 100', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['interim answers', '', `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(900)}>\r\n\r\n`],
    ['bare interim answers', '', 'HTTP/1.1 103 X\r\n\r\n'],
    ['a reason phrase', 'HTTP/1.1 200 ', 'x'.repeat(1_000)],
    ['reason phrases', '', `HTTP/1.1 103 ${'x'.repeat(1_000)}\r\n\r\n`],
    ['extensions of a chunk', `${chunked}1`, `;${'x'.repeat(1_000)}`],
    ['extensions of chunks', chunked, `1;${'x'.repeat(1_000)}\r\na\r\n`],
    ['empty lines', '', '\r\n'.repeat(500)],
  ])('endless %s', async (_, begin, part) => {
    expect(await failureOfFlood(begin, part)).toEqual(tooLarge);
  });

  test('endless trailers exceed the limit of headers', async () => {
    const trailers = await failureOfFlood(`${chunked}0\r\n`, `x: ${'y'.repeat(900)}\r\n`);
    expect(trailers).toEqual({ code: 'net/response-too-large', data: { limitBytes: headLimit } });
  });

  test('answers that follow one another are counted by themselves', async () => {
    const body = 'x'.repeat(bodyLimit);
    const server = http.createServer((request, response) => {
      request.resume();
      response.end(body);
    });
    const { port } = await use(listen(server));
    const connection = await open(createProbeContext(port));
    for (let count = 0; count < 3; count++) expect((await connection.post('{}')).ok).toBe(true);
    const both = await Promise.all([connection.post('{}'), connection.post('{}')]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  });
});
