import http from 'node:http';
import https from 'node:https';
import http2 from 'node:http2';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { answerCall, startEvmNode } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import { createRows, type Fault } from './fault.js';
import { answerStatus, answerStreams, type RawNodeOptions, startRawNode } from './raw-node.js';

type Start = (options: { readonly tls?: KeyPair }) => Promise<SandboxServer>;
type Kind = Fault['kind'];
/** A server that is listed as another kind. */
type Other = readonly [name: string, start: Start];

export const startWeb =
  (listener: http.RequestListener): Start =>
  ({ tls }) =>
    listen(tls === undefined ? http.createServer(listener) : https.createServer({ ...tls }, listener));

const comet: Other = ['CometBFT RPC', startRpcNode];
const lcd: Other = ['the REST API', startRestNode];
const evm: Other = ['EVM JSON-RPC', startEvmNode];
const grpc: Other = ['gRPC', startCosmosNode];
const grpcWeb: Other = ['gRPC-web', startGrpcWebNode];
/** A gRPC server without services of the Cosmos SDK, which rejects all calls as unauthenticated. */
const closedGrpc: Other = [
  'gRPC that requires authentication',
  (options) => startRawNode({ ...options, all: answerStatus(16, 'no token') }),
];
const site: Other = [
  'a web site',
  startWeb((request, response) => {
    request.resume();
    if (request.method === 'GET')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    else response.writeHead(405).end();
  }),
];
/** A web site with only a page at its root. */
const home: Other = [
  'a web site',
  startWeb((request, response) => {
    request.resume();
    const isPage = request.method === 'GET' && request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end('<!doctype html>');
  }),
];

/**
 * A node behind Envoy 1.40 whose clusters only have HTTP/2: its answer to HTTP/1.1 requests, which the proxy passes on or makes from a reset. gRPC
 * reaches the node.
 */
const startEnvoy =
  (status: number, body: string, node: Pick<RawNodeOptions, 'all'> = {}): Start =>
  ({ tls }) => {
    const web = http.createServer((request, response) => {
      request.resume();
      response.writeHead(status, { server: 'envoy', 'content-type': 'text/plain' }).end(body);
    });
    const server = createTlsServer({ ...tls, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      socket.on('error', () => undefined);
      if (socket.alpnProtocol !== 'h2') return void web.emit('connection', socket);
      const session = http2.performServerHandshake(socket);
      session.on('error', () => undefined).on('stream', answerStreams(node));
    });
    return listen(server);
  };
const upstreamError = 'upstream connect error or disconnect/reset before headers. reset reason: ';

/** EVM JSON-RPC over HTTP/2 only, which is not a gRPC server. */
const evmOverHttp2: Start = ({ tls }) =>
  listen(
    http2.createSecureServer({ ...tls }, (request, response) => {
      text(request)
        .then((body) => {
          const answer = answerCall(body, {});
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(answer);
        })
        // A gRPC client sends no JSON.
        .catch(() => response.stream.destroy());
    }),
  );

/** A server that is listed as a kind, with TLS or without it. */
const row = (kind: Kind, name: string, result: string, scheme: string, start: Start, secure = true) =>
  createRows<object>(kind, () => async ({ authority, serve }) => {
    const port = await serve(start(secure ? { tls: await authority.issue() } : {}));
    return `${scheme === '' ? '' : `${scheme}${secure ? 's' : ''}://`}localhost:${port}`;
  })(name, result);

/** Servers that are listed as a kind, by urls of this scheme. */
const listed = (kind: Kind, scheme: string, ...others: readonly Other[]): readonly Fault[] =>
  others.flatMap(([name, start]) =>
    [true, false].map((secure) => {
      const result = `fail other-kind${kind === 'ws' ? ' entry/websocket-path' : ''}`;
      return row(kind, `${name}, ${secure ? 'with' : 'without'} TLS`, result, scheme, start, secure);
    }),
  );

const down = `${upstreamError}remote connection failure`;
const behindEnvoy = (kind: Kind): readonly Fault[] =>
  (
    [
      [
        'gRPC behind Envoy: grpc-go 1.33',
        'fail other-kind',
        startEnvoy(502, `${upstreamError}protocol error`),
      ],
      ['gRPC behind Envoy: grpc-js', 'fail other-kind', startEnvoy(415, '')],
      ['gRPC behind Envoy: a route for gRPC alone', 'fail other-kind', startEnvoy(404, '')],
      [
        'a node that is down behind Envoy',
        'fail http/upstream-down',
        startEnvoy(503, down, { all: answerStatus(14, down) }),
      ],
      ['Envoy without a route', 'fail http/status', startEnvoy(404, '', { all: answerStatus(12) })],
    ] as const
  ).map(([name, result, start]) => row(kind, name, result, 'http', start));

/** Endpoints that are listed as another kind. */
export const otherKinds: readonly Fault[] = [
  ...listed('grpc', '', comet, lcd, evm, site),
  ...listed('evm', 'http', comet, lcd, site, grpcWeb, grpc, closedGrpc),
  ...behindEnvoy('evm'),
  row('evm', 'EVM over HTTP/2 only', 'fail tls/no-http1', 'http', evmOverHttp2),
  ...listed('rpc', 'http', lcd, evm, home, grpc, closedGrpc),
  ...behindEnvoy('rpc'),
  ...listed('rest', 'http', comet, evm, home, grpc, closedGrpc),
  ...behindEnvoy('rest'),
  ...listed('grpc-web', 'http', comet, lcd, evm, site, grpc, closedGrpc),
  ...behindEnvoy('grpc-web'),
  ...listed('ws', 'ws', ['CometBFT RPC without websockets', startRpcNode], lcd, evm, site, grpc),
  ...listed('evm-ws', 'ws', ['EVM JSON-RPC without websockets', startEvmNode], comet, lcd, site, grpc),
];
