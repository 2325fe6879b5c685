import { getEventListeners } from 'node:events';
import net from 'node:net';
import { describe, expect, type onTestFinished, test } from 'vitest';
import { answerWith, encode, startRawNode } from '../../../test/faults/raw-node.js';
import { findFreePort } from '../../../test/support/ports.js';
import { createProbeContext, openForTest } from '../../../test/support/probe-context.js';
import { useInFile } from '../../../test/support/servers.js';
import { failure } from '../../model/failure.js';
import { createSelfSigned } from '../../sandbox/certificates.js';
import { startEvmNode } from '../../sandbox/evm-node.js';
import { listen } from '../../sandbox/server.js';
import type { ProbeContext } from '../probe-context.js';
import { getNodeInfo, getSyncing } from './messages.js';
import { classifyGreeting, sniffProtocol } from './session.js';

const use = useInFile();
const settings = '000000040000000000';

function open(port: number, onEnd: typeof onTestFinished) {
  return openForTest(createProbeContext(port), undefined, undefined, onEnd);
}

describe.concurrent('frames that end the connection end the calls too', () => {
  test.for([
    // RFC 9113 sections 4.2, 4.3, 6.1 and 6.8.
    ['of a length beyond the limit', 'ffffff000000000001'],
    ['of fields that cannot be decoded', '000005010500000001ffffffff0f'],
    ['of data before its fields', '000001000000000001ff'],
    ['that end too early', '00000407000000000000000000'],
  ])('%s', async ([, bytes = ''], { expect, onTestFinished: onEnd }) => {
    const server = net.createServer((socket) =>
      socket.once('data', () => socket.write(Buffer.from(settings + bytes, 'hex'))),
    );
    const { port } = await use(listen(server));
    const connection = open(port, onEnd);
    const failure = { code: 'grpc/stream-reset', data: { errorCode: 2 } };
    expect(await Promise.all([connection.call(getNodeInfo), connection.call(getSyncing)])).toEqual([
      { kind: 'failure', failure },
      { kind: 'failure', failure },
    ]);
  });
});

describe.concurrent('a server that is only slow', () => {
  test('gets one PING for all calls until it answers, and then another', async ({
    expect,
    onTestFinished: onEnd,
  }) => {
    let pings = 0;
    const answer = answerWith(encode('GetNodeInfo', { default_node_info: { network: 'a-1' } }));
    const node = startRawNode({
      onSession: (session) => session.on('ping', () => pings++),
      // Not before a PING for each call would have been sent.
      all: (stream) => setTimeout(() => answer(stream), 1_400),
    });
    const { port } = await use(node);
    const connection = open(port, onEnd);
    const call = () => connection.call(getNodeInfo);
    const made = await Promise.all([call(), call(), call()]);
    expect(made.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
    expect(pings).toBe(1);
    expect((await call()).kind).toBe('answer');
    expect(pings).toBe(2);
  });

  test('may send its SETTINGS late', async ({ expect, onTestFinished: onEnd }) => {
    const node = await use(startRawNode());
    const front = net.createServer((socket) => {
      const onward = net.connect(node.port, '127.0.0.1').on('error', () => undefined);
      socket.on('error', () => undefined).pipe(onward);
      setTimeout(() => onward.pipe(socket), 1_400);
    });
    const { port } = await use(listen(front));
    expect((await open(port, onEnd).call(getNodeInfo)).kind).toBe('answer');
  });
});

const address = '192.0.43.8:9090';

function judge(bytes: string) {
  return classifyGreeting(Buffer.from(bytes, 'latin1'), address);
}

describe('a server is identified by its first answer to an HTTP/2 client', () => {
  test.each([
    ['HTTP/1.1 400 Bad Request\r\nServer: nginx\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['HTTP/1.0 505 HTTP Version not supported\n', 'HTTP/1.0 505 HTTP Version not supported'],
    ['HTTP/1.1 400', 'HTTP/1.1 400'],
    ['SSH-2.0-OpenSSH_9.6\r\n', 'SSH-2.0-OpenSSH_9.6'],
    ['-ERR unknown command\r\n', '-ERR unknown command'],
    ['', ''],
    ['\r\n', ''],
    // Untrusted lines are truncated.
    ['x'.repeat(1_000), 'x'.repeat(80)],
  ])('%j is not HTTP/2', (bytes, detail) => {
    expect(judge(bytes)).toEqual(failure('grpc/not-http2', { detail }));
  });

  test.each([
    ['a fatal alert of TLS 1.2', '\x15\x03\x03\x00\x02\x02\x46'],
    ['an alert of TLS 1.0', '\x15\x03\x01\x00\x02\x02\x28'],
    ['the beginning of one', '\x15\x03'],
  ])('%s wants TLS', (_, bytes) => {
    expect(judge(bytes)).toEqual(failure('grpc/wants-tls', { address }));
  });

  test.each([
    ['an empty SETTINGS frame', '\0\0\0\x04\0\0\0\0\0'],
    ['a SETTINGS frame with settings', '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64'],
  ])('%s is HTTP/2', (_, bytes) => {
    expect(judge(bytes)).toEqual(failure('grpc/connection-dropped', { code: 'closed' }));
  });

  test.each([
    ['a handshake record', '\x16\x03\x03\x00\x02'],
    ['a GOAWAY frame', '\0\0\x08\x07\0\0\0\0\0'],
    ['three bytes', '\0\0\0'],
  ])('%s is neither', (_, bytes) => {
    expect(judge(bytes).code).toBe('grpc/not-http2');
  });
});

test('the phases of the first connection stay as they are', async () => {
  const { port } = await use(startEvmNode());
  const context = createProbeContext(port);
  expect((await sniffProtocol(context, ['127.0.0.1'], 'plaintext')).code).toBe('grpc/not-http2');
  expect(context.clock.read()).toMatchObject({ connect: null, tls: null });
});

describe('the probe sends what an HTTP/2 client sends', () => {
  const here = ['127.0.0.1'];
  const sniff = async (onConnection: (socket: net.Socket) => void, otherwise: Partial<ProbeContext> = {}) => {
    const { port } = await use(listen(net.createServer({ allowHalfOpen: true }, onConnection)));
    const context = createProbeContext(port, otherwise);
    const found = await sniffProtocol(context, here, 'plaintext');
    expect(getEventListeners(context.signal, 'abort')).toEqual([]);
    return { port, found };
  };

  test('with the preface and an empty SETTINGS frame (RFC 9113 section 3.4)', async () => {
    const { found } = await sniff((socket) =>
      socket.once('data', (bytes) => socket.end(`got ${bytes.toString('hex')}\n`)),
    );
    const preface = '505249202a20485454502f322e300d0a0d0a534d0d0a0d0a';
    expect(found).toEqual(failure('grpc/not-http2', { detail: `got ${preface}000000040000000000` }));
  });

  test('and reports what comes back, even from a server that sends first', async () => {
    const { found } = await sniff((socket) => socket.write('SSH-2.0-x\r\n'));
    expect(found).toEqual(failure('grpc/not-http2', { detail: 'SSH-2.0-x' }));
  });

  test('a connection that closes without an answer is dropped', async () => {
    const { found } = await sniff((socket) => socket.end());
    expect(found).toEqual(failure('grpc/connection-dropped', { code: 'closed' }));
  });

  test('so is a reset', async () => {
    const { port, found } = await sniff((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(found).toEqual(failure('net/reset', { address: `127.0.0.1:${port}`, phase: 'answer' }));
  });

  test('the end of the budget ends it', async () => {
    const ending = new AbortController();
    const { port, found } = await sniff((socket) => socket.once('data', () => ending.abort()), {
      signal: ending.signal,
      budgetMs: 700,
    });
    expect(found).toEqual(failure('net/response-timeout', { address: `127.0.0.1:${port}`, limitMs: 700 }));
  });

  test('a failure to connect is reported: no listener, no handshake', async () => {
    const closed = await findFreePort();
    expect(await sniffProtocol(createProbeContext(closed), here, 'plaintext')).toEqual(
      failure('net/refused', { address: `127.0.0.1:${closed}` }),
    );
    const { port } = await use(startEvmNode({ tls: await createSelfSigned() }));
    expect((await sniffProtocol(createProbeContext(port), here, 'tls')).code).toBe('tls/no-h2');
  });

  test('the connection is closed', async () => {
    let closed: Promise<unknown> | undefined;
    await sniff((socket) => {
      closed = new Promise((resolve) => socket.on('close', resolve));
      socket.resume().write('SSH-2.0-x\r\n');
      socket.on('end', () => socket.end());
    });
    await closed;
  });
});
