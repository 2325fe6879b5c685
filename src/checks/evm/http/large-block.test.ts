import { describe, expect, test } from 'vitest';
import { limits } from '../../../net/limits.js';
import type { JsonRpcCall } from '../../json/messages.js';
import { readLargeBlock } from './json-rpc.js';

const call: JsonRpcCall = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
const hash = `0x${'ab'.repeat(32)}`;
const header = { hash, number: '0x10', timestamp: '0x6b02d940' };
const transactions = Array<string>(1_000).fill(hash);

/** Reads all of an answer but its last 100 bytes. */
function read(answer: object | string, status = 200) {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer).slice(0, -100);
  return readLargeBlock(call, { status, headers: {}, body: Buffer.from(body) });
}

const large = (result: object) => ({ kind: 'result', result, limitBytes: limits.httpBodyBytes });

describe('of a block beyond the limit', () => {
  test('the header is read if it is before the transactions', () => {
    const result = { logsBloom: 'a,"\\[', extra: [[], {}], ...header, transactions };
    expect(read({ jsonrpc: '2.0', id: 1, result })).toEqual(large(header));
  });

  test('nothing is read if it is after them', () => {
    expect(read({ jsonrpc: '2.0', id: 1, result: { transactions, ...header } })).toEqual(large({}));
  });

  test('the envelope may end after it', () => {
    expect(read({ result: { ...header, transactions }, id: 7, jsonrpc: '1' })).toEqual(large(header));
  });

  test('a deviation from the specification is kept', () => {
    expect(read({ jsonrpc: '2.0', id: 1, error: null, result: { ...header, transactions } })).toEqual({
      ...large(header),
      deviation: 'it has "error" beside "result"',
    });
  });
});

describe('the beginning of another answer is no block', () => {
  const result = { ...header, transactions };
  test.each<[string, object | string]>([
    ['an endless text', 'x'.repeat(1_000)],
    ['blanks', ' '.repeat(1_000)],
    ['an endless string', `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(1_000)}`],
    ['an endless list', `[${'1,'.repeat(1_000)}`],
    [
      'a list of something else',
      { jsonrpc: '2.0', id: 1, result: { ...header, transactions: Array(99).fill(1) } },
    ],
    [
      'a block without a list',
      `{"jsonrpc":"2.0","id":1,"result":{"number":"0x1","extraData":"0x${'0'.repeat(1_000)}`,
    ],
    [
      'an empty list',
      { jsonrpc: '2.0', id: 1, result: { ...header, transactions: [], pad: 'x'.repeat(200) } },
    ],
    ['another id', { jsonrpc: '2.0', id: 2, result }],
    ['another version', { jsonrpc: '1.0', id: 1, result }],
    ['an error beside it', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' }, result }],
    ['JSON nested deeply', `{"result":{"transactions":${'['.repeat(10_000)}`],
  ])('%s', (_name, answer) => {
    expect(read(answer)).toBeNull();
  });

  test('an HTTP error', () => {
    expect(read({ jsonrpc: '2.0', id: 1, result }, 500)).toBeNull();
  });
});
