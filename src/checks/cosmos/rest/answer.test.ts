import { describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../../../net/http.js';
import { createAnswers } from '../../../sandbox/rest-node.js';
import { readLatestBlock, readNodeInfo, readSyncing } from './answer.js';

const blockTime = new Date('2026-01-01T00:00:00.000Z');
const answers = createAnswers({ blockTime });

function toAnswer(body: unknown, status = 200, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, body: Buffer.from(text) };
}

describe('node_info is read', () => {
  test('with the versions of the node', () => {
    expect(readNodeInfo(toAnswer(answers['node_info']))).toEqual({
      kind: 'result',
      value: {
        chainId: 'sandbox-1',
        moniker: 'sandbox',
        version: '0.38.17',
        sdkVersion: 'v0.53.4',
        appVersion: '1.0.0',
      },
      deviation: null,
    });
  });

  test('without an application, after a byte order mark', () => {
    expect(readNodeInfo(toAnswer('\uFEFF{"default_node_info":{"network":""}}'))).toEqual({
      kind: 'result',
      value: { chainId: '', moniker: null, version: null, sdkVersion: null, appVersion: null },
      deviation: 'it begins with a byte order mark',
    });
  });

  test.each<[string, unknown]>([
    ['expected an object', []],
    ['expected an object', 'null'],
    ['"default_node_info" must be an object', {}],
    ['"default_node_info.network" must be a string', { default_node_info: { network: 1 } }],
    ['more values or levels', `[${'0,'.repeat(40_000)}0]`],
  ])('not if %s', (reason, body) => {
    expect(readNodeInfo(toAnswer(body))).toMatchObject({
      problem: {
        code: 'rest/malformed-response',
        data: { call: 'node_info', reason: expect.stringContaining(reason) as string },
      },
    });
  });
});

describe('the newest block is read', () => {
  const header = { chain_id: 'a-1', height: '7', time: '2026-01-01T00:00:00.5Z' };
  const value = { chainId: 'a-1', height: 7, timeMs: blockTime.getTime() + 500 };

  test.each<[string, object]>([
    ['the one of CometBFT', { block: { header } }],
    ['the one of the SDK before that', { block: { header: {} }, sdk_block: { header } }],
    ['with a null one of the SDK', { block: { header }, sdk_block: null }],
  ])('%s', (_, body) => {
    expect(readLatestBlock(toAnswer(body))).toEqual({ kind: 'result', value, deviation: null });
  });

  test('without a chain id', () => {
    const body = { block: { header: { ...header, chain_id: null } } };
    expect(readLatestBlock(toAnswer(body))).toMatchObject({ value: { chainId: '' } });
  });

  test.each<[string, object]>([
    ['"block.header" must be an object', { block: null }],
    ['"sdk_block.header" must be an object', { sdk_block: {} }],
    ['"block.header.height" must be a height', { block: { header: { ...header, height: 'x' } } }],
    ['"block.header.time" must be a time', { block: { header: { ...header, time: 1 } } }],
  ])('not if %s', (reason, body) => {
    expect(readLatestBlock(toAnswer(body))).toMatchObject({
      problem: { data: { call: 'blocks/latest', reason: expect.stringContaining(reason) as string } },
    });
  });
});

test('syncing is true or false', () => {
  expect(readSyncing(toAnswer({ syncing: true }))).toMatchObject({ value: true });
  expect(readSyncing(toAnswer({ syncing: 'true' }))).toMatchObject({
    problem: { code: 'rest/malformed-response' },
  });
});

describe('an error of the gateway is read', () => {
  test.each<[number, string, number, string, object]>([
    [12, 'Not Implemented', 501, 'rest/method-missing', { call: 'node_info' }],
    [5, 'Not Found', 404, 'rest/method-missing', { call: 'node_info' }],
    [2, 'panic', 500, 'rest/node-error', { call: 'node_info', status: 'UNKNOWN', details: 'panic' }],
    [4, 'too slow', 504, 'rest/node-error', { status: 'DEADLINE_EXCEEDED', details: 'too slow' }],
    [8, 'no more', 429, 'net/rate-limited', { detail: 'RESOURCE_EXHAUSTED: no more' }],
    [8, 'message larger than max (9 vs. 8)', 429, 'net/response-too-large', { limitBytes: 8 }],
    [14, 'dial tcp: refused', 503, 'http/upstream-down', { detail: 'UNAVAILABLE: dial tcp: refused' }],
    [8, 'no more', 500, 'net/rate-limited', { detail: 'RESOURCE_EXHAUSTED: no more' }],
    [14, 'connection refused', 500, 'http/upstream-down', { detail: 'UNAVAILABLE: connection refused' }],
    [13, 'rate limit exceeded', 500, 'net/rate-limited', {}],
    [7, 'no', 403, 'http/forbidden', { detail: 'PERMISSION_DENIED: no' }],
  ])('code %i, "%s", with HTTP %i', (code, message, status, rule, data) => {
    const found = readNodeInfo(toAnswer({ code, message, details: [] }, status));
    expect(found).toMatchObject({ problem: { code: rule, data } });
    const { error, ...older } = { code, error: message, details: [] };
    expect(readNodeInfo(toAnswer({ ...older, error }, status))).toMatchObject({ problem: { code: rule } });
  });

  test('with HTTP 200 too', () => {
    expect(readNodeInfo(toAnswer({ code: 2, message: 'panic' }))).toMatchObject({
      problem: { code: 'rest/node-error' },
    });
  });

  test.each<[unknown]>([
    [{ code: 0, message: 'ok' }],
    [{ code: 17, message: 'x' }],
    [{ message: 'no route' }],
  ])('%j is none', (body) => {
    expect(readNodeInfo(toAnswer(body, 404))).toMatchObject({ problem: { code: 'http/status' } });
  });
});

describe('other answers', () => {
  test.each<[string, number, string]>([
    ['<!doctype html>', 200, 'rest/not-json'],
    ['', 502, 'http/upstream-down'],
  ])('%j with HTTP %i', (body, status, code) => {
    expect(readNodeInfo(toAnswer(body, status))).toMatchObject({ problem: { code } });
  });

  test('a refusal of gRPC', () => {
    const answer = toAnswer('', 200, { 'content-type': 'application/grpc' });
    expect(readNodeInfo(answer)).toMatchObject({ problem: { code: 'rest/other-kind' } });
  });
});

test('the words of a bot protection are a challenge in foreign JSON, but not in an answer of the node', () => {
  const headers = { 'content-type': 'text/plain' };
  const words = 'error code: 1010';
  const info = { default_node_info: { network: 'a-1', moniker: words } };
  expect(readNodeInfo(toAnswer(info, 200, headers))).toMatchObject({ value: { moniker: words } });
  expect(readNodeInfo(toAnswer({ detail: words }, 200, headers))).toMatchObject({
    problem: { code: 'http/challenged' },
  });
});
