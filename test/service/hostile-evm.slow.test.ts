import { describe, expect, test } from 'vitest';
import { findProblem, listNode, serveEntries } from '../support/chain-handlers.js';
import { account, contract, log, other, topics, transferTopic, word } from '../support/sandbox-logs.js';
import { use } from '../support/servers.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import type { WebAnswer } from '../../src/sandbox/web-node.js';
import type { JsonObject } from '../../src/model/json.js';

interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly { readonly fromBlock: string; readonly toBlock: string }[];
}

/** The problem of a search at a node that passes the check and then sends hostile answers. */
async function search(
  answer: (request: RpcRequest) => WebAnswer | undefined,
  params: object = {},
  latest = 4_000,
) {
  const { port } = await use(
    startEvmNode({
      blockNumber: latest,
      logs: [log(1, 0, 0)],
      answer: (body) => {
        const request = JSON.parse(body) as RpcRequest;
        return /eth_getLogs|eth_getBlockByNumber/.test(request.method) ? answer(request) : undefined;
      },
    }),
  );
  const ask = serveEntries([listNode('evm', port)]);
  return findProblem(ask('transactionsByEvent', { address: contract, ...params }));
}

const answerWith = (request: Pick<RpcRequest, 'id'>, fields: object): WebAnswer => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id: request.id, ...fields }),
});

/** A valid event except for some fields. */
const event = (otherwise: JsonObject = {}): JsonObject => ({
  address: contract,
  topics: topics(transferTopic, account, other),
  data: `0x${word(1)}`,
  blockNumber: '0x5',
  blockHash: `0x${word(5)}`,
  transactionHash: `0x${word(6)}`,
  transactionIndex: '0x0',
  logIndex: '0x0',
  removed: false,
  ...otherwise,
});

describe('an answer other than a list of the requested events is a failure of the node', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['an object', {}],
    ['a string in the list', ['log']],
    ['an array in the list', [[]]],
    ['another contract', [event({ address: other })]],
    ['a block outside the range', [event({ blockNumber: '0xffffff' })]],
    ['a number beyond 2^53', [event({ logIndex: '0x3fffffffffffff' })]],
    ['a number as a number', [event({ logIndex: 1 })]],
    ['a pending block', [event({ blockNumber: null })]],
    ['a hash that is short', [event({ transactionHash: '0x12' })]],
    ['markup in a hash', [event({ blockHash: `0x${'<b>'.repeat(22).slice(0, 64)}` })]],
    ['five topics', [event({ topics: Array.from({ length: 5 }, () => `0x${word(1)}`) })]],
    ['no topics', [event({ topics: null })]],
    ['half a byte of data', [event({ data: '0x1' })]],
    ['a removed event', [event({ removed: true })]],
    ['one transaction in two places', [event(), event({ logIndex: '0x1', transactionIndex: '0x1' })]],
    [
      'two transactions in one place',
      [event(), event({ transactionHash: `0x${word(7)}`, transactionIndex: '0x1' })],
    ],
    ['two events in one place', [event(), event({ data: `0x${word(2)}` })]],
    [
      'transactions out of order',
      [
        event({ transactionIndex: '0x2' }),
        event({ transactionHash: `0x${word(7)}`, logIndex: '0x1', transactionIndex: '0x1' }),
      ],
    ],
  ])('%s', async (_name, result) => {
    const answer = (request: RpcRequest) =>
      request.method === 'eth_getLogs' ? answerWith(request, { result }) : undefined;
    const problem = await search(answer, { endBlock: 10 });
    expect(problem.status).toBe(502);
    expect(problem.detail).toMatch(/: 1 × (malformed|contradictory) answer to eth_getLogs/);
  });
});

describe('a node cannot make the service', () => {
  test('search for other events than those of the topics', async () => {
    const strange = (request: RpcRequest) =>
      request.method === 'eth_getLogs' ? answerWith(request, { result: [event({ topics: [] })] }) : undefined;
    expect(await search(strange, { topics: transferTopic })).toMatchObject({ status: 502 });
  });

  test('send a call for each of many blocks', async () => {
    let calls = 0;
    const greedy = (request: RpcRequest) => {
      if (request.method !== 'eth_getLogs') return undefined;
      calls++;
      const [{ fromBlock, toBlock } = { fromBlock: '', toBlock: '' }] = request.params;
      return fromBlock === toBlock
        ? answerWith(request, { result: [] })
        : answerWith(request, { error: { code: -32005, message: 'query returned more than 1 results' } });
    };
    const { port } = await use(
      startEvmNode({ blockNumber: 50_000, answer: (body) => greedy(JSON.parse(body) as RpcRequest) }),
    );
    const ask = serveEntries([listNode('evm', port)]);
    // It may take a while until it is given up.
    let [detail, attempts] = ['', 0];
    for (; !detail.includes('too many calls'); attempts++)
      detail = (await findProblem(ask('transactionsByEvent', { address: contract }))).detail;
    expect(calls).toBeLessThan(2_100 * attempts);
  });

  test('halve a single block forever', async () => {
    let calls = 0;
    const refusing = (request: RpcRequest) => {
      calls++;
      return request.method === 'eth_getLogs'
        ? answerWith(request, { error: { code: -32000, message: 'block range too large' } })
        : undefined;
    };
    expect((await search(refusing)).detail).toContain('eth_getLogs of a single block is refused');
    expect(calls).toBeLessThan(20);
  });

  test('hold an answer without bounds', async () => {
    const large = (request: RpcRequest) =>
      request.method === 'eth_getLogs' ? answerWith(request, { result: '0'.repeat(3 << 20) }) : undefined;
    expect(await search(large)).toMatchObject({ status: 502 });
    const nested = (request: RpcRequest): WebAnswer | undefined =>
      request.method === 'eth_getLogs' ? { status: 200, body: '['.repeat(1 << 20) } : undefined;
    expect((await search(nested)).detail).toContain('evm/bad-envelope');
  });

  test.each<unknown>([null, 'latest', { number: '0x', hash: `0x${word(1)}`, timestamp: '0x1' }])(
    'accept %j as the latest block',
    async (result) => {
      let checks = 0;
      const strange = ({ method, id }: RpcRequest) =>
        method === 'eth_getBlockByNumber' && ++checks > 1 ? answerWith({ id }, { result }) : undefined;
      expect((await search(strange)).detail).toContain('malformed answer to eth_getBlockByNumber');
    },
  );

  test('send its own text to the client', async () => {
    const error = { code: -1, message: 'pay me at evil.example' };
    const rude = (request: RpcRequest) =>
      request.method === 'eth_getLogs' ? answerWith(request, { error }) : undefined;
    const problem = await search(rude);
    expect(problem.status).toBe(502);
    expect(problem.detail).not.toContain('evil');
  });
});

test('a server that closes after each answer gets a new connection', async () => {
  const { port } = await use(
    startEvmNode({
      logs: [log(1, 0, 0)],
      blockNumber: 4_000,
      answer: (body) => {
        const request = JSON.parse(body) as RpcRequest;
        if (request.method !== 'eth_blockNumber') return undefined;
        return { ...answerWith(request, { result: '0xfa0' }), headers: { connection: 'close' } };
      },
    }),
  );
  const ask = serveEntries([listNode('evm', port)]);
  expect(await ask('transactionsByEvent', { address: contract })).toMatchObject({
    transactions: [{ blockNumber: 1 }],
  });
});
