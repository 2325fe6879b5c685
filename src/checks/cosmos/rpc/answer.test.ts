import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../model/json.js';
import { createResults } from '../../../sandbox/rpc-node.js';
import { readRpcAnswer, type RpcRoute } from './answer.js';

const blockTime = new Date('2026-01-01T00:00:00.000Z');
const results = createResults({ blockTime }) as Readonly<Record<RpcRoute, JsonValue>>;
const status = results.status as { readonly node_info: object; readonly sync_info: object };

function read(
  body: unknown,
  { route = 'status', httpStatus = 200 }: { route?: RpcRoute; httpStatus?: number } = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readRpcAnswer(route, { status: httpStatus, headers: {}, body: Buffer.from(text) });
}

const envelope = (result: unknown) => ({ jsonrpc: '2.0', id: -1, result });
const withInfo = (change: object) => envelope({ ...status, node_info: { ...status.node_info, ...change } });
const withSync = (change: object) => envelope({ ...status, sync_info: { ...status.sync_info, ...change } });
const head = { height: 1_234, timeMs: blockTime.getTime() };

describe('the status is read', () => {
  const node = {
    chainId: 'sandbox-1',
    moniker: 'sandbox',
    version: '0.38.17',
    isCatchingUp: false,
    head,
  };

  test.each<[string, unknown]>([
    ['of CometBFT', envelope(status)],
    ['with the empty id of Tendermint', { jsonrpc: '2.0', id: '', result: status }],
    ['bare', status],
    ['beside an empty error', { ...envelope(status), error: null }],
  ])('%s', (_, body) => {
    expect(read(body)).toEqual({ kind: 'result', node, deviation: null });
  });

  test('after a byte order mark, and beside an empty error', () => {
    const marked = read(`\uFEFF${JSON.stringify(envelope(status))}`);
    expect(marked).toMatchObject({ node, deviation: 'it begins with a byte order mark' });
    expect(read({ ...envelope(status), error: {} })).toMatchObject({
      node,
      deviation: 'it has "error" beside "result"',
    });
  });

  test('by POST, for which CosmJS expects a whole envelope', () => {
    const readPost = (body: unknown) =>
      readRpcAnswer('status', { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }, 'POST');
    expect(readPost({ ...envelope(status), id: 1 })).toEqual({ kind: 'result', node, deviation: null });
    for (const [body, reason] of [
      [status, 'it is the bare result'],
      [{ jsonrpc: '2.0', id: null, result: status }, '"id" must be that of the request, got null'],
      [{ jsonrpc: '2.0', result: status }, '"id" must be that of the request, got nothing'],
    ] as const) {
      expect(readPost(body)).toMatchObject({ node, deviation: expect.stringContaining(reason) as string });
    }
  });

  test('with fields on which CosmJS fails', () => {
    const numeric = read(withSync({ latest_block_height: 1_234 }));
    expect(numeric).toMatchObject({
      node,
      deviation: expect.stringContaining('latest_block_height') as string,
    });
    const without = read(envelope({ ...status, validator_info: undefined }));
    expect(without).toMatchObject({ node, deviation: expect.stringContaining('validator_info') as string });
  });

  test('of a node without a block, and of one whose height has more than 53 bits', () => {
    const none = { latest_block_height: '0', latest_block_time: '1970-01-01T00:00:00Z' };
    expect(read(withSync({ ...none, latest_app_hash: '' }))).toMatchObject({
      node: { head: null },
      deviation: null,
    });
    expect(read(withSync({ latest_block_height: '9007199254740993' }))).toMatchObject({
      node: { head: { height: '9007199254740993' } },
    });
  });

  test('its text is truncated', () => {
    const outcome = read(withInfo({ network: 'x'.repeat(1_000), moniker: 'y'.repeat(1_000), version: 1 }));
    expect(outcome).toMatchObject({
      node: { chainId: `${'x'.repeat(300)}…`, moniker: `${'y'.repeat(300)}…`, version: null },
    });
  });
});

describe.each<[RpcRoute]>([['block'], ['commit']])('the header of the answer to /%s is read', (route) => {
  const expected = { chainId: 'sandbox-1', moniker: null, version: null, isCatchingUp: null, head };

  test('in an envelope and bare', () => {
    for (const body of [envelope(results[route]), results[route]]) {
      expect(read(body, { route })).toEqual({ kind: 'result', node: expected, deviation: null });
    }
  });

  test.each<[unknown]>([[{}], [[]], ['x'], [{ block: {}, signed_header: {} }]])('not in %j', (result) => {
    expect(read(envelope(result), { route })).toMatchObject({
      problem: { code: 'rpc/malformed-response', data: { call: route } },
    });
  });
});

test('null in place of a block is a node without one', () => {
  expect(read(envelope({ block: null }), { route: 'block' })).toMatchObject({ node: { head: null } });
});

describe('a result that is no status is malformed', () => {
  test.each<[string, unknown]>([
    ['"node_info" must be an object', envelope({})],
    ['"sync_info" must be an object', envelope({ node_info: status.node_info })],
    ['"network" must be a string', withInfo({ network: 1 })],
    ['"latest_block_height"', withSync({ latest_block_height: '-1' })],
    ['"latest_block_height"', withSync({ latest_block_height: 1.5 })],
    ['"latest_block_height"', withSync({ latest_block_height: '1'.repeat(20) })],
    ['"latest_block_time"', withSync({ latest_block_time: 'today' })],
    ['"latest_block_time"', withSync({ latest_block_time: '2026-13-01T00:00:00Z' })],
    ['"latest_block_time"', withSync({ latest_block_time: 0 })],
  ])('%s', (reason, body) => {
    expect(read(body)).toMatchObject({
      problem: {
        code: 'rpc/malformed-response',
        data: { reason: expect.stringContaining(reason) as string },
      },
    });
  });
});

describe('JSON that is not of CometBFT is a bad envelope', () => {
  test.each<[string, unknown]>([
    ['expected an object, got an array', []],
    ['expected an object, got null', 'null'],
    ['"jsonrpc" must be "2.0"', {}],
    ['"jsonrpc" must be "2.0"', { jsonrpc: '1.0', result: status }],
    ['neither "result" nor "error"', { jsonrpc: '2.0', id: -1 }],
    ['"error" must have', { jsonrpc: '2.0', id: -1, error: { code: 'x', message: 'no' } }],
    ['more values or levels', `[${'0,'.repeat(40_000)}0]`],
  ])('%s', (reason, body) => {
    expect(read(body)).toMatchObject({
      problem: { code: 'rpc/bad-envelope', data: { reason: expect.stringContaining(reason) as string } },
    });
  });
});

describe('an error of the node is read', () => {
  const error = (code: number, message: string, data?: unknown) => ({
    jsonrpc: '2.0',
    id: -1,
    error: { code, message, data },
  });

  test.each<[unknown, string, object]>([
    [
      error(-32603, 'Internal error', 'no state'),
      'rpc/rpc-error',
      { call: 'status', code: -32603, detail: 'Internal error: no state' },
    ],
    [error(-32000, 'no'), 'rpc/rpc-error', { call: 'status', code: -32000, detail: 'no' }],
    [error(-32601, 'Method not found'), 'rpc/method-missing', { call: 'status' }],
    [error(-32000, 'invalid API key'), 'rpc/key-required', { detail: 'invalid API key' }],
    [error(-32000, 'rate limit exceeded'), 'net/rate-limited', { retryAfterMs: null }],
  ])('%j', (body, code, data) => {
    for (const httpStatus of [200, 500]) {
      expect(read(body, { httpStatus })).toMatchObject({ problem: { code, data } });
    }
  });

  test.each<[number, string]>([
    [429, 'net/rate-limited'],
    [503, 'http/upstream-down'],
  ])('but HTTP %i is more specific', (httpStatus, code) => {
    expect(read(error(-32603, 'Internal error'), { httpStatus })).toMatchObject({ problem: { code } });
  });
});

describe('other answers', () => {
  test.each<[string, string]>([
    ['<!doctype html>', 'rpc/not-json'],
    ['', 'rpc/not-json'],
    ['{"message":"API rate limit exceeded"}', 'net/rate-limited'],
  ])('%j', (body, code) => {
    expect(read(body)).toMatchObject({ problem: { code } });
  });

  test('a refusal of gRPC', () => {
    const headers = { 'content-type': 'application/grpc' };
    expect(readRpcAnswer('status', { status: 200, headers, body: Buffer.alloc(0) })).toMatchObject({
      problem: { code: 'rpc/other-kind', data: { kind: 'grpc' } },
    });
  });

  test('the words of a bot protection in a moniker are no challenge', () => {
    const whole = withInfo({ moniker: 'error code: 1010' });
    const body = Buffer.from(JSON.stringify(whole));
    const bare = Buffer.from(JSON.stringify(whole.result));
    const foreign = Buffer.from('{"detail":"error code: 1010"}');
    const headers = { 'content-type': 'text/plain' };
    expect(readRpcAnswer('status', { status: 200, headers, body })).toMatchObject({ kind: 'result' });
    expect(readRpcAnswer('status', { status: 200, headers, body: bare })).toMatchObject({ kind: 'result' });
    expect(readRpcAnswer('status', { status: 200, headers, body: foreign })).toMatchObject({
      problem: { code: 'http/challenged' },
    });
    expect(readRpcAnswer('status', { status: 403, headers, body })).toMatchObject({
      problem: { code: 'http/challenged' },
    });
  });
});
