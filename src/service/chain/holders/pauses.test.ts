import { Metadata, status } from '@grpc/grpc-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withOwnersCall } from '../../../../test/support/bank-calls.js';
import { listNode } from '../../../../test/support/chain-handlers.js';
import { catchProblem, createOwners, serveHolders, sortHolders } from '../../../../test/support/holders.js';
import { use } from '../../../../test/support/servers.js';
import { success } from '../../../model/failure.js';
import { createAbortController } from '../../../net/abort.js';
import { getSupply } from '../../../net/grpc/bank-messages.js';
import type { BankOptions } from '../../../sandbox/bank.js';
import { startCosmosNode } from '../../../sandbox/cosmos-node.js';
import { createBankClient } from '../nodes/bank-client.js';
import { FairLane } from '../nodes/fair-lane.js';
import { NodeError } from '../nodes/node-error.js';
import { OwnerPages } from './owner-pages.js';
import { PauseBudget } from './pause-budget.js';

const owners = createOwners(3_500);

/** A bank that refuses some of its calls, counted from 1, and asks to be left in peace. */
function createBusy(field: string, value: string, refuses: (call: number) => boolean) {
  const metadata = new Metadata();
  metadata.set(field, value);
  const calls = { count: 0 };
  const bank: BankOptions = withOwnersCall({ balances: { ukava: owners } }, () =>
    refuses(++calls.count)
      ? Promise.reject(Object.assign(new Error(), { code: status.RESOURCE_EXHAUSTED, metadata }))
      : Promise.resolve(undefined),
  );
  return { bank, calls };
}

const serve = async (bank: BankOptions) =>
  serveHolders([listNode('grpc', (await use(startCosmosNode(bank))).port)]);

describe('a node that asks to be left in peace in the middle of a walk', () => {
  test('is asked again when it says, as often as it says', async () => {
    // More often in a row than a call that fails is repeated.
    const { bank, calls } = createBusy('grpc-retry-pushback-ms', '5', (call) => call > 2 && call <= 8);
    expect(await (await serve(bank)).listAll({ limit: 1_000 })).toEqual(sortHolders(owners));
    expect(calls.count).toBe(10);
  });

  test('for too long is asked no more often than one that fails', async () => {
    const { bank, calls } = createBusy('retry-after', '31', (call) => call > 2);
    expect(await catchProblem((await serve(bank)).holders())).toMatchObject({ status: 502 });
    expect(calls.count).toBe(5);
  });

  test('keeps no other call from its turn, and none after the end of the walk', async () => {
    const { bank, calls } = createBusy('retry-after', '30', () => true);
    const { port } = await use(startCosmosNode(bank));
    const lane = new FairLane({ parts: 1, jobsPerOwner: 2 });
    const ending = createAbortController();
    const work = <Value>(job: (client: ReturnType<typeof createBankClient>) => Promise<Value>) =>
      lane.run(
        () => ['owner'],
        ending.signal,
        (takeTurn) => {
          const node = {
            ...{ id: 'node', facts: { transport: 'plaintext' }, latencyMs: 0, isStale: false },
            target: { host: 'localhost', port, path: '', secure: true },
            resolve: () => Promise.resolve(success(['127.0.0.1'])),
          };
          const client = createBankClient(node, { signal: ending.signal, takeTurn }, 'walk');
          onTestFinished(client.close);
          return job(client);
        },
      );
    const walking = work(async (client) => {
      const pages = new OwnerPages(client, {
        denom: 'ukava',
        pauses: new PauseBudget(),
        signal: ending.signal,
      });
      for await (const page of pages.readAfter(
        { owners: [], nextKey: Buffer.from('kava1'), total: 0, height: null },
        null,
      ))
        expect(page).toEqual([]);
    });
    const ended = expect(walking).rejects.toThrow('did not answer in time');
    await expect.poll(() => calls.count).toBe(1);
    expect(await work((client) => client.call(getSupply('ukava')))).toMatchObject({ kind: 'answer' });
    ending.abort();
    await ended;
    expect(calls.count).toBe(1);
  });
});

test('the pauses of a walk are half a minute at most, all together', () => {
  const pauses = new PauseBudget();
  const take = (retryAfterMs: number | null) => pauses.take(new NodeError('busy', { retryAfterMs }));
  expect([12_000, 30_000, null, 12_000, 0, 6_000, 5_900, 0].map(take)).toEqual([
    ...[12_000, null, null, 12_000],
    ...[100, null, 5_900, null],
  ]);
  expect(pauses.take(new Error('of another make'))).toBeNull();
});
