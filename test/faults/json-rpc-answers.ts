import { expect } from 'vitest';
import { createRows, type Fault, type Terms } from './fault.js';
import { type Change, type Changes, changed, type JsonRpcKind, required } from './json-rpc.js';

/** What departs in the answer to the required call, or in those to all calls. */
interface Answer {
  /** The kinds that answer so; all by default. */
  readonly of?: readonly JsonRpcKind[];
  readonly first?: Change;
  readonly all?: Change;
}

const http = ['evm'] as const;
const comet = ['ws'] as const;
const ofEvm = ['evm', 'evm-ws'] as const;
const sockets = ['evm-ws', 'ws'] as const;

/** Rows of one answer, for each kind. */
function answers(name: string, result: string, answer: Terms & Answer): readonly Fault[] {
  const { of = [...http, ...sockets], first, all, ...terms } = answer;
  return of.map((kind) => {
    const changes: Changes = first === undefined ? { all: all ?? null } : { [required[kind]]: first };
    const row = createRows<{ readonly changes: Changes }>(kind, (server) => changed(kind, server.changes));
    return row(name, result, { ...terms, changes });
  });
}

const error = (code: unknown, message: string, more: object = {}): Change => ({
  error: { code, message },
  ...more,
});
const nested = (levels: number): Change =>
  `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const marked: Change = (right) => `\uFEFF${JSON.stringify(right)}`;
const beside =
  (value: unknown): Change =>
  ({ result }) => ({ result, error: value });
const waits = true;
const limit = 'inconclusive net/rate-limited';
const hasMark = { data: { reason: 'it begins with a byte order mark' } };
const hasError = { data: { reason: 'it has "error" beside "result"' } };
const oneId = '"id" must be 1, the id of the request';
const noCode = '"error" must have an integer "code" and a string "message"';

/** An answer that is none of JSON-RPC 2.0, and why. */
const bad = (name: string, reason: string, answer: Terms & Answer) =>
  answers(name, 'fail bad-envelope', {
    ...answer,
    data: { reason: expect.stringContaining(reason) as string },
  });

/** Answers over JSON-RPC that clients were asked about. */
export const jsonRpcAnswers: readonly Fault[] = [
  ...bad('an array', 'expected an object, got an array', { all: (right) => [right] }),
  ...bad('another id', oneId, { waits, first: ({ id }) => ({ id: id + 70 }) }),
  ...bad('no id', oneId, { waits, first: { id: undefined } }),
  ...bad('an id that is a string', oneId, { waits, first: ({ id }) => ({ id: String(id) }) }),
  ...bad('no jsonrpc', '"jsonrpc" must be "2.0"', { first: { jsonrpc: undefined } }),
  ...bad('neither result nor error', 'neither "result" nor "error"', { all: { result: undefined } }),
  ...bad('an error without a code', noCode, { all: error('x', 'no') }),
  ...answers('error -32601', 'fail method-missing', {
    all: error(-32601, 'not found'),
    data: { call: expect.stringMatching(/^(status|eth_getBlockByNumber)$/) as string },
  }),
  ...answers('error -32000', 'fail rpc-error', {
    first: error(-32000, 'not here'),
    data: { code: -32000, detail: 'not here' },
  }),
  ...answers('an error that requires a key', 'fail key-required', {
    first: error(-32000, 'invalid API key'),
    data: { detail: 'invalid API key' },
  }),
  ...bad('a number', 'expected an object, got a number', { of: http, all: '1' }),
  ...answers('error -32005', limit, { of: http, all: error(-32005, 'limit exceeded') }),
  ...answers('a temporary error that stays', 'fail rpc-error', {
    of: http,
    all: error(19, 'Temporary internal error. Please retry'),
  }),
  ...bad('JSON nested 100,000 deep', 'more values or levels than any', { of: http, all: nested(100_000) }),
  ...answers('a message that is not JSON', 'fail not-json', { of: sockets, all: 'hello' }),
  ...answers('a message that is empty', 'fail not-json', { of: sockets, all: '' }),
  ...answers('a message that is a page', 'fail not-json', { of: sockets, all: '<html>' }),
  ...bad('JSON nested 10,000 deep', 'more values or levels than any', { of: sockets, all: nested(10_000) }),
  ...answers('an error without an id', 'fail rpc-error', {
    of: sockets,
    all: error(-32000, 'no', { id: null }),
  }),
  ...answers('a limit: an error', limit, { of: sockets, first: error(-32005, 'slow down') }),
  ...answers('a limit: an error without an id', limit, {
    of: sockets,
    all: error(-32000, 'Too many requests', { id: null }),
    data: { retryAfterMs: null },
  }),
  ...answers('a limit: text', limit, { of: sockets, all: 'Too many requests' }),
  ...answers('a limit: no envelope', limit, { of: sockets, all: '{"message":"API rate limit exceeded"}' }),
  ...answers('a byte order mark', 'pass nonstandard-answer', { of: http, first: marked, ...hasMark }),
  ...answers('a byte order mark', 'fail bad-envelope', { of: sockets, first: marked, ...hasMark }),
  ...['', 0, false, null].flatMap((none) =>
    answers(`"error": ${JSON.stringify(none)} beside the result`, 'pass nonstandard-answer', {
      of: none === false ? [...http, ...sockets] : none === null ? ofEvm : http,
      first: beside(none),
      ...hasError,
    }),
  ),
  // CosmJS takes an empty one for none; viem, ethers and go-ethereum take any object for an error.
  ...bad('"error": {} beside the result', noCode, { of: ofEvm, first: beside({}) }),
  ...answers('"error": {} beside the result', 'pass nonstandard-answer', {
    of: comet,
    first: beside({}),
    ...hasError,
  }),
  ...bad('"error": [] beside the result', noCode, { of: http, first: beside([]) }),
  ...answers('"error": {"code":0,"message":""} beside the result', 'fail rpc-error', {
    of: http,
    first: beside({ code: 0, message: '' }),
  }),
];

/** What no client was asked about. */
export const moreJsonRpcAnswers: readonly Fault[] = [
  ...bad('null', 'expected an object, got null', { all: 'null' }),
  ...bad('a number in place of an object', 'expected an object, got a number', { all: '7' }),
  ...bad('an empty object', '"jsonrpc" must be "2.0"', { of: http, all: '{}' }),
  ...bad('an empty object', oneId, { waits, of: sockets, all: '{}' }),
  ...bad('an id of null', oneId, { of: http, all: { id: null } }),
  ...bad('an error of null alone', 'neither "result" nor "error"', {
    all: { result: undefined, error: null },
  }),
  ...[[], {}, { code: 1.5, message: 'x' }, { code: '1', message: 'x' }, { code: 1 }].flatMap((value) =>
    bad(`the error ${JSON.stringify(value)}`, noCode, { all: { error: value } }),
  ),
  ...['broken', false].flatMap((value) =>
    bad(`the error ${value}`, noCode, { of: http, all: { error: value } }),
  ),
  ...bad('101 levels', 'more values or levels than any', { all: nested(101) }),
  ...bad('100,001 values', 'more values or levels than any', {
    of: sockets,
    all: { result: Array(100_001).fill(0) },
  }),
  ...answers('a long page', 'fail not-json', {
    all: `<html>${'x'.repeat(100)}`,
    data: { begins: `<html>${'x'.repeat(34)}` },
  }),
  ...answers('"error": null beside the result', 'pass', { of: comet, first: beside(null) }),
  ...answers('"error": 0 beside the result', 'pass nonstandard-answer', {
    of: sockets,
    first: beside(0),
    ...hasError,
  }),
  ...answers('error 0', 'fail rpc-error', { all: error(0, ''), data: { code: 0, detail: '' } }),
  ...answers('an error with more data', 'fail rpc-error', {
    of: sockets,
    all: { error: { code: -32603, message: 'Internal error', data: 'x' } },
    data: { code: -32603, detail: 'Internal error: x' },
  }),
  // A contributor is not blamed for a limit, whatever the provider would like to sell.
  ...answers('a limit that would sell a key', limit, {
    all: error(-32005, 'get an API key'),
    data: { detail: 'error -32005: get an API key', retryAfterMs: null },
  }),
  ...answers('a limit in a string', limit, { of: sockets, all: '"Too many requests"' }),
  ...answers('a limit as a code', limit, { of: sockets, all: '{"code":429}' }),
  // The answer to a request that was not read has no id.
  ...answers('an error without an id and a version', 'fail rpc-error', {
    of: http,
    all: error(-32700, 'parse error', { id: null, jsonrpc: undefined }),
    data: { call: 'eth_getBlockByNumber', code: -32700, detail: 'parse error' },
  }),
  ...answers('white space, and a further member', 'pass', {
    of: http,
    first: (right) => ` \r\n${JSON.stringify({ ...right, more: 1 })}\n`,
  }),
];
