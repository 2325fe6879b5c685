import http from 'node:http';
import https from 'node:https';
import http2 from 'node:http2';
import { text } from 'node:stream/consumers';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import type { FaultOf, Lab } from './fault.js';
import { answerStatus, startRawNode } from './raw-node.js';

type Start = (tls?: KeyPair) => Promise<SandboxServer>;

const startWeb =
  (listener: http.RequestListener): Start =>
  (tls) =>
    listen(tls === undefined ? http.createServer(listener) : https.createServer({ ...tls }, listener));

const json = (response: http.ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** As CometBFT's rpc/jsonrpc/server answers: a page of its routes at /, JSON-RPC to a POST. */
const comet = startWeb((request, response) => {
  const answer = (body: string) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Available endpoints:');
      return;
    }
    try {
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      const result = { node_info: { network: 'sandbox-1' }, sync_info: { catching_up: false } };
      const error = { code: -32601, message: 'Method not found' };
      json(response, 200, { jsonrpc: '2.0', id, ...(method === 'status' ? { result } : { error }) });
    } catch {
      const error = { code: -32700, message: 'Parse error. Invalid JSON' };
      json(response, 500, { jsonrpc: '2.0', id: -1, error });
    }
  };
  // A client may go away in the middle of its request.
  text(request).then(answer, () => response.destroy());
});

/** As gRPC-Gateway answers in a Cosmos SDK node. */
const lcd = startWeb((request, response) => {
  request.resume();
  if (request.url === '/cosmos/base/tendermint/v1beta1/node_info' && request.method === 'GET') {
    json(response, 200, { default_node_info: { network: 'sandbox-1' }, application_version: {} });
  } else json(response, 501, { code: 12, message: 'Not Implemented', details: [] });
});

const site = startWeb((request, response) => {
  request.resume();
  if (request.method === 'GET')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  else response.writeHead(405).end();
});

const evm: Start = (tls) => startEvmNode(tls === undefined ? {} : { tls });
const grpc: Start = (tls) => startCosmosNode(tls === undefined ? {} : { tls });
/** A gRPC server without services of the Cosmos SDK, which rejects all calls as unauthenticated. */
const closedGrpc: Start = (tls) =>
  startRawNode({ all: answerStatus(16, 'no token'), ...(tls === undefined ? {} : { tls }) });

/** EVM JSON-RPC over HTTP/2 only, which is not a gRPC server. */
const evmOverHttp2: Start = (tls) =>
  listen(
    http2.createSecureServer({ ...tls }, (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }));
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
const asEvm = (what: string, start: Start, rule = 'evm/other-kind') =>
  [true, false].map((secure) =>
    listed(
      `${what}, ${secure ? 'with' : 'without'} TLS`,
      rule,
      over(start, secure, (port) => `http${secure ? 's' : ''}://localhost:${port}`),
    ),
  );

/** Endpoints of another kind that are listed as gRPC. */
export const grpcOtherKinds: readonly FaultOf[] = [
  ...asGrpc('CometBFT RPC', comet),
  ...asGrpc('the REST API', lcd),
  ...asGrpc('EVM JSON-RPC', evm),
  ...asGrpc('a web site', site),
];

/** Endpoints of another kind that are listed as EVM. */
export const evmOtherKinds: readonly FaultOf[] = [
  ...asEvm('CometBFT RPC', comet),
  ...asEvm('the REST API', lcd),
  ...asEvm('a web site', site),
  ...asEvm('gRPC', grpc),
  ...asEvm('gRPC that requires authentication', closedGrpc),
  listed(
    'EVM over HTTP/2 only',
    'tls/no-http1',
    over(evmOverHttp2, true, (port) => `https://localhost:${port}`),
  ),
];
