import { describe, expect, test } from 'vitest';
import { readWholeAnswer } from '../../../checks/evm/http/json-rpc.js';
import { answerLimits } from '../../../model/json.js';
import { isBeyondHead, isRangeLimitError, readRangeLimit } from './range-limit-error.js';

/** Reads an error of a node in the same way as every answer. */
function readError(code: number, message: string, status = 200) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }));
  const call = { id: 1, method: 'eth_getLogs', params: [] };
  const outcome = readWholeAnswer(call, { status, headers: {}, body }, answerLimits);
  if (outcome.kind !== 'problem') throw new Error('not an error');
  return outcome.problem;
}

const isRangeLimit = (code: number, message: string, status = 200) =>
  isRangeLimitError(readError(code, message, status));

describe('an error about the range', () => {
  test.each([
    [-32005, 'query returned more than 10000 results'],
    [-32000, 'query returned more than 10000 results'],
    [-32602, 'query returned more than 20000 results. Try with this block range [0x1, 0x2].'],
    [-32005, 'limit exceeded'],
    [-32005, 'exceed max block range: 5000'],
    [-32000, 'exceed maximum block range: 50000'],
    [-32000, 'block range too large, max 10000'],
    [-32000, 'block range is too wide'],
    [-32602, 'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range'],
    [-32602, 'You can make eth_getLogs requests with up to a 10,000 block range. Based on your parameters'],
    [-32614, 'eth_getLogs is limited to a 10,000 range'],
    [-32600, 'block range should work: [0x0, 0x1f3]'],
    [-32701, 'Please specify an address in your request or, to remove restrictions, limit exceeded'],
    [-32000, 'requested too many blocks from 1 to 20000, maximum is set to 2048'],
    [-32000, 'maximum [from, to] blocks distance: 10000'],
    [-32000, 'query timeout exceeded'],
    [-32000, 'too many results, please narrow your range'],
    [-32000, 'logs matched by query exceeds limit of 10000'],
    [-32603, 'response is too big: the result too large'],
    [-32062, 'Block range is too large'],
    [35, 'ranges over 10000 blocks are not supported on freetier: block range'],
  ])('%i %s', (code, message) => {
    expect(isRangeLimit(code, message)).toBe(true);
    expect(isRangeLimit(code, message, 400)).toBe(true);
  });
});

describe('the limit that a message states', () => {
  test.each<[string, number[]]>([
    ['eth_getLogs is limited to a 10,000 range', [10_000]],
    ['eth_getLogs is limited to a 1024 blocks range', [1_024]],
    ['You can make eth_getLogs requests with up to a 2K block range', [2_000]],
    [
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1, 0xa]',
      [10],
    ],
    ['requested too many blocks from 1 to 20000, maximum is set to 2048', [2_048]],
    ['maximum [from, to] blocks distance: 10000', [10_000]],
    ['exceed maximum block range: 50000', [50_000]],
    ['exceed max block range: 5000', [5_000]],
    ['block range too large, max 10000', [10_000]],
    ['ranges over 10000 blocks are not supported on freetier: block range', [10_000]],
    ['eth_getLogs block range limited to 0 - 3000 blocks', [3_000]],
    ['block range is too wide', []],
    ['limit exceeded', []],
  ])('%s', (message, stated) => {
    for (const code of [-32_000, -32_005])
      expect(readRangeLimit(readError(code, message))).toEqual({ kind: 'too-many-blocks', stated });
  });
});

describe('too much in these blocks, whatever their number', () => {
  test.each([
    [-32005, 'query returned more than 10000 results'],
    [-32602, 'query returned more than 20000 results. Try with this block range [0x1, 0x2].'],
    [
      -32602,
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit',
    ],
    [-32000, 'too many results, please narrow your range'],
    [-32000, 'logs matched by query exceeds limit of 10000'],
    [-32603, 'response is too big: the result too large'],
    [-32000, 'query timeout exceeded'],
    [-32000, 'context deadline exceeded'],
  ])('%i %s', (code, message) => {
    expect(readRangeLimit(readError(code, message))).toEqual({ kind: 'too-much' });
  });
});

describe('a node that is behind', () => {
  test.each([
    [-32000, 'block range extends beyond current head block'],
    [-32000, 'fromBlock is greater than latest block'],
  ])('%i %s', (code, message) => {
    expect(isBeyondHead(readError(code, message))).toBe(true);
    expect(isRangeLimit(code, message)).toBe(false);
  });
});

describe('any other error', () => {
  test.each([
    [-32005, 'daily request count exceeded, request rate limited'],
    [-32005, 'rate limit exceeded'],
    [429, 'Too Many Requests'],
    [429, 'Your app has exceeded its compute units per second capacity'],
    [-32000, 'header not found'],
    [-32602, 'invalid block range params'],
    [-32000, 'history has been pruned for this block range'],
    [-32000, 'missing trie node'],
    [-32602, 'invalid argument 0: hex string has length 38, want 40 for common.Address'],
    [-32601, 'the method eth_getLogs does not exist/is not available'],
    [-32603, 'Internal error'],
    [-32000, 'must be authenticated, an API key is required'],
  ])('%i %s', (code, message) => {
    expect(isRangeLimit(code, message)).toBe(false);
  });
});
