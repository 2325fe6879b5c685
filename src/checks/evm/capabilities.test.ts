import { expect, test } from 'vitest';
import { check } from '../../../test/support/probe-context.js';
import { useInFile } from '../../../test/support/servers.js';
import type { JsonObject } from '../../model/json.js';
import { type EvmNodeOptions, startEvmNode } from '../../sandbox/evm-node.js';
import type { WebAnswer } from '../../sandbox/web-node.js';
import { evmCheck } from './http/index.js';

const isTag = ([tag]: readonly unknown[]) => tag === 'finalized';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly JsonObject[];
}

type Answer = (call: Call) => WebAnswer | object | undefined;

const use = useInFile();

/** What a node can do that gives these answers in place of its own, and what was asked of it beyond the check. */
async function find(answer: Answer, options: EvmNodeOptions = {}) {
  const asked: string[] = [];
  const { port } = await use(
    startEvmNode({
      ...options,
      answer: (body) => {
        const calls = JSON.parse(body) as Call | readonly Call[];
        const [call] = [calls].flat();
        if (call === undefined) return undefined;
        const isBatch = Array.isArray(calls);
        asked.push(isBatch ? `batch of ${calls.length}` : call.method);
        const canned = answer(isBatch ? { ...call, method: `batch of ${calls.length}` } : call);
        if (canned === undefined) return undefined;
        if ('status' in canned) return canned;
        return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: call.id, ...canned }) };
      },
    }),
  );
  const { facts, codes } = await check(evmCheck, port, 1, { capabilities: true });
  return { facts, codes, asked };
}

/** A node that refuses a search of so many blocks with this error, or with HTTP of this status. */
const refuseFrom =
  (least: number, refusal: object): Answer =>
  ({ method, params: [filter] }) => {
    if (method !== 'eth_getLogs') return undefined;
    const blocks = Number(filter?.['toBlock']) - Number(filter?.['fromBlock']) + 1;
    return blocks >= least ? refusal : undefined;
  };
const error = (code: number, message: string) => ({ error: { code, message } });
const limit = { status: 429, body: '{"error":"too many requests"}' };

// The words of providers and nodes, each with its source in `range-limit.test.ts` and in the issues that it names.
test.each<[string, Answer, number | null, number]>([
  ['answers every search', () => undefined, 10_000, 3],
  ['names a cap', refuseFrom(1_001, error(-32602, 'range 10000 exceeds limit of 5000')), 5_000, 3],
  [
    'names ten blocks (Alchemy)',
    refuseFrom(
      11,
      error(
        -32600,
        'up to a 10 block range. Based on your parameters, this block range should work: [0x1, 0xa]',
      ),
    ),
    10,
    2,
  ],
  [
    'names a cap below a limit of the rate (INFURA/infura#237)',
    refuseFrom(1_001, error(-32005, 'range 10000 exceeds limit of 2000')),
    2_000,
    3,
  ],
  [
    'refuses by HTTP 413 (eternalsafe/wallet#57)',
    refuseFrom(1_001, {
      status: 413,
      body: '{"error":{"code":-32613,"message":"limited to a 10,000 range"}}',
    }),
    10_000,
    3,
  ],
  [
    'names no number, and answers less than it was asked for',
    refuseFrom(2_001, error(-32000, 'block range is too wide')),
    2_000,
    4,
  ],
  ['names no number, and answers less', refuseFrom(501, error(-32000, 'block range is too wide')), 100, 3],
  ['names no number, and answers no less', refuseFrom(2, error(-32000, 'block range is too wide')), 1, 3],
  [
    'has pruned the blocks',
    refuseFrom(1_001, error(-32000, 'height 1 is not available, lowest height is 1001')),
    1_000,
    3,
  ],
  ['limits the rate', refuseFrom(1_000, limit), 1, 2],
  ['limits the rate at once', refuseFrom(1, limit), null, 1],
  ['does not have the method', refuseFrom(1, error(-32601, 'the method eth_getLogs does not exist')), 0, 1],
  ['times out behind a proxy', refuseFrom(1, { status: 504, body: '' }), null, 1],
  ['limits the size of an answer in one block', refuseFrom(1, error(-32005, 'limit exceeded')), null, 1],
  ['answers megabytes', refuseFrom(1, { status: 200, body: 'a'.repeat(3 << 20) }), null, 1],
  ['fails for a moment', refuseFrom(1, error(-32603, 'Internal error')), null, 1],
])('a node that %s', async (_, answer, maxRange, requests) => {
  const { facts, codes, asked } = await find(answer);
  expect(facts['logs']).toEqual({ maxRange });
  expect(codes).toEqual(maxRange === 0 ? ['evm/no-logs'] : []);
  expect(asked.filter((name) => name === 'eth_getLogs')).toHaveLength(requests);
});

test('a node of a young chain is asked for no more blocks than there are', async () => {
  expect((await find(() => undefined, { blockNumber: 500 })).facts['logs']).toEqual({ maxRange: 491 });
});

/** A node that answers so many calls of a batch, and the others by this. */
const answerItems =
  (answered: number, otherwise: object): Answer =>
  ({ id, method }) => {
    const [, count] = /^batch of (\d)$/.exec(method) ?? [];
    if (count === undefined || Number(count) <= answered) return undefined;
    const items = Array.from({ length: Number(count) }, (_, at) => ({
      ...{ jsonrpc: '2.0', id: id + at },
      ...(at < answered ? { result: '0x7a69' } : otherwise),
    }));
    return { status: 200, body: JSON.stringify(items) };
  };

test.each<[string, Answer, number | null]>([
  ['answers four calls', () => undefined, 4],
  [
    'accepts three (dRPC)',
    ({ method }) =>
      method === 'batch of 4'
        ? {
            status: 500,
            body: '{"error":{"code":31,"message":"Batch of more than 3 requests are not allowed"}}',
          }
        : undefined,
    3,
  ],
  [
    'refuses a batch by a code of limits (reth)',
    ({ method }) =>
      method.startsWith('batch')
        ? error(-32005, 'Batched requests are not supported by this server')
        : undefined,
    0,
  ],
  [
    'refuses a batch without an envelope',
    ({ method }) => (method.startsWith('batch') ? { status: 200, body: '{"code":-32000}' } : undefined),
    0,
  ],
  ['limits the rate', ({ method }) => (method.startsWith('batch') ? limit : undefined), null],
  ['answers three', answerItems(3, error(-32000, 'no more')), 3],
  ['answers the first alone', answerItems(1, error(-32005, 'too many requests in batch')), 1],
  ['answers the first, and null for others', answerItems(1, { result: null }), 1],
  ['limits the rate of calls', answerItems(1, error(-32005, 'too many requests')), null],
  ['limits the rate of four calls', answerItems(3, error(-32005, 'too many requests')), 2],
])('a node that %s in a batch', async (_, answer, batch) => {
  expect((await find(answer)).facts['batch']).toBe(batch);
});

test.each<[string, Answer, JsonObject]>([
  [
    'has all',
    ({ method }) =>
      method.startsWith('debug_')
        ? error(-32000, 'transaction not found')
        : method.startsWith('trace_')
          ? { result: null }
          : undefined,
    { debug: true, trace: true },
  ],
  ['has none', () => undefined, { finalized: false, debug: false, trace: false }],
  [
    'has them for others (EIP-1474)',
    ({ method }) => (/^(?:debug|trace)_/.test(method) ? error(-32004, 'Method not supported') : undefined),
    { debug: false, trace: false },
  ],
  [
    'sells them',
    ({ method }) =>
      /^(?:debug|trace)_/.test(method)
        ? error(-32600, 'debug_traceTransaction is not available on the Free tier - upgrade to Pay As You Go')
        : undefined,
    { debug: false, trace: false },
  ],
  [
    'does not know the transaction (Nethermind, evmd)',
    ({ method }) =>
      method.startsWith('debug_')
        ? error(-32001, `Cannot find transactionHash 0x${'11'.repeat(32)}`)
        : method.startsWith('trace_')
          ? error(-32000, `tx 0x${'11'.repeat(32)} not found`)
          : undefined,
    { debug: true, trace: true },
  ],
  ...[
    error(-32001, 'Resource not found'),
    error(-32000, 'upstream not found'),
    error(-32603, 'no archive node found / service not found for request'),
  ].map((refusal): [string, Answer, JsonObject] => [
    `is behind a gateway that says ${JSON.stringify(refusal)}`,
    ({ method }) => (/^(?:debug|trace)_/.test(method) ? refusal : undefined),
    { debug: null, trace: null },
  ]),
  [
    'is behind a gateway without the route',
    ({ method }) =>
      /^(?:debug|trace)_/.test(method)
        ? { status: 404, body: '{"message":"no Route matched with those values: not found"}' }
        : undefined,
    { debug: false, trace: false },
  ],
  [
    'fails for a moment',
    ({ method }) => (/^(?:debug|trace)_/.test(method) ? error(-32603, 'Internal error') : undefined),
    { debug: null, trace: null },
  ],
  [
    'knows no final block',
    ({ method, params }) =>
      method === 'eth_getBlockByNumber' && isTag(params)
        ? error(-39001, 'finalized block not found')
        : undefined,
    { finalized: false },
  ],
  [
    'answers no block for the final one',
    ({ method, params }) => (method === 'eth_getBlockByNumber' && isTag(params) ? { result: {} } : undefined),
    { finalized: null, safe: false },
  ],
])('a node that %s', async (_, answer, expected) => {
  expect((await find(answer)).facts).toMatchObject(expected);
});

test('a node with finality and all state', async () => {
  expect((await find(() => undefined, { finalized: () => 68_900 })).facts).toMatchObject({
    finalized: true,
    archive: true,
  });
});

test('a node that answers from its newest state is no archive', async () => {
  const newest: Answer = ({ method }) =>
    method === 'eth_getTransactionCount' ? { result: '0x7' } : undefined;
  const { facts, codes } = await find(newest);
  // Nobody claims that it is one, so there is no finding.
  expect({ archive: facts['archive'], codes }).toEqual({ archive: false, codes: [] });
});

test('after a limit nothing more is asked, and what was answered is told', async () => {
  const { facts, asked } = await find(({ method, params }) =>
    method === 'eth_getBlockByNumber' && isTag(params) ? limit : undefined,
  );
  expect(facts).toMatchObject({
    logs: { maxRange: 10_000 },
    batch: 4,
    finalized: null,
    archive: null,
    trace: null,
  });
  expect(asked.slice(asked.indexOf('batch of 4'))).toEqual(['batch of 4', 'eth_getBlockByNumber']);
});

test('a node that becomes silent has passed, is not asked again, and keeps no second attempt waiting', async () => {
  const asked: string[] = [];
  const { port } = await use(
    startEvmNode({
      delay: (body) => {
        asked.push(body);
        return body.includes('"safe"') ? new Promise(() => undefined) : undefined;
      },
    }),
  );
  const { facts, codes } = await check(evmCheck, port, 1, { capabilities: true, budgetMs: 5_000 });
  expect(codes).toEqual([]);
  expect(facts).toMatchObject({ chainId: 31_337, batch: 4, finalized: false, safe: null, archive: null });
  expect(asked.filter((body) => body.includes('"safe"'))).toHaveLength(1);
});

test('without the option nothing is asked', async () => {
  const asked: string[] = [];
  const { port } = await use(startEvmNode({ answer: (body) => (asked.push(body), undefined) }));
  const { facts } = await check(evmCheck, port);
  expect(facts).toMatchObject({ logs: null, batch: null, finalized: null, archive: null, debug: null });
  expect(asked).toHaveLength(4);
});
