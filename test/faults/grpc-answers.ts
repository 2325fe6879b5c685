import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { listen } from '../../src/sandbox/server.js';
import type { FaultOf } from './fault.js';
import {
  type Answer,
  answerHttp,
  answerStatus,
  answerWith,
  encode,
  encodeReflection,
  encodeServices,
  frame,
  type RawNodeOptions,
  startRawNode,
} from './raw-node.js';

/** A node with TLS, as behind a proxy. */
export function node(options: RawNodeOptions): FaultOf['start'] {
  return async ({ authority, serve }) =>
    `localhost:${await serve(startRawNode({ tls: await authority.issue(), ...options }))}`;
}

const fails = (
  name: string,
  rule: string,
  options: RawNodeOptions,
  more: Partial<FaultOf> = {},
): FaultOf => ({
  name,
  start: node(options),
  verdict: 'fail',
  rules: [rule],
  ...more,
});

const hang: Answer = () => undefined;

const drip: Answer = (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
  stream.write(Buffer.from([0, 0, 1, 0, 0]));
  const timer = setInterval(() => stream.write('x'), 20);
  stream.on('close', () => clearInterval(timer));
};

const flood: Answer = (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
  const chunk = frame(Buffer.alloc(65_536, 0x20));
  const more = () => {
    while (!stream.destroyed && stream.write(chunk));
  };
  stream.on('drain', more);
  more();
};

const withoutStatus: Answer = (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
  stream.end();
};

/** SETTINGS, and GOAWAY once the calls are there (RFC 9113 sections 6.5 and 6.8); node:http2 ends its streams first. */
function goAway(code: number): FaultOf['start'] {
  return async ({ authority, serve }) => {
    const server = tls.createServer({ ...(await authority.issue()), ALPNProtocols: ['h2'] }, (socket) => {
      socket.on('error', () => undefined);
      socket.write(Buffer.from('000000040000000000', 'hex'));
      setTimeout(() => {
        socket.end(Buffer.from(`0000080700000000007fffffff${code.toString(16).padStart(8, '0')}`, 'hex'));
      }, 100);
    });
    return `localhost:${await serve(listen(server))}`;
  };
}

const bomb: Answer = (stream) => {
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-encoding': 'gzip' },
    { waitForTrailers: true },
  );
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(frame(gzipSync(Buffer.alloc(64 << 20)), true));
};

const refusedByRpc =
  'post failed: Post "http://127.0.0.1:26657": dial tcp 127.0.0.1:26657: connect: connection refused';

const info = (network: string) => answerWith(encode('GetNodeInfo', { default_node_info: { network } }));
const invalidUtf8 = Buffer.from([0x0a, 0x04, 0x22, 0x02, 0xc3, 0x28]);
const day = 86_400;
/** The newest block, of a time in seconds from now. */
const head = (aheadS: number, chainId = ''): Answer => {
  const time = { seconds: Math.trunc(Date.now() / 1_000) + aheadS, nanos: 0 };
  return answerWith(encode('GetLatestBlock', { block: { header: { chain_id: chainId, height: 9, time } } }));
};

/** Answers on a healthy connection. */
export const grpcAnswerFaults: readonly FaultOf[] = [
  { name: 'a healthy node', start: node({}), verdict: 'pass', rules: [] },
  ...[404, 405, 415, 464, 500].map((status) =>
    fails(`HTTP ${status}`, 'http/status', { all: answerHttp(status) }),
  ),
  ...[502, 503, 504, 520, 521, 522, 523, 524].map((status) =>
    fails(`HTTP ${status}`, 'http/upstream-down', { all: answerHttp(status) }),
  ),
  fails('HTTP 301', 'http/redirect', { all: answerHttp(301, '', { location: 'https://example.com/' }) }),
  fails('HTTP 403 with a challenge page', 'http/forbidden', { all: answerHttp(403, '<html>Are you human?') }),
  fails('a web page with status 200', 'grpc/not-grpc', {
    all: answerHttp(200, '<!doctype html><title>Hi</title>'),
  }),
  fails('JSON with status 200', 'grpc/not-grpc', {
    all: answerHttp(200, '{"error":"no"}', { 'content-type': 'application/json' }),
  }),
  fails('a stream that ends without a status (nginx proxy_pass)', 'grpc/no-status', { all: withoutStatus }),

  fails('reflection turned off', 'grpc/reflection-unavailable', {
    answers: { reflection: answerStatus(12) },
  }),
  fails('reflection blocked by the proxy', 'grpc/reflection-unavailable', {
    answers: { reflection: answerHttp(404) },
  }),
  fails('reflection that answers with an error', 'grpc/node-error', {
    answers: {
      v1alpha: answerWith(encodeReflection({ error_response: { error_code: 13, error_message: 'x' } })),
    },
  }),
  fails('another gRPC service', 'grpc/service-missing', {
    answers: { v1alpha: answerWith(encodeServices(['helloworld.Greeter'])), GetNodeInfo: answerStatus(12) },
  }),
  fails('the service without GetNodeInfo', 'grpc/method-unimplemented', {
    answers: { GetNodeInfo: answerStatus(12) },
  }),
  fails('a node in offline mode (SDK 0.45)', 'grpc/node-error', {
    answers: { GetNodeInfo: answerStatus(2, 'no RPC client is defined in offline mode') },
  }),
  fails('a node before its first block', 'grpc/node-error', {
    answers: { GetNodeInfo: answerStatus(2, 'sandbox is not ready; please wait for first block') },
  }),
  fails('an internal error', 'grpc/node-error', { answers: { GetNodeInfo: answerStatus(13, 'panic') } }),
  fails('status 16', 'http/auth-required', { all: answerStatus(16, 'no token') }),
  fails('status 7', 'http/forbidden', { all: answerStatus(7, 'not from there') }),
  fails('status 14', 'http/upstream-down', { all: answerStatus(14, 'no healthy upstream') }),
  fails('a node that is down behind Envoy, for one call', 'http/upstream-down', {
    answers: { GetNodeInfo: answerStatus(14, 'no healthy upstream') },
  }),
  fails('a node that is down behind a proxy that answers reflection', 'http/upstream-down', {
    answers: {
      GetNodeInfo: answerStatus(14, 'connection error: dial tcp 10.0.0.5:9090: connection refused'),
    },
  }),
  fails(
    'another chain that only the newest block shows',
    'grpc/wrong-chain',
    {
      answers: { GetNodeInfo: info(''), GetLatestBlock: head(0, 'other-1') },
    },
    { chainId: 'sandbox-1' },
  ),
  {
    name: 'a block that the node does not send for its size',
    start: node({
      answers: {
        GetLatestBlock: answerStatus(
          8,
          'grpc: trying to send message larger than max (14700000 vs. 4194304)',
        ),
      },
    }),
    verdict: 'pass',
    rules: ['grpc/head-unknown'],
  },
  fails('a node whose CometBFT RPC does not listen', 'grpc/node-error', {
    answers: { GetNodeInfo: answerStatus(2, refusedByRpc) },
  }),
  {
    name: 'status 8',
    start: node({ all: answerStatus(8, 'slow down') }),
    verdict: 'inconclusive',
    rules: ['net/rate-limited'],
  },

  fails('no answer on an established connection', 'net/response-timeout', { all: hang }, { timeout: '4s' }),
  fails('an answer that arrives byte by byte', 'net/response-timeout', { all: drip }, { timeout: '4s' }),
  fails(
    'GetNodeInfo that never answers',
    'net/response-timeout',
    { answers: { GetNodeInfo: hang } },
    { timeout: '4s' },
  ),
  fails('endless messages', 'grpc/malformed-response', { answers: { GetNodeInfo: flood } }),
  fails('a message of 1 MiB and a byte', 'net/response-too-large', {
    answers: { GetNodeInfo: answerWith(Buffer.alloc((1 << 20) + 1)) },
  }),
  fails('a compression bomb', 'net/response-too-large', { answers: { GetNodeInfo: bomb } }),
  fails('headers of 100 KB', 'grpc/stream-reset', {
    all: answerHttp(200, '', { 'content-type': 'application/grpc', junk: 'x'.repeat(100_000) }),
  }),
  fails('a message that is not protobuf', 'grpc/malformed-response', {
    answers: { GetNodeInfo: answerWith(Buffer.from([0xff, 0xff, 0xff])) },
  }),
  fails('an empty message', 'grpc/malformed-response', {
    answers: { GetNodeInfo: answerWith(Buffer.alloc(0)) },
  }),
  fails('OK without a message', 'grpc/malformed-response', { answers: { GetNodeInfo: answerStatus(0) } }),
  fails('3,000 services', 'grpc/malformed-response', {
    answers: {
      v1alpha: answerWith(encodeServices(Array.from({ length: 3_000 }, (_, index) => `s${index}`))),
    },
  }),
  fails('a service name of 300 characters', 'grpc/malformed-response', {
    answers: { v1alpha: answerWith(encodeServices(['x'.repeat(300)])) },
  }),
  fails(
    'a chain id that is not UTF-8',
    'grpc/wrong-chain',
    { answers: { GetNodeInfo: answerWith(invalidUtf8) } },
    {
      chainId: 'sandbox-1',
    },
  ),
  fails(
    'a node of another chain',
    'grpc/wrong-chain',
    { answers: { GetNodeInfo: info('other-2') } },
    {
      chainId: 'sandbox-1',
    },
  ),
  fails(
    'a node that does not report its chain',
    'grpc/chain-unknown',
    { answers: { GetNodeInfo: info('') } },
    {
      chainId: 'sandbox-1',
      verdict: 'pass',
    },
  ),
  {
    name: 'a node that is catching up',
    start: node({ answers: { GetSyncing: answerWith(encode('GetSyncing', { syncing: true })) } }),
    verdict: 'pass',
    rules: ['grpc/syncing'],
  },
  {
    name: 'a node that stopped a day ago',
    start: node({
      answers: {
        GetLatestBlock: head(-day),
      },
    }),
    verdict: 'pass',
    rules: ['grpc/stale'],
  },
  {
    name: 'a block of tomorrow',
    start: node({ answers: { GetLatestBlock: head(day + 3_600) } }),
    verdict: 'pass',
    rules: ['grpc/odd-timestamp'],
  },
  {
    name: 'a block of 2 MiB',
    start: node({ answers: { GetLatestBlock: answerWith(Buffer.alloc(2 << 20)) } }),
    verdict: 'pass',
    rules: ['grpc/head-unknown'],
  },
  {
    name: 'a block of another chain',
    start: node({ answers: { GetLatestBlock: head(0, 'other-1') } }),
    verdict: 'pass',
    rules: ['chain/unsteady'],
  },
  {
    name: 'two chain ids in turn',
    start: (lab) => {
      let calls = 0;
      const GetNodeInfo: Answer = (stream) => info(`turn-${++calls % 2}`)(stream);
      return node({ answers: { GetNodeInfo, GetLatestBlock: answerStatus(12) } })(lab);
    },
    verdict: 'pass',
    rules: ['chain/unsteady', 'grpc/head-unknown'],
  },
  fails('Envoy without a route', 'grpc/not-routed', { all: answerStatus(12) }),
  {
    name: 'a node that answers only the required calls',
    start: node({ answers: { GetSyncing: answerStatus(12), GetLatestBlock: answerStatus(2, 'no') } }),
    verdict: 'pass',
    rules: ['grpc/head-unknown'],
  },
  {
    name: 'a newest block that never comes',
    start: node({ answers: { GetLatestBlock: hang } }),
    verdict: 'pass',
    rules: ['grpc/head-unknown'],
  },
  {
    name: 'a limit of the newest block alone',
    start: node({ answers: { GetLatestBlock: answerHttp(429) } }),
    verdict: 'pass',
    rules: ['grpc/head-unknown'],
  },

  ...[1, 2, 5, 6, 9].map((code) =>
    fails(`a stream reset with code ${code}`, 'grpc/stream-reset', { all: (stream) => stream.close(code) }),
  ),
  fails('a stream that is canceled', 'grpc/stream-reset', { all: (stream) => stream.close(8) }),
  ...[0, 2, 11].map((code) => ({
    name: `GOAWAY with code ${code}, then the connection closes`,
    start: goAway(code),
    verdict: code === 11 ? ('inconclusive' as const) : ('fail' as const),
    // Node ends the streams of such a session with its code, as if each had been reset.
    rules: [{ 0: 'grpc/connection-dropped', 2: 'grpc/stream-reset' }[code] ?? 'net/rate-limited'],
  })),
];
