import { gzipSync } from 'node:zlib';
import {
  answerFrames,
  answerMessage,
  answerStatus,
  encodeAnswer,
  formatFrame,
  type GrpcWebAnswer,
  type GrpcWebCall,
  type GrpcWebNodeOptions,
  startGrpcWebNode,
  trailersOk,
} from '../../src/sandbox/grpc-web-node.js';
import { raw } from './evm-server.js';
import type { FaultOf } from './fault.js';

type Answers = Readonly<Partial<Record<GrpcWebCall | 'all', GrpcWebAnswer>>>;

/** A node over plain http, which the check accepts if private addresses are allowed; each call has these answers in place of the usual ones. */
export function node(
  answers: Answers = {},
  options: Omit<GrpcWebNodeOptions, 'answer'> = {},
): FaultOf['start'] {
  return async ({ serve }) => {
    const answer: GrpcWebNodeOptions['answer'] = ({ call }) => answers.all ?? answers[call ?? 'all'];
    return `http://localhost:${await serve(startGrpcWebNode({ answer, ...options }))}${options.path ?? ''}`;
  };
}

const passes = (name: string, start: FaultOf['start'], ...rules: readonly string[]): FaultOf => ({
  name,
  start,
  verdict: 'pass',
  rules,
});
const fails = (
  name: string,
  rule: string,
  all: GrpcWebAnswer | FaultOf['start'],
  more: Partial<FaultOf> = {},
): FaultOf => ({
  name,
  start: typeof all === 'function' ? all : node({ all }),
  verdict: 'fail',
  rules: [rule],
  ...more,
});

const encodeInfo = (network: string) =>
  encodeAnswer('GetNodeInfo', { default_node_info: { network }, application_version: {} });
const message = formatFrame(0, encodeInfo('sandbox-1'));
const whole = Buffer.concat([message, trailersOk]);
const info = (network: string): Answers => ({ GetNodeInfo: answerMessage(encodeInfo(network)) });
/** An answer with these trailers. */
const ended = (trailers: string) => answerFrames(message, formatFrame(0x80, trailers));
/** A body with this content type. */
const typed = (contentType: string, body: string | Buffer = whole): GrpcWebAnswer => ({
  headers: { 'content-type': contentType },
  body,
});
const page = typed('text/html', '<!doctype html><title>Hi</title>');

const day = 86_400;
/** The newest block, of a time in seconds from now. */
const head = (aheadS: number, chainId = 'sandbox-1'): Answers => {
  const time = { seconds: Math.trunc(Date.now() / 1_000) + aheadS, nanos: 0 };
  const block = { header: { chain_id: chainId, height: 9, time } };
  return { GetLatestBlock: answerMessage(encodeAnswer('GetLatestBlock', { block })) };
};

/** An answer as bytes, which a server may end or leave open. */
const rawAnswer = (fields: string, body: Buffer, end = true) =>
  raw(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: application/grpc-web+proto\r\n${fields}\r\n`),
      body,
    ]),
    end,
  );

/** Healthy nodes that only look broken, or have a notice for users. */
export const grpcWebHealthy: readonly FaultOf[] = [
  passes('a healthy node', node()),
  {
    ...passes('a healthy node with TLS', async ({ authority, serve }) => {
      const tls = await authority.issue();
      return `https://localhost:${await serve(startGrpcWebNode({ tls }))}`;
    }),
    chainId: 'sandbox-1',
  },
  passes('a node below a path', node({}, { path: '/chain/rest' })),
  passes('a content type without +proto', node({ GetNodeInfo: typed('application/grpc-web', whole) })),
  passes(
    'trailers with capital letters',
    node({ GetNodeInfo: ended('Grpc-Status: 0\r\nGrpc-Message: \r\n') }),
  ),
  passes('trailers with further fields', node({ GetNodeInfo: ended('grpc-status:0\r\nx-node:a:b\r\n') })),
  // It answers each call with the node's info.
  passes(
    'HTTP/1.1 that ends with the connection',
    rawAnswer('connection: close\r\n', whole),
    'grpc-web/head-unknown',
  ),
  passes(
    'the text form',
    node({ GetNodeInfo: typed('application/grpc-web-text', encodeText()) }),
    'grpc-web/text-answer',
  ),
  passes(
    'gzip, though it was not requested',
    node({
      GetNodeInfo: {
        headers: { 'content-type': 'application/grpc-web+proto', 'content-encoding': 'gzip' },
        body: gzipSync(whole),
      },
    }),
  ),
  passes('a node that closes after each answer', node({ GetNodeInfo: closing() })),
  passes(
    'only the required call',
    node({ GetSyncing: answerStatus(12), GetLatestBlock: answerStatus(2, 'no') }),
    'grpc-web/head-unknown',
  ),
  passes('a node that is catching up', node({}, { syncing: true }), 'grpc-web/syncing'),
  passes('a node that stopped a day ago', node(head(-day)), 'grpc-web/stale'),
  passes('a block of tomorrow', node(head(day + 3_600)), 'grpc-web/odd-timestamp'),
  passes(
    'a block of 3 MB',
    node({ GetLatestBlock: answerMessage(Buffer.alloc(3e6)) }),
    'grpc-web/head-unknown',
  ),
  passes('a block of another chain', node(head(0, 'other-1')), 'chain/unsteady'),
  passes('two chain ids in turn', inTurn(), 'chain/unsteady', 'grpc-web/head-unknown'),
  {
    ...passes(
      'a node that does not report its chain',
      node({ ...info(''), ...head(0, '') }),
      'grpc-web/chain-unknown',
    ),
    chainId: 'sandbox-1',
  },
];

function encodeText(): string {
  return message.toString('base64') + trailersOk.toString('base64');
}

function closing(): GrpcWebAnswer {
  return { headers: { 'content-type': 'application/grpc-web+proto', connection: 'close' }, body: whole };
}

function inTurn(): FaultOf['start'] {
  return (lab) => {
    let calls = 0;
    const answer: GrpcWebNodeOptions['answer'] = ({ call }) =>
      call === 'GetNodeInfo'
        ? answerMessage(encodeInfo(`turn-${++calls % 2}`))
        : call === 'GetLatestBlock'
          ? answerStatus(12)
          : undefined;
    return lab.serve(startGrpcWebNode({ answer })).then((port) => `http://localhost:${port}`);
  };
}

/** Answers that are wrong. */
export const grpcWebAnswerFaults: readonly FaultOf[] = [
  ...[400, 404, 405, 415, 500, 501].map((status) =>
    fails(`HTTP ${status}`, 'http/status', { status, headers: { 'content-type': 'text/plain' } }),
  ),
  ...[502, 503, 504, 520].map((status) => fails(`HTTP ${status}`, 'http/upstream-down', { status })),
  ...[301, 308].map((status) =>
    fails(`HTTP ${status}`, 'http/redirect', { status, headers: { location: 'https://example.com/' } }),
  ),
  fails('HTTP 404 with the frames of an answer', 'http/status', { status: 404, ...answerFrames(whole) }),
  fails('a web page with status 200', 'grpc-web/not-grpc-web', page),
  fails('JSON with status 200', 'grpc-web/not-grpc-web', typed('application/json', '{"error":"no"}')),
  fails('no content type', 'grpc-web/not-grpc-web', { body: whole }),
  fails('the content type of JSON', 'grpc-web/not-grpc-web', typed('application/json')),
  fails('messages in JSON', 'grpc-web/not-grpc-web', typed('application/grpc-web+json')),
  fails('the content type of gRPC', 'grpc-web/not-grpc-web', typed('application/grpc')),
  fails('gRPC through a proxy for HTTP/1.1', 'grpc-web/other-kind', {
    status: 415,
    headers: { 'content-type': 'application/grpc', 'grpc-status': '3' },
  }),
  fails('no frames', 'grpc-web/no-status', answerFrames()),
  fails('a message without trailers', 'grpc-web/no-status', answerFrames(message)),
  fails('trailers without a status', 'grpc-web/no-status', ended('x: y\r\n')),
  fails('a status in the header fields, and a message without trailers', 'grpc-web/malformed-response', {
    headers: { ...answerStatus(0).headers },
    body: message,
  }),
  ...Object.entries({
    'a frame that is cut off': answerFrames(message.subarray(0, -3)),
    'trailers that are cut off': answerFrames(message, trailersOk.subarray(0, -3)),
    'a frame of 4 GiB': answerFrames(Buffer.from([0, 255, 255, 255, 255])),
    'half a frame header': answerFrames(message, Buffer.alloc(3)),
    'a compressed message': answerFrames(formatFrame(1, gzipSync(message)), trailersOk),
    'two messages': answerFrames(message, message, trailersOk),
    'a message after the trailers': answerFrames(message, trailersOk, message),
    'an unknown flag': answerFrames(formatFrame(0x10, ''), trailersOk),
    'trailers that are not lines': ended('<html>'),
    'trailers of 20 KB': ended(`grpc-status: 0\r\nx: ${'y'.repeat(20_000)}\r\n`),
    'a status that is a word': ended('grpc-status: OK\r\n'),
    'OK without a message': answerFrames(trailersOk),
    'an empty message': answerFrames(formatFrame(0, ''), trailersOk),
    'a message that is not protobuf': answerFrames(formatFrame(0, Buffer.alloc(3, 0xff)), trailersOk),
    'a page instead of frames': answerFrames(Buffer.from('<html>')),
    'text that is not base64': typed('application/grpc-web-text', '<html>'),
    'text of 600,000 parts': typed('application/grpc-web-text', 'A='.repeat(600_000)),
  }).map(([name, answer]) => fails(name, 'grpc-web/malformed-response', answer)),
  fails(
    'a message of 1 MiB and a byte',
    'net/response-too-large',
    answerMessage(Buffer.alloc((1 << 20) + 1)),
  ),
  fails('a body of 3 MB', 'net/response-too-large', answerMessage(Buffer.alloc(3e6))),
  fails('a gzip bomb', 'net/response-too-large', {
    headers: { 'content-type': 'application/grpc-web+proto', 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(64 << 20)),
  }),
  fails('a body that is shorter than its length', 'net/reset', rawAnswer('content-length: 999\r\n', whole)),
  fails(
    'a body that never ends',
    'net/response-timeout',
    rawAnswer('transfer-encoding: chunked\r\n', Buffer.from('5\r\n\0\0\0\0\0\r\n'), false),
    { timeout: '4s' },
  ),
  fails('another gRPC service', 'grpc-web/service-missing', answerStatus(12, 'unknown service cosmos.base')),
  fails('UNIMPLEMENTED without a reason', 'grpc-web/service-missing', answerStatus(12)),
  fails(
    'the service without GetNodeInfo',
    'grpc-web/method-unimplemented',
    answerStatus(12, 'unknown method GetNodeInfo'),
  ),
  fails('an internal error', 'grpc-web/node-error', answerStatus(13, 'panic')),
  fails(
    'an internal error in the trailers',
    'grpc-web/node-error',
    ended('grpc-status: 13\r\ngrpc-message: panic'),
  ),
  fails(
    'a node before its first block',
    'grpc-web/node-error',
    answerStatus(2, 'please wait for first block'),
  ),
  fails('status 16', 'http/auth-required', answerStatus(16, 'no token')),
  fails('status 7', 'http/forbidden', answerStatus(7, 'not from there')),
  fails('status 14', 'http/upstream-down', answerStatus(14, 'no healthy upstream')),
  fails('another chain', 'grpc-web/wrong-chain', node({ ...info('other-2'), ...head(0, 'other-2') }), {
    chainId: 'sandbox-1',
  }),
  fails(
    'another chain that only the newest block shows',
    'grpc-web/wrong-chain',
    node({ ...info(''), ...head(0, 'other-1') }),
    { chainId: 'sandbox-1' },
  ),
];
