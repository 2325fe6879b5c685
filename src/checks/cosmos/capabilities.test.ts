import { describe, expect, test } from 'vitest';
import { check } from '../../../test/support/probe-context.js';
import { useInFile } from '../../../test/support/servers.js';
import type { JsonObject } from '../../model/json.js';
import { startCometWebSocket, startRpcNode } from '../../sandbox/rpc-node.js';
import { type CosmosNodeOptions, startCosmosNode } from '../../sandbox/cosmos-node.js';
import { answerGatewayError, startRestNode } from '../../sandbox/rest-node.js';
import { answerJson, type WebAnswer } from '../../sandbox/web-node.js';
import { grpcCheck } from './grpc/index.js';
import { restCheck } from './rest/index.js';
import { rpcCheck } from './rpc/index.js';
import { wsCheck } from './ws/index.js';

const use = useInFile();
const asked = { capabilities: true };

/** What is known of a node beyond the check. */
const pick = ({
  facts: { txIndex, lowestBlock, lowestState, archive, simulate },
  codes,
}: Awaited<ReturnType<typeof check>>) => ({
  ...{ txIndex, lowestBlock, lowestState, archive },
  codes: codes.filter((code) => code !== 'grpc/plaintext'),
  ...(simulate === undefined ? {} : { simulate }),
});

const whole = { txIndex: true, lowestBlock: 1, lowestState: 1, archive: true, codes: [] };
const disabled = 'transaction indexing is disabled';

describe('over REST, a node', () => {
  test.each<[string, Readonly<Record<string, WebAnswer>>, JsonObject]>([
    ['has all', {}, { ...whole, simulate: true }],
    [
      'has no index, though it does not say so (tendermint/tendermint#2304)',
      { '/cosmos/tx/v1beta1/txs': answerGatewayError(13, disabled, 500) },
      { ...whole, txIndex: false, codes: ['rest/no-tx-index'], simulate: true },
    ],
    [
      'has pruned blocks and state',
      {
        '/cosmos/base/tendermint/v1beta1/blocks/1': answerGatewayError(
          13,
          'height 1 is not available, lowest height is 1001',
          500,
        ),
        '/cosmos/base/tendermint/v1beta1/blocks/1001': answerJson({
          sdk_block: { header: { height: '1001', last_block_id: { hash: 'q80=' } } },
        }),
        '/cosmos/base/node/v1beta1/status': answerJson({ earliest_store_height: '1101' }),
      },
      { ...whole, lowestBlock: 1_001, lowestState: 1_101, archive: false, simulate: true },
    ],
    [
      'has block 1, and state from 508 only',
      { '/cosmos/base/node/v1beta1/status': answerJson({ earliest_store_height: '508' }) },
      { ...whole, lowestState: 508, archive: false, simulate: true },
    ],
    [
      'lacks the state of block 1, though it reports it (cosmos/cosmos-sdk#25647)',
      {
        '/cosmos/bank/v1beta1/params': answerGatewayError(
          5,
          'failed to load state at height 1; version does not exist (latest height: 1234): not found',
          404,
        ),
      },
      { ...whole, archive: false, simulate: true },
    ],
    [
      'is behind a proxy that lets no POST through',
      { '/cosmos/tx/v1beta1/simulate': { status: 405 } },
      { ...whole, simulate: false },
    ],
    [
      'limits the rate of the second question',
      { '/cosmos/base/tendermint/v1beta1/blocks/1': { status: 429 } },
      { txIndex: true, lowestBlock: null, lowestState: null, archive: null, codes: [], simulate: null },
    ],
  ])('that %s', async (_, changes, expected) => {
    const { port } = await use(startRestNode({ answer: ({ path }) => changes[path] }));
    expect(pick(await check(restCheck, port, 1, asked))).toEqual(expected);
  });
});

describe('over the RPC, a node', () => {
  const results: Readonly<Record<string, object>> = {
    '/tx_search': { txs: [], total_count: '0' },
    '/block': { block: { header: { height: '1', last_block_id: { hash: '' } } } },
    '/abci_query': { response: { code: 0, value: Buffer.from([0x08, 1]).toString('base64') } },
  };
  const answerRpc = (url: string, path: string, txs: object) => {
    const result = results[path];
    if (path === '/tx_search') return answerJson({ jsonrpc: '2.0', id: -1, ...txs });
    return result === undefined || !url.includes('?')
      ? undefined
      : answerJson({ jsonrpc: '2.0', id: -1, result });
  };
  test.each<[string, object, boolean, readonly string[]]>([
    ['an index', { result: results['/tx_search'] }, true, []],
    [
      'none',
      { error: { code: -32603, message: 'Internal error', data: disabled } },
      false,
      ['rpc/no-tx-index'],
    ],
  ])('with %s', async (_, txs, txIndex, codes) => {
    const { port } = await use(startRpcNode({ answer: ({ url, path }) => answerRpc(url, path, txs) }));
    expect(pick(await check(rpcCheck, port, 1, asked))).toEqual({ ...whole, txIndex, codes });
  });

  test('that says that it has no index', async () => {
    const searched: string[] = [];
    const { port } = await use(
      startRpcNode({
        answer: ({ path, url, method, body }) => {
          searched.push(url);
          if (path !== '/status' && !body.includes('"status"')) return undefined;
          const result = {
            node_info: { network: 'a-1', other: { tx_index: 'off' } },
            sync_info: {
              latest_block_height: '7',
              latest_block_time: new Date().toISOString(),
              catching_up: false,
            },
          };
          return answerJson({ jsonrpc: '2.0', id: method === 'POST' ? 1 : -1, result });
        },
      }),
    );
    for (const otherwise of [{}, asked]) {
      const { facts, codes } = await check(rpcCheck, port, 1, otherwise);
      expect(facts['txIndex']).toBe(false);
      expect(codes.filter((code) => code === 'rpc/no-tx-index')).toHaveLength(1);
    }
    expect(searched.filter((url) => url.startsWith('/tx_search'))).toEqual([]);
  });
});

describe('over gRPC, a node', () => {
  test.each<[string, CosmosNodeOptions, object]>([
    ['has all', {}, whole],
    ['has no index', { txIndex: false }, { ...whole, txIndex: false, codes: ['grpc/no-tx-index'] }],
    [
      'has pruned blocks',
      { lowestHeight: 1_001 },
      { ...whole, lowestBlock: 1_001, lowestState: 1_001, archive: false },
    ],
    [
      'lacks the state of block 1, though it reports it',
      { knownHeights: { first: 1_200, last: 1_234 } },
      { ...whole, archive: false },
    ],
  ])('that %s', async (_, options, expected) => {
    const { port } = await use(startCosmosNode(options));
    expect(pick(await check(grpcCheck, port, 1, asked))).toEqual(expected);
  });
});

test('over a websocket, a node without an index', async () => {
  const { port } = await use(
    startCometWebSocket({
      path: '/',
      answer: ({ id, method }) =>
        method === 'tx_search'
          ? JSON.stringify({
              jsonrpc: '2.0',
              id,
              error: { code: -32603, message: 'Internal error', data: disabled },
            })
          : undefined,
    }),
  );
  const { txIndex, codes } = pick(await check(wsCheck, port, 1, asked));
  expect({ txIndex, codes }).toEqual({ txIndex: false, codes: ['ws/no-tx-index'] });
});
