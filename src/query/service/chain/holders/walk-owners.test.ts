import { Metadata, status } from '@grpc/grpc-js';
import { expect, onTestFinished, test } from 'vitest';
import { createOwners, withOwnersCall } from '../../../../../test/support/holders.js';
import { use } from '../../../../../test/support/servers.js';
import { success } from '../../../../model/failure.js';
import { createAbortController } from '../../../../net/abort.js';
import { getSupply } from '../../../../net/grpc/bank-messages.js';
import { startCosmosNode } from '../../../../sandbox/cosmos-node.js';
import { createBankClient } from '../nodes/bank-client.js';
import { FairLane } from '../nodes/fair-lane.js';
import { NodeError } from '../nodes/node-error.js';
import { createPauses, walkOwners } from './walk-owners.js';

/** A walk on a node that refuses some of its calls, counted from 1, and asks to be left in peace; and another call in its lane, which has one place. */
async function startWalk(field: string, value: string, refuses: (call: number) => boolean) {
  const metadata = new Metadata();
  metadata.set(field, value);
  const calls = { count: 0 };
  const bank = withOwnersCall({ balances: { ukava: createOwners(3_500) } }, () =>
    refuses(++calls.count)
      ? Promise.reject(Object.assign(new Error(), { code: status.RESOURCE_EXHAUSTED, metadata }))
      : Promise.resolve(undefined),
  );
  const { port } = await use(startCosmosNode(bank));
  const ending = createAbortController();
  const { signal } = ending;
  const lane = new FairLane({ parts: 1, jobsPerOwner: 2 });
  const work = <Value>(job: (client: ReturnType<typeof createBankClient>) => Promise<Value>) =>
    lane.run(
      () => ['owner'],
      signal,
      (takeTurn) => {
        const node = {
          ...{ id: 'node', facts: { transport: 'plaintext' }, latencyMs: 0, isStale: false },
          target: { host: 'localhost', port, path: '', secure: true },
          resolve: () => Promise.resolve(success(['127.0.0.1'])),
        };
        const client = createBankClient(node, { signal, takeTurn }, 'walk');
        onTestFinished(() => ending.abort());
        return job(client);
      },
    );
  const sink = {
    holders: 0,
    add: (page: readonly unknown[]) => Promise.resolve(void (sink.holders += page.length)),
  };
  const walked = work((client) =>
    walkOwners(client, { denom: 'ukava', height: null, signal, begin: () => Promise.resolve(sink) }),
  ).then(() => sink.holders);
  walked.catch(() => undefined);
  return { walked, calls, ending, askSupply: () => work((client) => client.call(getSupply('ukava'))) };
}

test('a node that asks to be left in peace in the middle of a walk is asked again when it says, as often as it says', async () => {
  // More often in a row than a call that fails is repeated.
  const { walked, calls } = await startWalk('grpc-retry-pushback-ms', '5', (call) => call > 2 && call <= 8);
  expect(await walked).toBe(3_500);
  expect(calls.count).toBe(10);
});

test('one that asks for too long is asked no more often than one that fails', async () => {
  const { walked, calls } = await startWalk('retry-after', '31', (call) => call > 2);
  await expect(walked).rejects.toThrow('net/rate-limited');
  expect(calls.count).toBe(5);
});

test('the pauses of a walk are half a minute at most, all together', () => {
  const take = createPauses();
  const pauses = [12_000, 30_000, null, 12_000, 0, 6_000, 5_900, 0].map((retryAfterMs) =>
    take(new NodeError('busy', { retryAfterMs })),
  );
  expect(pauses).toEqual([12_000, null, null, 12_000, 100, null, 5_900, null]);
});

test('its pauses keep no other call from its turn, and end with the walk', async () => {
  const { walked, calls, ending, askSupply } = await startWalk('retry-after', '30', (call) => call > 1);
  await expect.poll(() => calls.count).toBe(2);
  expect(await askSupply()).toMatchObject({ kind: 'answer' });
  ending.abort();
  await expect(walked).rejects.toThrow('did not answer in time');
  expect(calls.count).toBe(2);
});
