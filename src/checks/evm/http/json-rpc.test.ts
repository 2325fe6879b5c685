import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../model/json.js';
import { truncate } from '../../../model/text.js';
import { formatCall } from '../../json/messages.js';
import { readAnswer } from './json-rpc.js';

const call = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };

function read(body: string, status = 200, headers: Readonly<Record<string, string>> = {}) {
  return readAnswer(call, { status, headers, body: Buffer.from(body) });
}

function readError(error: JsonValue, status = 200) {
  return read(JSON.stringify({ jsonrpc: '2.0', id: 1, error }), status);
}

function problem(code: string, data: object) {
  return { kind: 'problem', problem: { code, data } };
}

test('a request is JSON-RPC 2.0 with the id of the call', () => {
  expect(JSON.parse(formatCall(call))).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  });
});

describe('the result of a valid response is what the node sent', () => {
  test.each<[JsonValue]>([[{ hash: '0x0' }], ['0x1'], [null], [false], [0], [''], [[]]])('%j', (result) => {
    const outcome = { kind: 'result', result };
    expect(read(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))).toEqual(outcome);
    // Old servers send both fields, one of them null.
    expect(read(JSON.stringify({ jsonrpc: '2.0', id: 1, result, error: null }))).toEqual({
      ...outcome,
      deviation: 'it has "error" beside "result"',
    });
    expect(read(` \r\n${JSON.stringify({ id: 1, result, jsonrpc: '2.0', more: 1 })}\n`, 206)).toEqual(
      outcome,
    );
  });
});

describe('what a bot protection answers', () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'error code: 1010' });
  const plain = { 'content-type': 'text/plain' };

  test.each([200, 299])('is not an answer of JSON-RPC with HTTP %i that holds its words', (status) => {
    expect(read(body, status, plain)).toEqual({ kind: 'result', result: 'error code: 1010' });
  });

  test.each([
    [300, plain],
    [403, plain],
    [403, { 'cf-mitigated': 'challenge' }],
  ])('with HTTP %i and %o is no result, even as JSON-RPC', (status, headers) => {
    expect(read(body, status, headers)).toMatchObject(problem('http/challenged', {}));
  });

  test('may be JSON', () => {
    expect(read('{"detail":"error code: 1010"}', 200, plain)).toMatchObject(problem('http/challenged', {}));
  });
});

describe('an error of the node is classified by its meaning', () => {
  test.each<[JsonValue, string]>([
    [{ code: -32005, message: 'no more' }, 'error -32005: no more'],
    [{ code: -32005 }, 'error -32005: '],
    [{ code: -32029, message: 'slow down' }, 'error -32029: slow down'],
    [{ code: 429, message: 'compute units' }, 'error 429: compute units'],
    [{ code: -32000, message: 'Rate limit reached' }, 'error -32000: Rate limit reached'],
    ['too many requests', 'too many requests'],
    // A contributor is not blamed for a rate limit, whatever the provider would like to sell.
    [{ code: -32005, message: 'get an API key' }, 'error -32005: get an API key'],
    [{ code: 1, message: 'rate limit, use your own API key' }, 'error 1: rate limit, use your own API key'],
  ])('%j is a rate limit', (error, detail) => {
    expect(readError(error)).toEqual(problem('net/rate-limited', { detail, retryAfterMs: null }));
  });

  test.each<[JsonValue, string]>([
    [{ code: -32000, message: 'Must be authenticated!' }, 'Must be authenticated!'],
    [{ code: -32600, message: 'invalid project id' }, 'invalid project id'],
    [{ code: -32601, message: 'API key is missing' }, 'API key is missing'],
    [{ message: 'Unauthorized' }, 'Unauthorized'],
    ['missing api_key', 'missing api_key'],
    ['unauthorised', 'unauthorised'],
    ...['api', 'access', 'project', 'app'].flatMap((what) =>
      ['key', 'id', 'token'].flatMap((which) =>
        ['', '-', '_', ' '].map((sign): [string, string] => [
          `no ${what}${sign}${which}`,
          `no ${what}${sign}${which}`,
        ]),
      ),
    ),
  ])('%j asks for a key', (error, detail) => {
    expect(readError(error)).toEqual(problem('evm/key-required', { detail }));
  });
});

describe('a message that only resembles that of a provider is an error of the node', () => {
  test.each(['the rate is limited', 'xapi key', 'api keys', 'app, key', 'limit', 'authenticated'])(
    '%s',
    (detail) => {
      const expected = { call: 'eth_getBlockByNumber', code: 1, detail };
      expect(readError({ code: 1, message: detail })).toEqual(problem('evm/rpc-error', expected));
    },
  );
});

describe('an answer holds at most 40,000 values', () => {
  const readList = (values: readonly string[]) =>
    read(`{"jsonrpc":"2.0","id":1,"result":[${values.join()}]}`);
  const reason = 'more values or levels than any answer to the check has';

  test.each([
    ['numbers', '0', 1],
    ['arrays', '[]', 2],
    ['fields', '{"a":0}', 2],
  ])('%s', (_, value, count) => {
    // The object, its fields and the list are values too.
    const values = Array.from({ length: Math.trunc((40_000 - 4) / count) }, () => value);
    expect(readList(values)).toEqual({ kind: 'result', result: [] });
    expect(readList([...values, value, '0', '0'])).toEqual(problem('evm/bad-envelope', { reason }));
  });

  test('such as the hashes of a large block', () => {
    const hash = `"0x${'a'.repeat(64)}"`;
    expect(readList(Array.from({ length: 30_000 }, () => hash)).kind).toBe('result');
  });

  test('on at most 100 levels', () => {
    const nest = (levels: number) => readList(['['.repeat(levels) + ']'.repeat(levels)]);
    expect(nest(98).kind).toBe('result');
    expect(nest(99)).toEqual(problem('evm/bad-envelope', { reason }));
  });

  test('other characters do not count', () => {
    const result = 'Z\\]yz|},'.repeat(60_000);
    expect(read(JSON.stringify({ jsonrpc: '2.0', id: 1, result })).kind).toBe('result');
  });
});

describe('only the fields that the check reads are kept of a result', () => {
  const long = 'x'.repeat(1_000_000);

  test('those of a block, each truncated', () => {
    const result = { hash: long, number: 1, timestamp: {}, transactions: [long], more: long };
    const outcome = read(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    expect(outcome).toEqual({ kind: 'result', result: { hash: truncate(long), number: 1, timestamp: null } });
  });

  test('a string, truncated, and no array', () => {
    expect(read(`{"jsonrpc":"2.0","id":1,"result":"${long}"}`)).toEqual({
      kind: 'result',
      result: truncate(long),
    });
    expect(read('{"jsonrpc":"2.0","id":1,"result":["0x1"]}')).toEqual({ kind: 'result', result: [] });
  });

  test('of an error, its message and the content type, truncated', () => {
    expect(readError({ code: 1, message: long })).toMatchObject({
      problem: { data: { detail: truncate(long) } },
    });
    expect(read('ok', 200, { 'content-type': long })).toMatchObject({
      problem: { data: { contentType: truncate(long) } },
    });
  });
});

describe('the beginning of an answer that is not JSON is kept', () => {
  test.each([
    [
      '<!DOCTYPE html><html><title>Welcome</title></html>',
      'text/html',
      '<!DOCTYPE html><html><title>Welcome</tit',
    ],
    ['ok', 'text/plain', 'ok'],
    ['  \n', 'application/json', ''],
    ['', 'application/json', ''],
    ['{"jsonrpc":"2.0",}', 'application/json', '{"jsonrpc":"2.0",}'],
    ["{'jsonrpc':'2.0'}", 'application/json', "{'jsonrpc':'2.0'}"],
    ['NaN', 'application/json', 'NaN'],
  ])('%j', (body, contentType, begins) => {
    expect(read(body, 200, { 'content-type': contentType })).toEqual(
      problem('evm/not-json', { contentType, begins }),
    );
  });

  test('an answer without a content type says so', () => {
    expect(read('ok')).toEqual(
      problem('evm/not-json', { contentType: 'an answer without a content type', begins: 'ok' }),
    );
  });
});

test('JSON that ends too early is distinguished from other text, wherever it ends', () => {
  const whole = '{"jsonrpc":"2.0","id":1,"result":[1,-2.5e3,true,null,"\\n\\u00e4",{"a":{}}]}';
  for (let length = 1; length < whole.length; length += 1)
    expect(read(whole.slice(0, length)), whole.slice(0, length)).toMatchObject({
      problem: { code: 'evm/not-json', data: { arrivedBytes: length } },
    });
});

describe('an HTTP error decides, unless its body has an error of the node', () => {
  const keyed = '{"error":{"code":-32000,"message":"Unauthorized: an API key is needed"}}';
  const limited = '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded"}}';
  const missing = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}';

  test.each([
    [404, '{"status":404,"error":"Not Found"}', 'http/status'],
    [500, '{"jsonrpc":"2.0","id":1,"result":"0x1"}', 'http/status'],
    [400, missing, 'evm/method-missing'],
    [500, limited, 'net/rate-limited'],
    [401, missing, 'http/auth-required'],
    [401, keyed, 'evm/key-required'],
    [403, keyed, 'evm/key-required'],
    [403, limited, 'net/rate-limited'],
    [503, missing, 'http/upstream-down'],
    [429, keyed, 'net/rate-limited'],
  ])('%i with %s', (status, body, code) => {
    expect(read(body, status)).toMatchObject({ kind: 'problem', problem: { code } });
  });

  test('Retry-After is kept', () => {
    expect(read(limited, 429, { 'retry-after': '7' })).toEqual(
      problem('net/rate-limited', { detail: 'HTTP 429, "limit exceeded"', retryAfterMs: 7_000 }),
    );
  });
});

describe('no answer makes reading it throw', () => {
  const status = fc.integer({ min: 100, max: 599 });

  test('any bytes with any status', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), status, (bytes, code) => {
        const outcome = readAnswer(call, { status: code, headers: {}, body: Buffer.from(bytes) });
        expect(['result', 'problem']).toContain(outcome.kind);
      }),
    );
  });

  test('any JSON, as the whole body, as an error and as a field of one', () => {
    fc.assert(
      fc.property(fc.json(), status, (text, code) => {
        const error = `{"jsonrpc":"2.0","id":1,"error":${text}}`;
        const message = `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":${text}}}`;
        for (const body of [text, error, message]) {
          expect(['result', 'problem']).toContain(read(body, code).kind);
        }
      }),
    );
  });

  test('a result counts only in a valid envelope', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (jsonrpc, id, result) => {
        const right = jsonrpc === '2.0' && id === 1;
        expect(read(JSON.stringify({ jsonrpc, id, result })).kind).toBe(right ? 'result' : 'problem');
      }),
    );
  });

  test('arrays nested as deeply as a body can hold', () => {
    expect(read('['.repeat(1 << 20)).kind).toBe('problem');
    expect(read('['.repeat(1 << 19) + ']'.repeat(1 << 19)).kind).toBe('problem');
  });
});
