import { expect, test } from 'vitest';
import { readRpcAnswer } from '../http/json-answer.js';
import { readRangeLimit } from './range-limit.js';

/** Reads an error of a node in the same way as every answer. */
function readError(code: number, message: string, status: number) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }));
  const call = { id: 1, method: 'eth_getLogs', params: [] };
  const outcome = readRpcAnswer('evm', call, { status, headers: {}, body });
  if (outcome.kind !== 'problem') throw new Error('not an error');
  return readRangeLimit(outcome.problem);
}

const manyBlocks = (...stated: number[]) => ({ kind: 'too-many-blocks', stated });
const tooMuch = { kind: 'too-much' };
const beyondHead = { kind: 'beyond-head' };

test.each<[code: number, message: string, expected: object | null]>([
  [-32000, 'eth_getLogs is limited to a 10,000 range', manyBlocks(10_000)],
  [-32614, 'eth_getLogs is limited to a 1024 blocks range', manyBlocks(1_024)],
  [-32005, 'exceed max block range: 5000', manyBlocks(5_000)],
  [-32000, 'exceed maximum block range: 50000', manyBlocks(50_000)],
  [-32000, 'block range too large, max 10000', manyBlocks(10_000)],
  [-32602, 'You can make eth_getLogs requests with up to a 2K block range', manyBlocks(2_000)],
  [
    -32602,
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1, 0xa]',
    manyBlocks(10),
  ],
  [-32000, 'requested too many blocks from 1 to 20000, maximum is set to 2048', manyBlocks(2_048)],
  [-32000, 'maximum [from, to] blocks distance: 10000', manyBlocks(10_000)],
  [-32000, 'eth_getLogs block range limited to 0 - 3000 blocks', manyBlocks(3_000)],
  [35, 'ranges over 10000 blocks are not supported on freetier: block range', manyBlocks(10_000)],
  [-32000, 'block range is too wide', manyBlocks()],
  [-32062, 'Block range is too large', manyBlocks()],
  [-32600, 'this block range should work: [0x0, 0x1f3]', manyBlocks(500)],
  [-32602, 'range 20000 exceeds limit of 10000', manyBlocks(10_000)],
  [-32000, 'exceeds server limit, narrow your filter: 1000', manyBlocks(1_000)],
  [-32602, 'query exceeds max block range 100000', manyBlocks(100_000)],
  [-32005, 'Requested range exceeds maximum RPC range limit', manyBlocks()],
  [-32005, 'limit exceeded', manyBlocks()],
  [
    -32701,
    'Please specify an address in your request or, to remove restrictions, limit exceeded',
    manyBlocks(),
  ],
  [-32005, 'query returned more than 10000 results', tooMuch],
  [-32602, 'query returned more than 20000 results. Try with this block range [0x1, 0x2].', tooMuch],
  [
    -32602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range',
    tooMuch,
  ],
  [-32000, 'too many results, please narrow your range', tooMuch],
  [-32000, 'logs matched by query exceeds limit of 10000', tooMuch],
  [-32603, 'response is too big: the result too large', tooMuch],
  [-32000, 'query timeout exceeded', tooMuch],
  [-32000, 'context deadline exceeded', tooMuch],
  [-32000, 'block range extends beyond current head block', beyondHead],
  [-32000, 'fromBlock is greater than latest block', beyondHead],
  [-32005, 'daily request count exceeded, request rate limited', null],
  [-32005, 'rate limit exceeded', null],
  [429, 'Too Many Requests', null],
  [429, 'Your app has exceeded its compute units per second capacity', null],
  [-32000, 'header not found', null],
  [-32602, 'invalid block range params', null],
  [-32000, 'history has been pruned for this block range', null],
  [-32000, 'missing trie node', null],
  [-32602, 'invalid argument 0: hex string has length 38, want 40 for common.Address', null],
  [-32601, 'the method eth_getLogs does not exist/is not available', null],
  [-32603, 'Internal error', null],
  [-32000, 'must be authenticated, an API key is required', null],
])('%i %s', (code, message, expected) => {
  for (const status of [200, 400]) expect(readError(code, message, status)).toEqual(expected);
});
