import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { listen } from '../../src/sandbox/server.js';
import { createRows, type Fault, type FaultOf } from './fault.js';
import {
  type Answer,
  answerBytes,
  answerHttp,
  answerStatus,
  answerWith,
  type CallName,
  encode,
  encodeReflection,
  encodeServices,
  frame,
  type RawNodeOptions,
  startRawNode,
} from './raw-node.js';

/** A node with TLS, as behind a proxy. */
function node(options: RawNodeOptions): FaultOf['start'] {
  return async ({ authority, serve }) =>
    `localhost:${await serve(startRawNode({ tls: await authority.issue(), ...options }))}`;
}

/** Answers to these calls, or to all. */
type GrpcServer = Readonly<Partial<Record<CallName | 'all', Answer>>> & { readonly start?: FaultOf['start'] };
export const row = createRows<GrpcServer>(
  'grpc',
  ({ start, all, ...answers }) => start ?? node({ answers, ...(all === undefined ? {} : { all }) }),
);

const hang: Answer = () => undefined;
const open = (stream: Parameters<Answer>[0], headers: Readonly<Record<string, string>> = {}) =>
  stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...headers });
const drip: Answer = (stream) => {
  open(stream);
  stream.write(Buffer.from([0, 0, 1, 0, 0]));
  const timer = setInterval(() => stream.write('x'), 20);
  stream.on('close', () => clearInterval(timer));
};
const flood: Answer = (stream) => {
  open(stream);
  const chunk = frame(Buffer.alloc(65_536, 0x20));
  const more = () => {
    while (!stream.destroyed && stream.write(chunk));
  };
  stream.on('drain', more);
  more();
};
const withoutStatus: Answer = (stream) => {
  open(stream);
  stream.end();
};
const bomb: Answer = (stream) =>
  answerBytes(frame(gzipSync(Buffer.alloc(64 << 20)), true), { 'grpc-encoding': 'gzip' })(stream);

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

const chainId = 'sandbox-1';
const service = 'cosmos.base.tendermint.v1beta1.Service';
const info = (network: string) => answerWith(encode('GetNodeInfo', { default_node_info: { network } }));
const services = (...names: readonly string[]) => answerWith(encodeServices(names));
const listed = (error_code: number, error_message: string) =>
  answerWith(encodeReflection({ error_response: { error_code, error_message } }));
/** The newest block, of now. */
const head = (chain_id: string): Answer => {
  const time = { seconds: Math.trunc(Date.now() / 1_000), nanos: 0 };
  return answerWith(encode('GetLatestBlock', { block: { header: { chain_id, height: 9, time } } }));
};
/** Answers in turn. */
const inTurn = (...answers: readonly Answer[]): Answer => {
  let count = 0;
  return (stream) => answers[count++ % answers.length]?.(stream);
};
const text = (value: string) => expect.stringContaining(value) as string;
const tooLarge = answerWith(Buffer.alloc(2 << 20));
const reflectionError = (status: string, details: string) => ({
  data: { call: 'server reflection', status, details },
});
const infoError = (status: string, details: string) => ({ data: { call: 'GetNodeInfo', status, details } });
const rpcRefused =
  'post failed: Post "http://127.0.0.1:26657": dial tcp 127.0.0.1:26657: connect: connection refused';
const blockTooLarge = 'grpc: trying to send message larger than max (14700000 vs. 4194304)';
const hasNoReflection = (detail: string) => ({
  data: { detail },
  facts: { reflection: null, services: null },
});

/** Answers on a healthy connection. */
export const grpcAnswerFaults: readonly Fault[] = [
  row('a healthy node', 'pass', {
    facts: {
      transport: 'tls',
      reflection: 'v1alpha',
      services: expect.arrayContaining([service]) as string[],
    },
  }),
  ...[404, 405, 415, 464, 500].map((status) =>
    row(`HTTP ${status}`, 'fail http/status', { all: answerHttp(status) }),
  ),
  ...[502, 503, 504, 520, 521, 522, 523, 524].map((status) =>
    row(`HTTP ${status}`, 'fail http/upstream-down', { all: answerHttp(status) }),
  ),
  row('HTTP 301', 'fail http/redirect', { all: answerHttp(301, '', { location: 'https://example.com/' }) }),
  row('HTTP 403 with a challenge page', 'fail http/forbidden', {
    all: answerHttp(403, '<html>Are you human?'),
  }),
  row('a web page with status 200', 'fail not-grpc', {
    all: answerHttp(200, '<!doctype html><title>Hi</title>'),
  }),
  row('JSON with status 200', 'fail not-grpc', {
    all: answerHttp(200, '{"error":"no"}', { 'content-type': 'application/json' }),
  }),
  row('a stream that ends without a status (nginx proxy_pass)', 'fail no-status', { all: withoutStatus }),
  row('reflection turned off', 'fail reflection-unavailable', {
    reflection: answerStatus(12),
    ...hasNoReflection('UNIMPLEMENTED'),
  }),
  row('reflection blocked by the proxy', 'fail reflection-unavailable', {
    reflection: answerHttp(404),
    ...hasNoReflection('HTTP 404'),
  }),
  row('reflection that answers with an error', 'fail node-error', {
    v1alpha: listed(13, 'x'),
    ...reflectionError('error 13', 'x'),
  }),
  row('another gRPC service', 'fail service-missing', {
    v1alpha: services('helloworld.Greeter'),
    GetNodeInfo: answerStatus(12),
    data: { services: 1 },
  }),
  row('the service without GetNodeInfo', 'fail method-unimplemented', {
    GetNodeInfo: answerStatus(12),
    data: { detail: 'UNIMPLEMENTED' },
  }),
  row('a node in offline mode (SDK 0.45)', 'fail node-error', {
    GetNodeInfo: answerStatus(2, 'no RPC client is defined in offline mode'),
    ...infoError('UNKNOWN', 'no RPC client is defined in offline mode'),
  }),
  row('a node before its first block', 'fail node-error', {
    GetNodeInfo: answerStatus(2, 'sandbox is not ready; please wait for first block'),
  }),
  row('an internal error', 'fail node-error', {
    GetNodeInfo: answerStatus(13, 'panic'),
    ...infoError('INTERNAL', 'panic'),
  }),
  row('status 16', 'fail http/auth-required', { all: answerStatus(16, 'no token') }),
  row('status 7', 'fail http/forbidden', { all: answerStatus(7, 'not from there') }),
  row('status 14', 'fail http/upstream-down', { all: answerStatus(14, 'no healthy upstream') }),
  row('a node that is down behind Envoy, for one call', 'fail http/upstream-down', {
    GetNodeInfo: answerStatus(14, 'no healthy upstream'),
  }),
  row('a node that is down behind a proxy that answers reflection', 'fail http/upstream-down', {
    GetNodeInfo: answerStatus(14, 'connection error: dial tcp 10.0.0.5:9090: connection refused'),
  }),
  row('another chain that only the newest block shows', 'fail wrong-chain', {
    GetNodeInfo: info(''),
    GetLatestBlock: head('other-1'),
    chainId,
  }),
  row('a block that the node does not send for its size', 'pass head-unknown', {
    GetLatestBlock: answerStatus(8, blockTooLarge),
  }),
  row('a node whose CometBFT RPC does not listen', 'fail node-error', {
    GetNodeInfo: answerStatus(2, rpcRefused),
  }),
  row('status 8', 'inconclusive net/rate-limited', { all: answerStatus(8, 'slow down') }),
  row('no answer on an established connection', 'fail net/response-timeout', { all: hang, timeout: '4s' }),
  row('an answer that arrives byte by byte', 'fail net/response-timeout', { all: drip, timeout: '4s' }),
  row('GetNodeInfo that never answers', 'fail net/response-timeout', {
    GetNodeInfo: hang,
    timeout: '4s',
    data: { call: 'GetNodeInfo' },
  }),
  row('endless messages', 'fail malformed-response', { GetNodeInfo: flood }),
  row('a message of 1 MiB and a byte', 'fail net/response-too-large', {
    GetNodeInfo: answerWith(Buffer.alloc((1 << 20) + 1)),
  }),
  row('a compression bomb', 'fail net/response-too-large', { GetNodeInfo: bomb, waits: true }),
  row('headers of 100 KB', 'fail stream-reset', {
    all: answerHttp(200, '', { 'content-type': 'application/grpc', junk: 'x'.repeat(100_000) }),
  }),
  row('a message that is not protobuf', 'fail malformed-response', {
    GetNodeInfo: answerWith(Buffer.alloc(3, 0xff)),
  }),
  row('an empty message', 'fail malformed-response', { GetNodeInfo: answerWith(Buffer.alloc(0)) }),
  row('OK without a message', 'fail malformed-response', { GetNodeInfo: answerStatus(0) }),
  row('3,000 services', 'fail malformed-response', {
    v1alpha: services(...Array.from({ length: 3_000 }, (_, index) => `s${index}`)),
  }),
  row('a service name of 300 characters', 'fail malformed-response', { v1alpha: services('x'.repeat(300)) }),
  row('a chain id that is not UTF-8', 'fail wrong-chain', {
    GetNodeInfo: answerWith(Buffer.from([0x0a, 0x04, 0x22, 0x02, 0xc3, 0x28])),
    chainId,
  }),
  row('a block of 2 MiB', 'pass head-unknown', {
    GetLatestBlock: tooLarge,
    data: { detail: 'it is larger than 1024 KiB' },
  }),
  row('a block of another chain', 'pass chain/unsteady', {
    GetLatestBlock: head('other-1'),
    facts: { chainId, otherChainId: 'other-1' },
  }),
  row('two chain ids in turn', 'pass chain/unsteady head-unknown', {
    start: (lab) =>
      node({
        answers: { GetNodeInfo: inTurn(info('turn-1'), info('turn-0')), GetLatestBlock: answerStatus(12) },
      })(lab),
    data: {},
    facts: { chainId: 'turn-1', otherChainId: 'turn-0' },
  }),
  row('Envoy without a route', 'fail not-routed', { all: answerStatus(12) }),
  row('a node that answers only the required calls', 'pass head-unknown', {
    GetSyncing: answerStatus(12),
    GetLatestBlock: answerStatus(2, 'no'),
    data: { detail: 'UNKNOWN: no' },
  }),
  row('a newest block that never comes', 'pass head-unknown', {
    GetLatestBlock: hang,
    waits: true,
    data: { detail: 'no answer within 2 s' },
  }),
  row('a limit of the newest block alone', 'pass head-unknown', { GetLatestBlock: answerHttp(429) }),
  ...[1, 2, 5, 6, 9].map((code) =>
    row(`a stream reset with code ${code}`, 'fail stream-reset', { all: (stream) => stream.close(code) }),
  ),
  row('a stream that is canceled', 'fail stream-reset', { all: (stream) => stream.close(8) }),
  // Node ends the streams of such a session with its code, as if each had been reset.
  row('GOAWAY with code 0, then the connection closes', 'fail connection-dropped', { start: goAway(0) }),
  row('GOAWAY with code 2, then the connection closes', 'fail stream-reset', { start: goAway(2) }),
  row('GOAWAY with code 11, then the connection closes', 'inconclusive net/rate-limited', {
    start: goAway(11),
  }),
];

const noReflection = (name: string, reflection: Answer, detail: string, more: object = {}) =>
  row(`no reflection: ${name}`, 'fail reflection-unavailable', {
    reflection,
    ...hasNoReflection(detail),
    ...more,
  });
const head500 = (name: string, GetLatestBlock: Answer, detail: string) =>
  row(`no head: ${name}`, 'pass head-unknown', {
    GetLatestBlock,
    data: { detail: text(detail) },
    facts: { blockHeight: null },
  });
const many = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);

/** What no client was asked about. */
export const moreGrpcAnswers: readonly Fault[] = [
  row('no services, of a node that answers', 'pass', { v1alpha: services(), facts: { services: [] } }),
  ...[500, 501].map((count) =>
    row(`${count} services`, 'pass', { v1alpha: services(...many(count)), facts: { services: many(500) } }),
  ),
  row('both versions of reflection', 'pass', {
    v1: services('new'),
    facts: { reflection: 'v1', services: ['new'] },
  }),
  row('v1 of reflection alone', 'pass', {
    v1: services('new'),
    v1alpha: answerStatus(12),
    facts: { reflection: 'v1', services: ['new'] },
    attempts: [1, 2],
  }),
  row('v1 of reflection and the state of syncing that never answer', 'pass', {
    v1: hang,
    GetSyncing: hang,
    waits: true,
    facts: { reflection: 'v1alpha', blockHeight: 7 },
  }),
  noReflection('HTTP 403', answerHttp(403), 'HTTP 403'),
  noReflection('HTTP 401', answerHttp(401), 'HTTP 401'),
  noReflection('a page', answerHttp(200, '<html>'), 'text/html'),
  noReflection('silence', hang, 'no answer within 4 s', { timeout: '4s' }),
  row('a reset of reflection alone', 'fail stream-reset', {
    reflection: (stream) => stream.close(2),
    data: { errorCode: 2 },
  }),
  row('a page for reflection, and an error of the node', 'fail http/status node-error', {
    reflection: answerHttp(404),
    GetNodeInfo: answerStatus(2, 'x'),
  }),
  row('reflection with another status', 'fail node-error', {
    reflection: answerStatus(13, 'panic'),
    ...reflectionError('INTERNAL', 'panic'),
  }),
  row('the service without GetNodeInfo, in its words', 'fail method-unimplemented', {
    v1alpha: services('a.B', service),
    GetNodeInfo: answerStatus(12, 'unknown method'),
    data: { detail: 'unknown method' },
  }),
  row('no services, and no GetNodeInfo', 'fail service-missing', {
    v1alpha: services(),
    GetNodeInfo: answerStatus(12, 'x'),
    data: { services: 0 },
  }),
  row('services with a longer name', 'fail service-missing', {
    v1alpha: services('a.B', `${service}.More`),
    GetNodeInfo: answerStatus(12, 'x'),
    data: { services: 2 },
  }),
  row('another service without reflection', 'fail service-missing', {
    reflection: answerStatus(12),
    GetNodeInfo: answerStatus(12, 'unknown service'),
    data: { services: null },
  }),
  row('GetNodeInfo without a status', 'fail no-status', {
    GetNodeInfo: withoutStatus,
    data: { call: 'GetNodeInfo' },
  }),
  row('pages with two statuses', 'fail http/status http/forbidden', {
    reflection: answerHttp(404),
    GetNodeInfo: answerHttp(403),
  }),
  head500('HTTP 404', answerHttp(404), 'HTTP 404'),
  head500('an error without a word', answerStatus(13), 'INTERNAL'),
  head500('no message', answerStatus(0), 'a malformed answer: '),
  row('no head: a limit in the words of a node that is down', 'pass head-unknown', {
    GetLatestBlock: answerHttp(503),
  }),
  row('no head, of a node that is catching up', 'pass syncing', {
    GetSyncing: answerWith(encode('GetSyncing', { syncing: true })),
    GetLatestBlock: answerStatus(13),
  }),
  row('no optional answers on a later attempt', 'pass', {
    attempts: [2],
    facts: { blockHeight: null, otherChainId: null, chainId },
  }),
  row('the claimed chain the second time', 'pass chain/unsteady', {
    start: (lab) => node({ answers: { GetNodeInfo: inTurn(info('other-1'), info(chainId)) } })(lab),
    chainId,
  }),
];
