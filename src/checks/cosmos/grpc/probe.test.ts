import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { checkInProcess, type Question } from '../../../../test/faults/check-in-process.js';
import {
  answerHttp,
  answerWith,
  encodeServices,
  type RawNodeOptions,
  startRawNode,
} from '../../../../test/faults/raw-node.js';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { useInFile } from '../../../../test/support/servers.js';
import { createSelfSigned } from '../../../sandbox/certificates.js';
import { listen } from '../../../sandbox/server.js';
import { grpcCheck } from './index.js';

// Many of these tests wait, so they run together.
const use = useInFile();

const check = (port: number, question: Question = {}) =>
  checkInProcess(grpcCheck, `127.0.0.1:${port}`, question);
const codes = ({ problems }: { readonly problems: readonly { readonly code: string }[] }) =>
  problems.map(({ code }) => code);

const v1 = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
const v1alpha = '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo';
const node = (method: string) => `/cosmos.base.tendermint.v1beta1.Service/${method}`;

describe.concurrent('the calls', () => {
  const probe = async (options: RawNodeOptions, attempt: number) => {
    const methods: string[] = [];
    const onSession: RawNodeOptions['onSession'] = (session) => {
      session.on('stream', (_stream, headers) => methods.push(headers[':path'] ?? ''));
    };
    const { port } = await use(startRawNode({ ...options, onSession }));
    return { ...(await check(port, { attempt })), methods };
  };

  test('come all at once on the first attempt', async () => {
    const { methods, facts } = await probe({}, 1);
    const twice = ['GetNodeInfo', 'GetSyncing', 'GetLatestBlock'].map(node);
    const all = [v1, v1alpha, ...twice, ...twice];
    expect([...methods].sort()).toEqual(all.sort());
    expect(facts).toMatchObject({ transport: 'plaintext', certificateExpiresAt: null, blockHeight: 7 });
  });

  test('are only the required ones on later attempts, one after another', async () => {
    expect((await probe({}, 2)).methods).toEqual([v1, v1alpha, node('GetNodeInfo')]);
    const answers = { v1: answerWith(encodeServices(['a.B'])) };
    expect((await probe({ answers }, 2)).methods).toEqual([v1, node('GetNodeInfo')]);
  });
});

test.concurrent('every connection is closed', async () => {
  const closed: Promise<unknown>[] = [];
  const onSession: RawNodeOptions['onSession'] = (session) => {
    closed.push(new Promise<void>((resolve) => session.on('close', resolve)));
  };
  const { port } = await use(startRawNode({ onSession }));
  await check(port);
  // One for TLS, one for plaintext.
  expect(closed).toHaveLength(2);
  await Promise.all(closed);
});

test.concurrent('an address that says http, on a port of TLS', async () => {
  const { port } = await use(startRawNode({ tls: await createSelfSigned() }));
  const probe = await grpcCheck.loadProbe();
  const target = { host: '127.0.0.1', port, path: '/', secure: false, exactTransport: true } as const;
  const { problems } = await probe(createProbeContext(port, { target }), 1);
  expect(problems).toMatchObject([{ code: 'grpc/wants-tls', data: { isListedPlain: true } }]);
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
  /** A front that does this with a ClientHello, and passes all else on. */
  const serveBefore = async (options: RawNodeOptions, onHello: (socket: net.Socket) => unknown) => {
    const plain = await use(startRawNode(options));
    return serve((socket) => {
      socket.once('data', (hello) => {
        if (hello[0] === 0x16) return void onHello(socket);
        const onward = net.connect(plain.port, '127.0.0.1');
        onward.on('error', () => undefined).write(hello);
        return socket.pipe(onward).pipe(socket);
      });
    });
  };

  test('and the time of the TLS attempt counts only in the total', async () => {
    const heldMs = 50;
    const { port } = await serveBefore({}, (socket) => setTimeout(() => socket.end('not TLS'), heldMs));
    const found = await check(port);
    expect([codes(found), found.facts['transport']]).toEqual([['grpc/plaintext'], 'plaintext']);
    const { dns, connect, tls, firstByte, total } = found.facts['phasesMs'] as Record<string, number | null>;
    expect(tls).toBeNull();
    // Each is rounded, by itself, and a timer may come a millisecond early.
    expect((total ?? 0) - (dns ?? 0) - (connect ?? 0) - (firstByte ?? 0)).toBeGreaterThan(heldMs - 2);
  });

  test.each([
    ['closes', (socket: net.Socket) => socket.once('data', () => socket.end())],
    ['resets', (socket: net.Socket) => socket.once('data', () => socket.resetAndDestroy())],
  ])('the failure with TLS is reported if a server %s in plaintext too', async (_, onConnection) => {
    const { port, count } = await serve(onConnection);
    const { problems } = await check(port);
    expect(problems).toEqual([{ code: 'net/reset', data: { address: `127.0.0.1:${port}`, phase: 'tls' } }]);
    expect(count()).toBeGreaterThan(1);
  });

  test('and the failure with TLS if it closes some connections in plaintext, and is silent on the next', async () => {
    let plaintext = 0;
    const { port } = await serve((socket) => {
      socket.once('data', (hello) => {
        // Each of the two calls of reflection is made twice.
        if (hello[0] === 0x16 || ++plaintext <= 4) socket.end();
      });
    });
    const found = await check(port, { attempt: 2, timeoutMs: 2_000 });
    expect([codes(found), found.facts['transport']]).toEqual([['net/reset'], null]);
  });

  test('and counts if the HTTP/2 server in plaintext has a page', async () => {
    const { port } = await serveBefore({ all: answerHttp(404) }, (socket) => socket.end());
    const found = await check(port);
    expect([codes(found), found.facts['transport']]).toEqual([['http/status'], 'plaintext']);
  });

  test('but not at port 443', async () => {
    const { port, count } = await serve((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      });
    });
    const probe = await grpcCheck.loadProbe();
    const proxy = { host: '127.0.0.1', port, authorization: null };
    expect(codes(await probe(createProbeContext(443, { proxy }), 1))).toEqual(['tls/not-tls']);
    expect(count()).toBe(1);
  });
});
