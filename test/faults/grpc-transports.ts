import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { holdClosedPort, listen, type SandboxServer } from '../../src/sandbox/server.js';
import { createRows, type Fault, type Terms } from './fault.js';
import { answerStatus, startRawNode } from './raw-node.js';

const row = (name: string, result: string, start: Fault['start'], terms: Terms = {}) =>
  createRows<Terms>('grpc', () => start)(name, result, terms);

function tcp(onConnection: (socket: net.Socket) => void): Fault['start'] {
  return serving(() => listen(net.createServer(onConnection)));
}

function serving(start: () => Promise<SandboxServer>): Fault['start'] {
  return async ({ serve }) => `localhost:${await serve(start())}`;
}

/** A node in plaintext behind a proxy that keeps silent on a TLS ClientHello. */
function behindSilence(start: () => Promise<SandboxServer>): Fault['start'] {
  return async ({ serve }) => {
    const node = await serve(start());
    const front = net.createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', (first) => {
          if (first[0] === 0x16) return;
          const onward = net.connect(node, '127.0.0.1').on('error', () => undefined);
          onward.write(first);
          socket.pipe(onward).pipe(socket);
        });
    });
    return `localhost:${await serve(listen(front))}`;
  };
}

const answering: http.RequestListener = (_, response) => response.end('{}');

/** Faults of the connection, below HTTP/2. */
export const grpcTransportFaults: readonly Fault[] = [
  row('nothing listens', 'fail net/refused', serving(holdClosedPort)),
  row('a name that does not exist', 'fail net/dns-not-found', () =>
    Promise.resolve('no-such-host.invalid:443'),
  ),
  row(
    'a server that accepts connections and sends nothing',
    'fail net/connect-timeout',
    tcp(() => undefined),
    { timeout: '4s' },
  ),
  // By its address: localhost is ::1 too, at which nothing listens, and either may be reported.
  row('a server that resets each connection', 'fail net/reset', async ({ serve }) => {
    const server = net.createServer((socket) => socket.resetAndDestroy());
    return `127.0.0.1:${await serve(listen(server))}`;
  }),
  row(
    'a server that closes each connection',
    'fail net/reset',
    tcp((socket) => socket.end()),
  ),
  row(
    'gRPC in plaintext',
    'pass plaintext',
    serving(() => startCosmosNode()),
  ),
  row(
    'gRPC in plaintext that closes the connection on a TLS ClientHello',
    'pass plaintext',
    serving(() => startRawNode()),
  ),
  row(
    'gRPC in plaintext behind a front that is silent on a TLS ClientHello',
    'pass plaintext',
    behindSilence(() => startRawNode()),
  ),
  row(
    'a limit in plaintext behind such a front',
    'inconclusive net/rate-limited',
    behindSilence(() => startRawNode({ all: answerStatus(8, 'slow down') })),
  ),
  row(
    'the REST API in plaintext behind such a front',
    'fail other-kind',
    behindSilence(() => startRestNode()),
  ),
  row(
    'the REST port (HTTP/1.1 in plaintext)',
    'fail not-http2',
    serving(() => listen(http.createServer(answering))),
  ),
  row(
    'an SSH server',
    'fail not-http2',
    tcp((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
  ),
  row(
    'a server that answers with random bytes',
    'fail not-http2',
    tcp((socket) => socket.once('data', () => socket.end(Buffer.alloc(64, 0xfe)))),
  ),
  row('TLS without HTTP/2 (nginx without http2)', 'fail tls/no-h2', async ({ authority, serve }) => {
    const tls = await authority.issue();
    return `localhost:${await serve(listen(https.createServer({ ...tls }, answering)))}`;
  }),
];
