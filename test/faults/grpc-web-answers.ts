import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import {
  answerFrames,
  answerMessage,
  answerStatus,
  encodeAnswer,
  formatFrame,
  type GrpcWebCall,
  type GrpcWebNodeOptions,
  startGrpcWebNode,
  trailersOk,
} from '../../src/sandbox/grpc-web-node.js';
import type { WebAnswer } from '../../src/sandbox/web-node.js';
import { createRows, type Fault, type FaultOf } from './fault.js';
import { raw } from './get-kinds.js';

/** Answers to these calls, or to all; a function gets the number of calls of this name before. */
type Server = Readonly<Partial<Record<GrpcWebCall | 'all', WebAnswer | ((before: number) => WebAnswer)>>> & {
  readonly path?: string;
  readonly start?: FaultOf['start'];
};

/** Over plain http, which the check accepts if private addresses are allowed. */
export const row = createRows<Server>(
  'grpc-web',
  ({ path = '', start, ...answers }) =>
    start ??
    (async ({ serve }) => {
      const counts: Record<string, number> = {};
      const answer: GrpcWebNodeOptions['answer'] = (call) => {
        const name = call ?? 'all';
        const before = counts[name] ?? 0;
        counts[name] = before + 1;
        const found = answers.all ?? answers[name];
        return typeof found === 'function' ? found(before) : found;
      };
      return `http://localhost:${await serve(startGrpcWebNode({ answer, path }))}${path}`;
    }),
);

const encodeInfo = (network: string) =>
  encodeAnswer('GetNodeInfo', { default_node_info: { network }, application_version: {} });
const message = formatFrame(0, encodeInfo('sandbox-1'));
const whole = Buffer.concat([message, trailersOk]);
const info = (network: string) => answerMessage(encodeInfo(network));
/** An answer with these trailers. */
const ended = (trailers: string) => answerFrames(message, formatFrame(0x80, trailers));
/** A body with this content type. */
const typed = (contentType: string, body: string | Buffer = whole): WebAnswer => ({
  headers: { 'content-type': contentType },
  body,
});

/** The newest block, of now. */
const head = (chain_id: string) => {
  const time = { seconds: Math.trunc(Date.now() / 1_000), nanos: 0 };
  return answerMessage(encodeAnswer('GetLatestBlock', { block: { header: { chain_id, height: 9, time } } }));
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

const chainId = 'sandbox-1';
const tooLarge = answerMessage(Buffer.alloc((1 << 20) + 1));
const text = message.toString('base64') + trailersOk.toString('base64');
const binary = { 'content-type': 'application/grpc-web+proto' };

/** Healthy nodes that only look broken, or have a notice for users. */
export const grpcWebHealthy: readonly Fault[] = [
  row('a healthy node', 'pass'),
  row('a healthy node with TLS', 'pass', {
    start: async ({ authority, serve }) =>
      `https://localhost:${await serve(startGrpcWebNode({ tls: await authority.issue() }))}`,
    chainId,
  }),
  row('a node below a path', 'pass', { path: '/chain/rest' }),
  row('a content type without +proto', 'pass', { GetNodeInfo: typed('application/grpc-web') }),
  row('trailers with capital letters', 'pass', {
    GetNodeInfo: ended('Grpc-Status: 0\r\nGrpc-Message: \r\n'),
  }),
  row('trailers with further fields', 'pass', { GetNodeInfo: ended('grpc-status:0\r\nx-node:a:b\r\n') }),
  // It answers each call with the node's info.
  row('HTTP/1.1 that ends with the connection', 'pass head-unknown', {
    start: rawAnswer('connection: close\r\n', whole),
  }),
  row('the text form', 'pass text-answer', { GetNodeInfo: typed('application/grpc-web-text', text) }),
  row('gzip, though it was not requested', 'pass', {
    GetNodeInfo: { headers: { ...binary, 'content-encoding': 'gzip' }, body: gzipSync(whole) },
  }),
  row('a node that closes after each answer', 'pass', {
    GetNodeInfo: { headers: { ...binary, connection: 'close' }, body: whole },
    facts: { blockHeight: 1_234 },
  }),
  row('only the required call', 'pass head-unknown', {
    GetSyncing: answerStatus(12),
    GetLatestBlock: answerStatus(2, 'no'),
  }),
  row('a block of 3 MB', 'pass head-unknown', {
    GetLatestBlock: answerMessage(Buffer.alloc(3e6)),
    facts: { chainId, otherChainId: null },
  }),
  row('a block of another chain', 'pass chain/unsteady', { GetLatestBlock: head('other-1') }),
  row('two chain ids in turn', 'pass chain/unsteady head-unknown', {
    GetNodeInfo: (before) => info(`turn-${1 - (before % 2)}`),
    GetLatestBlock: answerStatus(12),
    facts: { chainId: 'turn-1', otherChainId: 'turn-0' },
  }),
];

const other = (name: string, contentType: string, answer: WebAnswer, begins?: string) =>
  row(name, 'fail not-grpc-web', {
    all: answer,
    data: { contentType, ...(begins === undefined ? {} : { begins }) },
  });
const malformed = (name: string, all: WebAnswer, reason = '') =>
  row(name, 'fail malformed-response', {
    all,
    data: { call: 'GetNodeInfo', reason: expect.stringContaining(reason) as string },
  });
const page = '<!doctype html><title>Hi</title>';
const failing = (name: string, result: string, all: WebAnswer, data: object = {}) =>
  row(name, result, { all, data });
const noStatus = (name: string, all: WebAnswer) =>
  row(name, 'fail no-status', { all, data: { call: 'GetNodeInfo' } });

/** Answers that are wrong. */
export const grpcWebAnswerFaults: readonly Fault[] = [
  ...[400, 404, 405, 415, 500, 501].map((status) =>
    failing(
      `HTTP ${status}`,
      'fail http/status',
      { status, headers: { 'content-type': 'text/plain' } },
      { status, request: 'grpc-web' },
    ),
  ),
  ...[502, 503, 504, 520].map((status) => failing(`HTTP ${status}`, 'fail http/upstream-down', { status })),
  ...[301, 308].map((status) =>
    failing(`HTTP ${status}`, 'fail http/redirect', {
      status,
      headers: { location: 'https://example.com/' },
    }),
  ),
  failing('HTTP 404 with the frames of an answer', 'fail http/status', {
    status: 404,
    ...answerFrames(whole),
  }),
  other('a web page with status 200', 'text/html', typed('text/html', page), page.slice(0, 40)),
  other(
    'JSON with status 200',
    'application/json',
    typed('application/json', '{"error":"no"}'),
    '{"error":"no"}',
  ),
  other('no content type', 'an answer without a content type', { body: whole }),
  other('the content type of JSON', 'application/json', typed('application/json')),
  other('messages in JSON', 'application/grpc-web+json', typed('application/grpc-web+json')),
  other('the content type of gRPC', 'application/grpc', typed('application/grpc'), ''),
  failing(
    'gRPC through a proxy for HTTP/1.1',
    'fail other-kind',
    { status: 415, headers: { 'content-type': 'application/grpc', 'grpc-status': '3' } },
    { kind: 'grpc' },
  ),
  noStatus('no frames', answerFrames()),
  noStatus('a message without trailers', answerFrames(message)),
  noStatus('trailers without a status', ended('x: y\r\n')),
  malformed(
    'a status in the header fields, and a message without trailers',
    { headers: { ...answerStatus(0).headers }, body: message },
    'no trailers after the message',
  ),
  malformed('a frame that is cut off', answerFrames(message.subarray(0, -3))),
  malformed(
    'trailers that are cut off',
    answerFrames(message, trailersOk.subarray(0, -3)),
    'a frame of 16 bytes, of which 13 arrived',
  ),
  malformed('a frame of 4 GiB', answerFrames(Buffer.from([0, 255, 255, 255, 255]))),
  malformed('half a frame header', answerFrames(message, Buffer.alloc(3))),
  malformed('a compressed message', answerFrames(formatFrame(1, gzipSync(message)), trailersOk)),
  malformed('two messages', answerFrames(message, message, trailersOk)),
  malformed('a message after the trailers', answerFrames(message, trailersOk, message)),
  malformed('an unknown flag', answerFrames(formatFrame(0x10, ''), trailersOk)),
  malformed('trailers that are not lines', ended('<html>')),
  malformed('trailers of 20 KB', ended(`grpc-status: 0\r\nx: ${'y'.repeat(20_000)}\r\n`)),
  malformed('a status that is a word', ended('grpc-status: OK\r\n'), 'its grpc-status is "OK"'),
  malformed('OK without a message', answerFrames(trailersOk), 'no message'),
  malformed('an empty message', answerFrames(formatFrame(0, ''), trailersOk), 'default_node_info is missing'),
  malformed(
    'a message that is not protobuf',
    answerFrames(formatFrame(0, Buffer.alloc(3, 0xff)), trailersOk),
  ),
  malformed('a page instead of frames', answerFrames(Buffer.from('<html>'))),
  malformed(
    'text that is not base64',
    typed('application/grpc-web-text', '<html>'),
    'its text is not base64',
  ),
  malformed('text of 600,000 parts', typed('application/grpc-web-text', 'A='.repeat(600_000))),
  failing('a message of 1 MiB and a byte', 'fail net/response-too-large', tooLarge, { limitBytes: 1 << 20 }),
  failing('a body of 3 MB', 'fail net/response-too-large', answerMessage(Buffer.alloc(3e6))),
  failing('a gzip bomb', 'fail net/response-too-large', {
    headers: { ...binary, 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(64 << 20)),
  }),
  row('a body that is shorter than its length', 'fail net/reset', {
    start: rawAnswer('content-length: 999\r\n', whole),
  }),
  row('a body that never ends', 'fail net/response-timeout', {
    start: rawAnswer('transfer-encoding: chunked\r\n', Buffer.from('5\r\n\0\0\0\0\0\r\n'), false),
    timeout: '4s',
  }),
  failing('another gRPC service', 'fail service-missing', answerStatus(12, 'unknown service cosmos.base'), {
    detail: 'unknown service cosmos.base',
  }),
  failing('UNIMPLEMENTED without a reason', 'fail service-missing', answerStatus(12), {
    detail: 'UNIMPLEMENTED',
  }),
  failing(
    'the service without GetNodeInfo',
    'fail method-unimplemented',
    answerStatus(12, 'unknown method GetNodeInfo'),
    { detail: 'unknown method GetNodeInfo' },
  ),
  failing('an internal error', 'fail node-error', answerStatus(13, 'panic')),
  failing(
    'an internal error in the trailers',
    'fail node-error',
    ended('grpc-status: 13\r\ngrpc-message: panic'),
  ),
  failing('a node before its first block', 'fail node-error', answerStatus(2, 'please wait for first block')),
  failing('status 16', 'fail http/auth-required', answerStatus(16, 'no token')),
  failing('status 7', 'fail http/forbidden', answerStatus(7, 'not from there')),
  failing('status 14', 'fail http/upstream-down', answerStatus(14, 'no healthy upstream')),
  row('another chain that only the newest block shows', 'fail wrong-chain', {
    GetNodeInfo: info(''),
    GetLatestBlock: head('other-1'),
    chainId,
  }),
];

const limit = 'inconclusive net/rate-limited';
const limited = (detail: string) => ({ detail, retryAfterMs: null });
/** A status in the header fields alone, in the trailers, and in trailers alone. */
const status = (code: number, words: string, result: string, data: object) =>
  Object.entries({
    'the fields': answerFrames(),
    'trailers after a message': ended(`grpc-status: ${code}\r\ngrpc-message: ${encodeURI(words)}\r\n`),
    'trailers alone': answerFrames(
      formatFrame(0x80, `Grpc-Status: ${code}\r\nGrpc-Message: ${encodeURI(words)}\r\n`),
    ),
  }).map(([where, answer]) =>
    failing(
      `status ${code}, "${words}", in ${where}`,
      result,
      where === 'the fields'
        ? { headers: { ...binary, 'grpc-status': String(code), 'grpc-message': encodeURI(words) } }
        : answer,
      data,
    ),
  );
const both = (headers: Readonly<Record<string, string | string[]>>, body: Buffer): WebAnswer => ({
  headers: { ...binary, ...headers },
  body,
});
const early = { 'grpc-status': '8', 'grpc-message': 'early' };
const grpc = (code: string) => ({
  status: 200,
  headers: { 'content-type': 'application/grpc', 'grpc-status': code },
});
const unknownError = (name: string, details: string) => ({ call: 'GetNodeInfo', status: name, details });

/** What no client was asked about. */
export const moreGrpcWebAnswers: readonly Fault[] = [
  ...[
    'Application/gRPC-Web+Proto',
    'application/grpc-web+proto; charset=utf-8',
    'application/grpc-web ;x=y',
  ].map((type) => row(`the content type ${type}`, 'pass', { GetNodeInfo: typed(type), facts: { chainId } })),
  row('the text form, with +proto', 'pass text-answer', {
    GetNodeInfo: typed('application/grpc-web-text+proto', text),
  }),
  row('HTTP 203', 'pass', { GetNodeInfo: { ...answerFrames(whole), status: 203 } }),
  // As with connect-web, which takes the header field only if there are no trailers.
  ...['0', '13'].map((code) =>
    row(`status ${code} in the header fields, and trailers`, 'pass', {
      GetNodeInfo: both({ 'grpc-status': code }, whole),
    }),
  ),
  row('an empty state of syncing', 'pass', { GetSyncing: answerFrames(formatFrame(0, ''), trailersOk) }),
  malformed('an empty status', ended('grpc-status:\r\n'), 'its grpc-status is ""'),
  malformed(
    'a status of many digits',
    ended(`grpc-status: ${'1'.repeat(10)}`),
    'its grpc-status is "1111111111"',
  ),
  malformed(
    'a status of 999 characters',
    ended(`grpc-status: ${'x'.repeat(999)}`),
    `its grpc-status is "${'x'.repeat(300)}…"`,
  ),
  malformed(
    'a status in the header fields, and nothing else',
    both({ 'grpc-status': '0' }, Buffer.alloc(0)),
    'no message',
  ),
  failing('an answer that is cut off', 'fail malformed-response', answerFrames(whole.subarray(0, -1)), {
    isCutOff: true,
  }),
  other(
    'a content type that resembles gRPC-web',
    'application/grpc-websocket',
    typed('application/grpc-websocket', ''),
    '',
  ),
  ...['', '3', '12'].map((code) =>
    failing(`gRPC with the status "${code}"`, 'fail other-kind', grpc(code), { kind: 'grpc' }),
  ),
  failing('gRPC that is limited', limit, grpc('8')),
  failing('gRPC that is down', 'fail http/upstream-down', grpc('14')),
  ...status(2, 'panic', 'fail node-error', unknownError('UNKNOWN', 'panic')),
  ...status(99, '', 'fail node-error', unknownError('status 99', '')),
  ...status(12, 'unknown service x', 'fail service-missing', { detail: 'unknown service x' }),
  ...status(8, 'slow down', limit, limited('RESOURCE_EXHAUSTED: slow down')),
  ...status(7, 'rate limit exceeded', limit, limited('PERMISSION_DENIED: rate limit exceeded')),
  ...status(14, 'no healthy upstream', 'fail http/upstream-down', {
    detail: 'UNAVAILABLE: no healthy upstream',
  }),
  ...status(16, '', 'fail http/auth-required', { detail: 'UNAUTHENTICATED' }),
  ...status(7, '', 'fail http/forbidden', { detail: 'PERMISSION_DENIED' }),
  failing(
    'trailers against header fields',
    'fail node-error',
    both(early, formatFrame(0x80, 'grpc-status: 9\r\n')),
    { status: 'FAILED_PRECONDITION', details: '' },
  ),
  ...[message, whole.subarray(0, -1), formatFrame(0x80, 'x: y\r\n')].map((body, at) =>
    failing(
      `header fields with a body that has no status: ${at}`,
      limit,
      both(early, body),
      limited('RESOURCE_EXHAUSTED: early'),
    ),
  ),
  failing('a message of 9,999 characters', 'fail node-error', answerStatus(2, 'x'.repeat(9_999)), {
    details: `${'x'.repeat(300)}…`,
  }),
  failing(
    'two fields Retry-After',
    limit,
    both({ 'grpc-status': '8', 'retry-after': ['7', '9'] }, Buffer.alloc(0)),
    { retryAfterMs: 7_000 },
  ),
  failing("Envoy's field in the trailers", limit, ended('grpc-status: 14\r\nx-envoy-ratelimited: true\r\n')),
  failing('HTTP 500 with a whole answer', 'fail http/status', { ...answerFrames(whole), status: 500 }),
  ...[{ status: 429 }, { status: 503 }, answerStatus(8)].map((answer, at) =>
    row(`a limit of the first of two calls: ${at}`, 'pass', {
      GetNodeInfo: (before) => (before === 0 ? answer : info(chainId)),
      chainId,
    }),
  ),
  row('a limit of each of these calls', limit, {
    GetNodeInfo: { status: 503 },
    data: { detail: 'HTTP 503' },
  }),
  row('no frames for the first of two calls', 'fail no-status', {
    GetNodeInfo: (before) => (before === 0 ? answerFrames() : info(chainId)),
  }),
  row('an error to all but the first call', 'pass head-unknown', {
    GetNodeInfo: (before) => (before === 0 ? info(chainId) : answerStatus(12)),
    GetSyncing: answerStatus(12),
    GetLatestBlock: answerStatus(12),
    facts: { chainId, otherChainId: null },
  }),
  row(
    'another chain and a block beyond the limit, of a node that is catching up',
    'pass chain/unsteady syncing',
    {
      GetNodeInfo: (before) => info(`turn-${before}`),
      GetSyncing: answerMessage(encodeAnswer('GetSyncing', { syncing: true })),
      GetLatestBlock: tooLarge,
      facts: { chainId: 'turn-0', otherChainId: 'turn-1' },
    },
  ),
  row('a later attempt', 'pass', {
    attempts: [2],
    facts: { chainId, blockHeight: null, otherChainId: null },
  }),
  row('the claimed chain the second time', 'pass chain/unsteady', {
    GetNodeInfo: (before) => info(before === 0 ? 'other-1' : chainId),
    chainId,
  }),
];
