import { type sendUnaryData, type ServerUnaryCall, status } from '@grpc/grpc-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  catchProblem,
  findProblem,
  listEntries,
  listNode,
  serveEntries,
} from '../../../../test/support/chain-handlers.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import { createAbortController } from '../../../net/abort.js';
import { startCosmosNode } from '../../../sandbox/cosmos-node.js';
import { type CannedAnswer, type EvmNodeOptions, startEvmNode } from '../../../sandbox/evm-node.js';
import { createNodes } from './failover.js';
import { NodeError } from './node-error.js';

/** Answers of a node for blocks that it no longer has, https://eips.ethereum.org/EIPS/eip-4444 */
const pruned = (body: string): CannedAnswer | undefined => {
  const {
    id,
    params: [filter],
  } = JSON.parse(body) as { id: number; params: [{ fromBlock: string }] };
  const error = { code: 4_444, message: 'pruned history unavailable' };
  return Number(filter.fromBlock) > 0
    ? undefined
    : { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
};

describe('requests that a node refuses do not close it to other requests', () => {
  test.each<[string, (body: string) => CannedAnswer | undefined, EvmNodeOptions]>([
    ['for blocks that it has no more', pruned, {}],
    [
      'for a block with too many events',
      () => undefined,
      {
        logs: [log(0, 0, 0), log(0, 1, 1), log(1, 0, 0)],
        logLimits: { results: 1 },
      },
    ],
  ])('%s', async (_name, answer, options) => {
    const { port } = await use(
      startEvmNode({
        logs: [log(1, 0, 0)],
        ...options,
        answer: (body) => (body.includes('eth_getLogs') ? answer(body) : undefined),
      }),
    );
    const ask = serveEntries([listNode('evm', port)]);
    for (let attempt = 0; attempt < 4; attempt++)
      expect(await findProblem(ask('transactionsByEvent', { address: contract, endBlock: 0 }))).toMatchObject(
        {
          status: 502,
        },
      );
    expect(
      await ask('transactionsByEvent', { address: contract, startBlock: 1, endBlock: 100 }),
    ).toMatchObject({
      transactions: [{ blockNumber: 1 }],
    });
  });
});

test('denoms that a node refuses do not close it to other requests', async () => {
  const { port } = await use(
    startCosmosNode({
      balances: { ukava: [{ address: 'kava1x', amount: '5' }] },
      bankCalls: {
        DenomMetadata: (
          { request }: ServerUnaryCall<{ denom: string }, object>,
          callback: sendUnaryData<object>,
        ) => callback({ code: request.denom === 'ukava' ? status.NOT_FOUND : status.INVALID_ARGUMENT }),
      },
    }),
  );
  const ask = serveEntries([listNode('grpc', port)]);
  for (const denom of ['ab', 'cd', 'ef', 'gh'])
    expect(await findProblem(ask('holders', { denom }))).toMatchObject({ status: 502 });
  expect(await ask('holders', { denom: 'ukava' })).toMatchObject({ holders: [{ amount: '5' }] });
});

describe('nodes that lag behind the requested height', () => {
  test('are passed over without blame, and if all do, the client is told to try again', async () => {
    const [one, two] = [await use(startEvmNode()), await use(startEvmNode())];
    const nodes = createNodes({
      loadEntries: () => Promise.resolve(listEntries([listNode('evm', one.port), listNode('evm', two.port)])),
      allowPrivate: true,
      now: () => 0,
    });
    onTestFinished(nodes.close);
    let caughtUp = false;
    const ask = () =>
      nodes.request(
        { network: 'kava', kind: 'evm', owners: () => [''], signal: createAbortController().signal },
        ({ target }) =>
          caughtUp
            ? Promise.resolve(target.host)
            : Promise.reject(new NodeError('it is behind', { isFault: false })),
      );
    // More often than a breaker allows.
    for (let count = 0; count < 5; count++) {
      expect(await catchProblem(ask())).toMatchObject({
        status: 503,
        detail: 'no EVM endpoint of kava can answer yet: 2 × it is behind',
        extras: { retryAfterSeconds: 5 },
      });
    }
    caughtUp = true;
    expect(await ask()).toBe('127.0.0.1');
  });
});
