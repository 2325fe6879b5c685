import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { holdClosedPort, listen, type SandboxServer } from '../../src/sandbox/server.js';
import type { FaultOf } from './fault.js';
import { answerStatus, startRawNode } from './raw-node.js';

function tcp(onConnection: (socket: net.Socket) => void): FaultOf['start'] {
  return async ({ serve }) => `localhost:${await serve(listen(net.createServer(onConnection)))}`;
}

/** A node in plaintext behind a proxy that keeps silent on a TLS ClientHello. */
function behindSilence(start: () => Promise<SandboxServer>): FaultOf['start'] {
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

/** Faults of the connection, below HTTP/2. */
export const grpcTransportFaults: readonly FaultOf[] = [
  {
    name: 'nothing listens',
    start: async ({ serve }) => `localhost:${await serve(holdClosedPort())}`,
    verdict: 'fail',
    rules: ['net/refused'],
  },
  {
    name: 'a name that does not exist',
    start: () => Promise.resolve('no-such-host.invalid:443'),
    verdict: 'fail',
    rules: ['net/dns-not-found'],
  },
  {
    name: 'a server that accepts connections and sends nothing',
    start: tcp(() => undefined),
    verdict: 'fail',
    rules: ['net/connect-timeout'],
    timeout: '4s',
  },
  {
    name: 'a server that resets each connection',
    // By its address: localhost is ::1 too, at which nothing listens, and either may be reported.
    start: async ({ serve }) => {
      const server = net.createServer((socket) => socket.resetAndDestroy());
      return `127.0.0.1:${await serve(listen(server))}`;
    },
    verdict: 'fail',
    rules: ['net/reset'],
  },
  {
    name: 'a server that closes each connection',
    start: tcp((socket) => socket.end()),
    verdict: 'fail',
    rules: ['net/reset'],
  },
  {
    name: 'gRPC in plaintext',
    start: async ({ serve }) => `localhost:${await serve(startCosmosNode())}`,
    verdict: 'pass',
    rules: ['grpc/plaintext'],
  },
  {
    name: 'gRPC in plaintext that closes the connection on a TLS ClientHello',
    start: async ({ serve }) => `localhost:${await serve(startRawNode())}`,
    verdict: 'pass',
    rules: ['grpc/plaintext'],
  },
  {
    name: 'gRPC in plaintext behind a front that is silent on a TLS ClientHello',
    start: behindSilence(() => startRawNode()),
    verdict: 'pass',
    rules: ['grpc/plaintext'],
  },
  {
    name: 'a limit in plaintext behind such a front',
    start: behindSilence(() => startRawNode({ all: answerStatus(8, 'slow down') })),
    verdict: 'inconclusive',
    rules: ['net/rate-limited'],
  },
  {
    name: 'the REST API in plaintext behind such a front',
    start: behindSilence(() => startRestNode()),
    verdict: 'fail',
    rules: ['grpc/other-kind'],
  },
  {
    name: 'the REST port (HTTP/1.1 in plaintext)',
    start: async ({ serve }) =>
      `localhost:${await serve(listen(http.createServer((_, response) => response.end('{}'))))}`,
    verdict: 'fail',
    rules: ['grpc/not-http2'],
  },
  {
    name: 'an SSH server',
    start: tcp((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
    verdict: 'fail',
    rules: ['grpc/not-http2'],
  },
  {
    name: 'a server that answers with random bytes',
    start: tcp((socket) => socket.once('data', () => socket.end(Buffer.alloc(64, 0xfe)))),
    verdict: 'fail',
    rules: ['grpc/not-http2'],
  },
  {
    name: 'TLS without HTTP/2 (nginx without http2)',
    start: async ({ authority, serve }) => {
      const tls = await authority.issue();
      return `localhost:${await serve(listen(https.createServer({ ...tls }, (_, response) => response.end('{}'))))}`;
    },
    verdict: 'fail',
    rules: ['tls/no-h2'],
  },
];
