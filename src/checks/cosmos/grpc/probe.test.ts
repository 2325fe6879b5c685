import http from 'node:http';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  answerHttp,
  answerStatus,
  answerWith,
  encode,
  encodeServices,
  type RawNodeOptions,
  startRawNode,
} from '../../../../test/faults/raw-node.js';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { useInFile } from '../../../../test/support/servers.js';
import { failed } from '../../../model/failure.js';
import { createAbortController } from '../../../net/abort.js';
import { limits } from '../../../net/limits.js';
import { createSelfSigned } from '../../../sandbox/certificates.js';
import { listen } from '../../../sandbox/server.js';
import { probeGrpc } from './probe.js';

// Many of these tests wait, so they run together.
const use = useInFile();

const hang: Answer = () => undefined;
const services = (name: string) => answerWith(encodeServices([name]));

/** Probes a node in plaintext and records the methods that are called. */
async function probe(options: RawNodeOptions, attempt = 1) {
  const methods: string[] = [];
  const { port } = await use(
    startRawNode({
      ...options,
      onSession: (session) => {
        session.on('stream', (_stream, headers) => methods.push(headers[':path'] ?? ''));
      },
    }),
  );
  const context = createProbeContext(port);
  return { observation: await probeGrpc(context, attempt), methods, port };
}

const v1 = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
const v1alpha = '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo';
const node = (method: string) => `/cosmos.base.tendermint.v1beta1.Service/${method}`;

describe.concurrent('required calls and the head are requested', () => {
  test('all at once on the first attempt', async () => {
    const { observation, methods, port } = await probe({
      answers: { GetSyncing: answerWith(encode('GetSyncing', { syncing: true })) },
    });
    expect([...methods].sort()).toEqual(
      [
        v1,
        v1alpha,
        node('GetNodeInfo'),
        node('GetNodeInfo'),
        node('GetSyncing'),
        node('GetLatestBlock'),
      ].sort(),
    );
    expect(observation).toMatchObject({
      transport: 'plaintext',
      connection: {
        address: `127.0.0.1:${port}`,
        alpn: null,
        certificateExpiresAt: null,
        certificateLifetimeMs: null,
        cipherSuite: null,
      },
      failure: null,
      reflection: { version: 'v1alpha', result: { kind: 'answer' } },
      nodeInfo: { kind: 'answer', answer: { network: 'sandbox-1' } },
      syncing: true,
      latestBlock: { height: 7 },
      secondInfo: { network: 'sandbox-1' },
      headProblem: null,
    });
    expect([
      observation.phasesMs.dns,
      observation.phasesMs.connect,
      observation.phasesMs.firstByte,
    ]).not.toContain(null);
  });

  test('only the required calls on later attempts, one after another', async () => {
    const { observation, methods } = await probe({}, 2);
    expect(methods).toEqual([v1, v1alpha, node('GetNodeInfo')]);
    expect(observation).toMatchObject({
      reflection: { version: 'v1alpha', result: { kind: 'answer' } },
      nodeInfo: { kind: 'answer' },
      syncing: null,
      latestBlock: null,
    });
  });

  test('v1alpha reflection only if v1 does not answer', async () => {
    const { observation, methods } = await probe({ answers: { v1: services('a.B') } }, 2);
    expect(methods).toEqual([v1, node('GetNodeInfo')]);
    expect(observation.reflection).toMatchObject({ version: 'v1', result: { answer: { names: ['a.B'] } } });
  });
});

describe.concurrent('v1 reflection counts if it answers', () => {
  test.each<[string, NonNullable<RawNodeOptions['answers']>, object]>([
    ['both answer', { v1: services('new') }, { version: 'v1', result: { answer: { names: ['new'] } } }],
    ['it alone', { v1: services('new'), v1alpha: answerStatus(12) }, { version: 'v1' }],
    ['neither', { reflection: answerStatus(12) }, { version: 'v1alpha', result: { kind: 'status' } }],
  ])('%s', async (_, answers, reflection) => {
    expect((await probe({ answers })).observation.reflection).toMatchObject(reflection);
  });

  test('waits for it and for optional calls are bounded', async () => {
    const { observation } = await probe({ answers: { v1: hang, GetSyncing: hang } });
    expect(observation).toMatchObject({
      failure: null,
      reflection: { version: 'v1alpha', result: { kind: 'answer' } },
      syncing: null,
      latestBlock: { height: 7 },
      secondInfo: { network: 'sandbox-1' },
    });
  });
});

describe.concurrent('a latest block that is not known', () => {
  test.each<[string, Answer, string]>([
    [
      'may be larger than what is read',
      answerWith(Buffer.alloc(limits.grpcMessageBytes + 1)),
      'net/response-too-large',
    ],
    ['may be refused by a proxy', answerHttp(404), 'http/status'],
    [
      'may be withheld by a limit that the proxy words as a node that is down',
      answerHttp(503),
      'net/rate-limited',
    ],
    ['may be an error of the node', answerStatus(2), 'grpc/node-error'],
    ['may not come in time', hang, 'net/response-timeout'],
  ])('%s', async (_, GetLatestBlock, code) => {
    const { observation } = await probe({ answers: { GetLatestBlock } });
    expect(observation).toMatchObject({ failure: null, latestBlock: null, headProblem: { code } });
  });
});

describe.concurrent('a failure of all calls is a failure of the connection', () => {
  test('one failure for both', async () => {
    const { observation } = await probe({ all: answerHttp(404) });
    expect(observation).toMatchObject({
      transport: 'plaintext',
      failure: { code: 'http/status' },
      reflection: null,
      nodeInfo: null,
      syncing: null,
      latestBlock: null,
    });
  });

  test.each<[string, NonNullable<RawNodeOptions['answers']>]>([
    ['two of different kinds', { reflection: answerHttp(404), GetNodeInfo: answerHttp(403) }],
    ['one alone', { reflection: answerHttp(404) }],
    ['the other alone', { GetNodeInfo: answerHttp(404) }],
  ])('%s are failures of each call', async (_, answers) => {
    const { observation } = await probe({ answers });
    expect(observation.failure).toBeNull();
    expect([observation.reflection === null, observation.nodeInfo === null]).toEqual([false, false]);
  });

  test('a name that does not resolve', async () => {
    const unknown = failed('net/dns-not-found', { host: 'a.example', code: 'ENOTFOUND' });
    const observation = await probeGrpc(
      createProbeContext(1, { resolve: () => Promise.resolve(unknown) }),
      1,
    );
    expect(observation).toMatchObject({ transport: null, connection: null, failure: unknown.failure });
    expect(observation.phasesMs.dns).not.toBeNull();
  });
});

test.concurrent('every connection is closed', async () => {
  const closed: Promise<unknown>[] = [];
  const onSession: RawNodeOptions['onSession'] = (session) => {
    closed.push(new Promise<void>((resolve) => session.on('close', resolve)));
  };
  const { port } = await use(startRawNode({ onSession }));
  await probeGrpc(createProbeContext(port), 1);
  // One for TLS, one for plaintext.
  expect(closed).toHaveLength(2);
  await Promise.all(closed);
});

test.concurrent('an address that says http, on a port of TLS', async () => {
  const { port } = await use(startRawNode({ tls: await createSelfSigned() }));
  const target = { host: '127.0.0.1', port, path: '/', secure: false, exactTransport: true } as const;
  const { failure } = await probeGrpc(createProbeContext(port, { target }), 1);
  expect(failure).toMatchObject({ code: 'grpc/wants-tls', data: { isListedPlain: true } });
});

describe.concurrent('plaintext is tried if the server may not support TLS', () => {
  const serve = async (onConnection: (socket: net.Socket) => void) => {
    let connections = 0;
    const server = net.createServer((socket) => {
      connections++;
      onConnection(socket);
    });
    return { ...(await use(listen(server))), count: () => connections };
  };

  test('and the time of the TLS attempt counts only in the total', async () => {
    const heldMs = 50;
    const plain = await use(startRawNode());
    const { port } = await serve((socket) => {
      socket.once('data', (hello) => {
        if (hello[0] === 0x16) return void setTimeout(() => socket.end('not TLS'), heldMs);
        const node = net.connect(plain.port, '127.0.0.1');
        node.on('error', () => undefined).write(hello);
        return socket.pipe(node).pipe(socket);
      });
    });
    const { failure, transport, phasesMs } = await probeGrpc(createProbeContext(port), 1);
    expect([failure, transport]).toEqual([null, 'plaintext']);
    const { dns, connect, tls, firstByte, total } = phasesMs;
    expect(tls).toBeNull();
    // Each is rounded, by itself, and a timer may come a millisecond early.
    const rest = (total ?? 0) - (dns ?? 0) - (connect ?? 0) - (firstByte ?? 0);
    expect(rest).toBeGreaterThan(heldMs - 2);
  });

  test('a web server is recognised by its answer', async () => {
    const { port } = await use(listen(http.createServer((_, response) => response.end('{}'))));
    const { failure, transport } = await probeGrpc(createProbeContext(port), 1);
    expect(failure).toEqual({ code: 'grpc/not-http2', data: { detail: 'HTTP/1.1 400 Bad Request' } });
    expect(transport).toBe('plaintext');
  });

  test.each([
    ['closes', (socket: net.Socket) => socket.once('data', () => socket.end())],
    ['resets', (socket: net.Socket) => socket.once('data', () => socket.resetAndDestroy())],
  ])('the failure with TLS is reported if a server %s in plaintext too', async (_, onConnection) => {
    const { port, count } = await serve(onConnection);
    const { failure } = await probeGrpc(createProbeContext(port), 1);
    expect(failure).toEqual({ code: 'net/reset', data: { address: `127.0.0.1:${port}`, phase: 'tls' } });
    expect(count()).toBeGreaterThan(1);
  });

  test('and the failure with TLS if it closes some connections in plaintext, and is silent on the next', async () => {
    const ending = createAbortController();
    let plaintext = 0;
    const { port } = await serve((socket) => {
      socket.once('data', (hello) => {
        // Each of the two calls of reflection is made twice.
        const isHeld = hello[0] !== 0x16 && ++plaintext > 4;
        if (isHeld) ending.abort();
        else socket.end();
      });
    });
    const { signal } = ending;
    const { failure, transport } = await probeGrpc(createProbeContext(port, { signal }), 2);
    expect([failure?.code, transport]).toEqual(['net/reset', null]);
  });

  test.each<[string, RawNodeOptions, string]>([
    ['limits', { all: answerStatus(8, 'slow down') }, 'net/rate-limited'],
    ['is down', { all: answerStatus(14, 'no healthy upstream') }, 'http/upstream-down'],
    ['has a page', { all: answerHttp(404) }, 'http/status'],
  ])('and counts if the HTTP/2 server in plaintext %s', async (_, options, code) => {
    const plain = await use(startRawNode(options));
    const { port } = await serve((socket) => {
      socket.once('data', (hello) => {
        if (hello[0] === 0x16) return void socket.end();
        const node = net.connect(plain.port, '127.0.0.1');
        node.on('error', () => undefined).write(hello);
        return socket.pipe(node).pipe(socket);
      });
    });
    const { failure, transport } = await probeGrpc(createProbeContext(port), 1);
    expect([failure?.code, transport]).toEqual([code, 'plaintext']);
  });

  test('but not if the server supports TLS and its certificate is invalid', async () => {
    const { port } = await use(startRawNode({ tls: await createSelfSigned() }));
    expect((await probeGrpc(createProbeContext(port), 1)).failure?.code).toBe('tls/self-signed');
  });

  test('but not at port 443', async () => {
    const { port, count } = await serve((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      });
    });
    const proxy = { host: '127.0.0.1', port, authorization: null };
    const { failure } = await probeGrpc(createProbeContext(443, { proxy }), 1);
    expect(failure?.code).toBe('tls/not-tls');
    expect(count()).toBe(1);
  });
});
