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
import type { FaultOf, Lab } from './fault.js';
import { answerStatus, answerStreams, type RawNodeOptions, startRawNode } from './raw-node.js';

type Start = (tls?: KeyPair) => Promise<SandboxServer>;

export const startWeb =
  (listener: http.RequestListener): Start =>
  (tls) =>
    listen(tls === undefined ? http.createServer(listener) : https.createServer({ ...tls }, listener));

const comet: Start = (tls) => startRpcNode(tls === undefined ? {} : { tls });
const lcd: Start = (tls) => startRestNode(tls === undefined ? {} : { tls });

const site = startWeb((request, response) => {
  request.resume();
  if (request.method === 'GET')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  else response.writeHead(405).end();
});

/** A web site with only a page at its root. */
const home = startWeb((request, response) => {
  request.resume();
  const isPage = request.method === 'GET' && request.url === '/';
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end('<!doctype html>');
});

const evm: Start = (tls) => startEvmNode(tls === undefined ? {} : { tls });
const grpc: Start = (tls) => startCosmosNode(tls === undefined ? {} : { tls });
const grpcWeb: Start = (tls) => startGrpcWebNode(tls === undefined ? {} : { tls });
/** A gRPC server without services of the Cosmos SDK, which rejects all calls as unauthenticated. */
const closedGrpc: Start = (tls) =>
  startRawNode({ all: answerStatus(16, 'no token'), ...(tls === undefined ? {} : { tls }) });

/**
 * A node behind Envoy 1.40 whose clusters only have HTTP/2: its answer to HTTP/1.1 requests, which the proxy passes on or makes from a reset. gRPC
 * reaches the node.
 */
const startEnvoy =
  (status: number, body: string, node: Pick<RawNodeOptions, 'all'> = {}): Start =>
  (tls) => {
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

const asBehindEnvoy = (kind: string): readonly FaultOf[] => {
  const at = (what: string, rule: string, start: Start) =>
    listed(
      what,
      rule,
      over(start, true, (port) => `https://localhost:${port}`),
    );
  const down = `${upstreamError}remote connection failure`;
  return [
    at(
      'gRPC behind Envoy: grpc-go 1.33',
      `${kind}/other-kind`,
      startEnvoy(502, `${upstreamError}protocol error`),
    ),
    at('gRPC behind Envoy: grpc-js', `${kind}/other-kind`, startEnvoy(415, '')),
    at('gRPC behind Envoy: a route for gRPC alone', `${kind}/other-kind`, startEnvoy(404, '')),
    at(
      'a node that is down behind Envoy',
      'http/upstream-down',
      startEnvoy(503, down, { all: answerStatus(14, down) }),
    ),
    at('Envoy without a route', 'http/status', startEnvoy(404, '', { all: answerStatus(12) })),
  ];
};

/** EVM JSON-RPC over HTTP/2 only, which is not a gRPC server. */
const evmOverHttp2: Start = (tls) =>
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

const over =
  (start: Start, secure: boolean, format: (port: number) => string) =>
  async ({ authority, serve }: Lab) =>
    format(await serve(start(secure ? await authority.issue() : undefined)));

function listed(name: string, rule: string, start: FaultOf['start']): FaultOf {
  return { name, start, verdict: 'fail', rules: [rule] };
}

const asGrpc = (what: string, start: Start) =>
  [true, false].map((secure) => ({
    ...listed(
      `${what}, ${secure ? 'with' : 'without'} TLS`,
      'grpc/other-kind',
      over(start, secure, (port) => `localhost:${port}`),
    ),
  }));
const asUrl = (what: string, start: Start, rule: string) =>
  [true, false].map((secure) =>
    listed(
      `${what}, ${secure ? 'with' : 'without'} TLS`,
      rule,
      over(start, secure, (port) => `http${secure ? 's' : ''}://localhost:${port}`),
    ),
  );
const asEvm = (what: string, start: Start) => asUrl(what, start, 'evm/other-kind');
const asRpc = (what: string, start: Start) => asUrl(what, start, 'rpc/other-kind');
const asRest = (what: string, start: Start) => asUrl(what, start, 'rest/other-kind');
const asGrpcWeb = (what: string, start: Start) => asUrl(what, start, 'grpc-web/other-kind');

/** Endpoints of another kind that are listed as gRPC. */
export const grpcOtherKinds: readonly FaultOf[] = [
  ...asGrpc('CometBFT RPC', comet),
  ...asGrpc('the REST API', lcd),
  ...asGrpc('EVM JSON-RPC', evm),
  ...asGrpc('a web site', site),
];

/** Endpoints of another kind that are listed as CometBFT RPC. */
export const rpcOtherKinds: readonly FaultOf[] = [
  ...asRpc('the REST API', lcd),
  ...asRpc('EVM JSON-RPC', evm),
  ...asRpc('a web site', home),
  ...asRpc('gRPC', grpc),
  ...asRpc('gRPC that requires authentication', closedGrpc),
  ...asBehindEnvoy('rpc'),
];

/** Endpoints of another kind that are listed as REST API. */
export const restOtherKinds: readonly FaultOf[] = [
  ...asRest('CometBFT RPC', comet),
  ...asRest('EVM JSON-RPC', evm),
  ...asRest('a web site', home),
  ...asRest('gRPC', grpc),
  ...asRest('gRPC that requires authentication', closedGrpc),
  ...asBehindEnvoy('rest'),
];

/** Endpoints of another kind that are listed as gRPC-web. */
export const grpcWebOtherKinds: readonly FaultOf[] = [
  ...asGrpcWeb('CometBFT RPC', comet),
  ...asGrpcWeb('the REST API', lcd),
  ...asGrpcWeb('EVM JSON-RPC', evm),
  ...asGrpcWeb('a web site', site),
  ...asGrpcWeb('gRPC', grpc),
  ...asGrpcWeb('gRPC that requires authentication', closedGrpc),
  ...asBehindEnvoy('grpc-web'),
];

/** Endpoints of another kind that are listed as EVM. */
export const evmOtherKinds: readonly FaultOf[] = [
  ...asEvm('CometBFT RPC', comet),
  ...asEvm('the REST API', lcd),
  ...asEvm('a web site', site),
  ...asEvm('gRPC-web', grpcWeb),
  ...asEvm('gRPC', grpc),
  ...asEvm('gRPC that requires authentication', closedGrpc),
  ...asBehindEnvoy('evm'),
  listed(
    'EVM over HTTP/2 only',
    'tls/no-http1',
    over(evmOverHttp2, true, (port) => `https://localhost:${port}`),
  ),
];

const asWebSocket = (what: string, start: Start, rules: readonly string[]) =>
  [true, false].map((secure) => ({
    ...listed(
      `${what}, ${secure ? 'with' : 'without'} TLS`,
      '',
      over(start, secure, (port) => `ws${secure ? 's' : ''}://localhost:${port}`),
    ),
    rules,
  }));
const asCometWebSocket = (what: string, start: Start) =>
  asWebSocket(what, start, ['ws/other-kind', 'entry/websocket-path']);
const asEvmWebSocket = (what: string, start: Start) => asWebSocket(what, start, ['evm-ws/other-kind']);

/** Endpoints of another kind that are listed as websockets of CometBFT. */
export const cometWebSocketOtherKinds: readonly FaultOf[] = [
  ...asCometWebSocket('CometBFT RPC without websockets', comet),
  ...asCometWebSocket('the REST API', lcd),
  ...asCometWebSocket('EVM JSON-RPC', evm),
  ...asCometWebSocket('a web site', site),
  ...asCometWebSocket('gRPC', grpc),
];

/** Endpoints of another kind that are listed as websockets of EVM. */
export const evmWebSocketOtherKinds: readonly FaultOf[] = [
  ...asEvmWebSocket('EVM JSON-RPC without websockets', evm),
  ...asEvmWebSocket('CometBFT RPC', comet),
  ...asEvmWebSocket('the REST API', lcd),
  ...asEvmWebSocket('a web site', site),
  ...asEvmWebSocket('gRPC', grpc),
];
