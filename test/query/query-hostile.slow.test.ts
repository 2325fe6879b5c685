import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { QueryFailure } from '../../src/query/client/index.js';
import { listen } from '../../src/sandbox/server.js';
import { collectUntilError, createClient, fail, ways } from '../support/query-service.js';
import { use } from '../support/servers.js';

/** The behaviour of a service at a request, once its head has arrived; `index` counts the requests before it. */
type Behaviour = (socket: Socket, index: number) => void;

/** A service that breaks every standard, on a separate port until the test ends. */
interface HostileService {
  readonly origin: string;
  /** The heads of all requests, verbatim. */
  readonly heads: readonly string[];
  /** Resolves when the client has closed every connection that it made. */
  left: () => Promise<void>;
}

async function startHostileService(behave: Behaviour): Promise<HostileService> {
  const heads: string[] = [];
  const closed: Promise<void>[] = [];
  const server = createServer((socket) => {
    closed.push(new Promise((done) => socket.once('close', () => done())));
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
        const index = heads.push(received.slice(0, end)) - 1;
        received = received.slice(end + 4);
        behave(socket, index);
      }
    });
  });
  const { port } = await use(listen(server));
  return {
    origin: `http://127.0.0.1:${port}`,
    heads,
    left: async () => {
      await Promise.all(closed);
    },
  };
}

/** A complete answer: a status line's rest, header lines, and a body, with its length unless a header frames it. */
function formatAnswer(status: string, headers: readonly string[] = [], body: string | Buffer = ''): Buffer {
  const framed = headers.some((line) => /^(content-length|transfer-encoding|connection):/i.test(line));
  const length = framed ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${[...headers, ...length, ''].join('\r\n')}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

/** Sends bytes and leaves the connection open. */
function say(...parts: readonly (string | Buffer)[]): Behaviour {
  return (socket) => parts.forEach((part) => socket.write(part));
}

/** Sends bytes and ends the connection. */
function sayAndEnd(...parts: readonly (string | Buffer)[]): Behaviour {
  return (socket) => {
    parts.forEach((part) => socket.write(part));
    socket.end();
  };
}

/** Sends bytes, then one byte at a time forever, repeating the trickle. */
function drip(head: string, trickle: string): Behaviour {
  return (socket) => {
    socket.write(head);
    let at = 0;
    const timer = setInterval(() => socket.write(trickle.charAt(at++ % trickle.length)), 5);
    socket.once('close', () => clearInterval(timer));
  };
}

/** Sends bytes, then the same chunk forever, as fast as the client reads it. */
function flood(head: string, chunk: string | Buffer): Behaviour {
  return (socket) => {
    socket.write(head);
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pour);
    pour();
  };
}

const json = (body: string, ...headers: readonly string[]) =>
  formatAnswer('200 OK', ['content-type: application/json', ...headers], body);
const ok = json('["there"]');
const page = (first: number, size: number) =>
  JSON.stringify(Array.from({ length: size }, (_, at) => first + at));
const bomb = gzipSync(Buffer.alloc(80 << 20, ' '));
const zeros = Buffer.alloc(1 << 20, '0');
const chunk = Buffer.concat([Buffer.from('100000\r\n'), zeros, Buffer.from('\r\n')]);

/** A behaviour of a hostile service, and how a call must end. */
type Case = readonly [
  name: string,
  behave: Behaviour,
  ending: { reason: QueryFailure; status: number | null },
];

const connection = { reason: 'connection', status: null } as const;
const tooLarge = { reason: 'too-large', status: 200 } as const;
const serverError = { reason: 'status', status: 500 } as const;
const notJson = { reason: 'not-json', status: 200 } as const;

const broken: readonly Case[] = [
  ['a reset instead of an answer', (socket) => socket.resetAndDestroy(), connection],
  ['an end instead of an answer', sayAndEnd(), connection],
  ['a head that is cut off', sayAndEnd('HTTP/1.1 200 OK\r\ncontent-le'), connection],
  ['a body that is cut off', sayAndEnd(json('[1,', 'content-length: 100')), connection],
  ['chunks that are cut off', sayAndEnd(json('2\r\n[1\r\n', 'transfer-encoding: chunked')), connection],
  ['a chunk of no length', say(json('zz\r\n[]\r\n', 'transfer-encoding: chunked')), connection],
  ['two lengths', say(json('[]', 'content-length: 2', 'content-length: 3')), connection],
  ['an invalid length', say(json('[]', 'content-length: -1')), connection],
  ['no HTTP', say('SSH-2.0-OpenSSH_9.9\r\n\r\n'), connection],
  ['an invalid status', say('HTTP/1.1 twenty OK\r\n\r\n'), connection],
  ['a line end in a header', say('HTTP/1.1 200 OK\r\na\0b: c\r\n\r\n'), connection],
  ['one header beyond measure', say(json('[]', `a: ${'x'.repeat(200_000)}`)), connection],
  ['many headers', say(json('[]', ...Array.from({ length: 20_000 }, (_, at) => `a${at}: b`))), connection],
  ['endless headers', flood('HTTP/1.1 200 OK\r\n', 'a: b\r\n'.repeat(1_000)), connection],
  ['an endless body', flood('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', zeros), tooLarge],
  [
    'a body of a huge length',
    flood(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 50}\r\n\r\n`, zeros),
    tooLarge,
  ],
  ['endless chunks', flood('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', chunk), tooLarge],
  ['an answer of too many levels', sayAndEnd(json('['.repeat(5_000) + ']'.repeat(5_000))), tooLarge],
  ['an answer of very many values', sayAndEnd(json(`[${'{},'.repeat(1_000_000)}{}]`)), tooLarge],
  ['an endless error', flood('HTTP/1.1 500 No\r\nconnection: close\r\n\r\n', zeros), serverError],
  ['a page in place of JSON', say(formatAnswer('200 OK', ['content-type: text/html'], '<html>')), notJson],
  ['JSON that ends early', sayAndEnd(json('[1,', 'connection: close')), notJson],
  ['an empty answer', say(json('')), notJson],
  ['two values', say(json('[][]')), notJson],
  ['no content', say('HTTP/1.1 204 No Content\r\n\r\n'), { reason: 'not-json', status: 204 }],
  ['nothing new', say('HTTP/1.1 304 Not Modified\r\n\r\n'), { reason: 'status', status: 304 }],
];

const switchProtocol = say('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n');

const slow: readonly (readonly [name: string, behave: Behaviour])[] = [
  ['nothing', () => undefined],
  ['a head', drip('HTTP/1.1 200 OK\r\n', 'a: b\r\n')],
  ['a body', drip('HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n', ' ')],
  ['chunks', drip('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n \r\n')],
  ['the body of an error', drip('HTTP/1.1 503 No\r\ncontent-length: 99999\r\n\r\n', ' ')],
  ['early hints', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
];

describe.each(ways)('a hostile service, through %s', (_name, options) => {
  test.each(broken)('%s is an error, and the connection is closed', async (_, behave, ending) => {
    const { origin, heads, left } = await startHostileService(behave);
    const client = createClient(origin, { ...options, timeoutMs: 20_000 });
    expect(await fail(client.assets('kava'))).toMatchObject(ending);
    expect(heads).toHaveLength(1);
    if (ending.reason === 'connection' || ending.reason === 'too-large') await left();
  });

  test('another protocol is an error', async () => {
    const { origin, heads, left } = await startHostileService(switchProtocol);
    // Node's fetch waits longer if no other undici is loaded, so the timeout ends the call there.
    const error = await fail(createClient(origin, { ...options, timeoutMs: 500 }).assets('kava'));
    expect(['connection', 'timeout']).toContain(error.reason);
    expect(heads).toHaveLength(1);
    await left();
  });

  test.each(slow)('%s that arrives byte by byte ends with the timeout', async (_, behave) => {
    const { origin, heads, left } = await startHostileService(behave);
    const error = await fail(createClient(origin, { ...options, timeoutMs: 200, retries: 9 }).assets('kava'));
    expect(error).toMatchObject({
      reason: 'timeout',
      status: null,
      message: 'assets: no answer within 200 ms',
    });
    // It is not repeated; on a busy machine the time may be over before the first one is sent.
    expect(heads.length).toBeLessThanOrEqual(1);
    await left();
  });

  test.each([
    ['once', ['content-encoding: gzip'], bomb],
    ['twice', ['content-encoding: gzip, gzip'], gzipSync(bomb)],
  ] as const)('a body that is compressed %s is not decompressed without bound', async (_, headers, body) => {
    const { origin } = await startHostileService(say(formatAnswer('200 OK', headers, body)));
    const error = await fail(createClient(origin, { ...options, timeoutMs: 20_000 }).assets('kava'));
    expect(error).toMatchObject(tooLarge);
  });

  test.each([300, 301, 302, 303, 305, 307, 308, 399])(
    'a redirect with %i is not followed, here or elsewhere',
    async (status) => {
      const elsewhere = await startHostileService(say(ok));
      for (const location of [`${elsewhere.origin}/v1/kava/assets`, '//localhost/', '/v1/kava/assets', '?']) {
        const headers = [
          `location: ${location}`,
          `refresh: 0; url=${location}`,
          `content-location: ${location}`,
        ];
        const service = await startHostileService(say(formatAnswer(`${status} Moved`, headers, '[]')));
        const error = await fail(createClient(service.origin, { ...options, retries: 2 }).assets('kava'));
        expect(error).toMatchObject({ reason: 'status', status });
        expect(service.heads).toHaveLength(1);
      }
      expect(elsewhere.heads).toEqual([]);
    },
  );

  test.each(['null', '0', '"text"', 'true', '{}', '{"a":{"b":[]}}', '[null]', '{"__proto__":[1]}'])(
    '%s is a normal answer, and proves no end of pages',
    async (body) => {
      const { origin, heads } = await startHostileService(say(json(body)));
      const client = createClient(origin, options);
      expect(JSON.stringify(await client.assets('kava'))).toBe(body);
      const { pages, error } = await collectUntilError(client.holdersPages('kava', { denom: 'a' }));
      expect(pages).toEqual([JSON.parse(body)]);
      expect(error.reason).toBe('incomplete');
      expect(heads.length).toBeLessThanOrEqual(3);
    },
  );

  test.each([
    ['JSON of another type', formatAnswer('200 OK', ['content-type: image/png'], '["there"]')],
    ['JSON of no type', formatAnswer('200 OK', [], '["there"]')],
    ['an answer after interim ones', Buffer.concat([formatHints(50), ok])],
    ['an unknown status', formatAnswer('299 Whatever', [], '["there"]')],
  ])('%s is an answer', async (_, bytes) => {
    const { origin } = await startHostileService(say(bytes));
    expect(await createClient(origin, options).assets('kava')).toEqual(['there']);
  });

  test('an unsolicited answer is not taken for the next one', async () => {
    const { origin } = await startHostileService((socket, index) => {
      socket.write(index === 0 ? Buffer.concat([json('["first"]'), json('["smuggled"]')]) : ok);
    });
    const client = createClient(origin, { ...options, retries: 2 });
    expect(await client.assets('kava')).toEqual(['first']);
    expect(await client.assets('kava')).toEqual(['there']);
  });

  test.each([
    ['again and again', () => page(0, 20)],
    ['in turns', (index: number) => page(index % 3, 20)],
    ['with another number', (index: number) => `{"page":${index},"holders":${page(0, 20)}}`],
  ])('pages that repeat %s end with an error', async (_, answer) => {
    const { origin, heads } = await startHostileService((socket, index) => {
      // So that a client that does not stop fails instead of hanging.
      socket.write(index < 50 ? json(answer(index)) : formatAnswer('500 Enough'));
    });
    const walked = createClient(origin, options).holdersPages('kava', { denom: 'a' });
    const { pages, error } = await collectUntilError(walked);
    expect(error.reason).toBe('incomplete');
    expect(pages).toHaveLength(new Set(pages.map((records) => JSON.stringify(records))).size);
    expect(heads.length).toBeLessThanOrEqual(4);
  });
});

describe.each(ways)('the token is in no error, through %s', (_, options) => {
  const echo = (status: string) => say(formatAnswer(status, [], `you sent "Bearer secret-token"`));

  test.each(['401 Unauthorized', '200 OK', '503 No'])('if an answer of %s repeats it', async (status) => {
    const { origin } = await startHostileService(echo(status));
    const error = await fail(createClient(origin, options).assets('kava'));
    expect(error.body).toBe('you sent "Bearer ************"');
  });

  test.each([
    ['no HTTP', 'HTTP/1.1 2x0 "secret-token"\r\n\r\n'],
    ['chunks of no length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"secret-token"'],
    ['an invalid header', 'HTTP/1.1 200 OK\r\n"secret-token"\r\n\r\n'],
  ])('if %s repeats it', async (_, bytes) => {
    const { origin } = await startHostileService(say(bytes));
    expect((await fail(createClient(origin, options).assets('kava'))).reason).toBe('connection');
  });

  test('if the answer repeats it at the end of the kept part', async () => {
    const { origin } = await startHostileService(
      say(formatAnswer('500 No', [], `${'x'.repeat(4_090)}secret-token`)),
    );
    const error = await fail(createClient(origin, options).assets('kava'));
    expect(error.body).toBe(`${'x'.repeat(4_090)}******`);
  });
});

/** Informational answers, which come before the final one. */
function formatHints(count: number): Buffer {
  return Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(count));
}
