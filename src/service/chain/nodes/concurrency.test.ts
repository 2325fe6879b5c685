import type { handleUnaryCall } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { findProblem, listNode, serveEntries } from '../../../../test/support/chain-handlers.js';
import { use } from '../../../../test/support/servers.js';
import { startCosmosNode } from '../../../sandbox/cosmos-node.js';

/** A node that holds each call until it is released, as under load. */
async function startSlow() {
  const waiting: (() => void)[] = [];
  const SupplyOf: handleUnaryCall<{ denom: string }, object> = ({ request: { denom } }, callback) => {
    waiting.push(() => callback(null, { amount: { denom, amount: '1' } }));
  };
  const { port } = await use(startCosmosNode({ bankCalls: { SupplyOf } }));
  return { port, waiting };
}

const plain = (port: number, chain: string) =>
  listNode('grpc', port, { chain, target: { host: '127.0.0.1', port, path: '', secure: false } });

test('four requests of a network are sent to nodes at once, the others wait', async () => {
  const { port, waiting } = await startSlow();
  const ask = serveEntries([plain(port, 'kava')]);
  const answers = Promise.all(Array.from({ length: 9 }, () => ask('holderSummary', { denom: 'ukava' })));
  for (const most of [4, 4, 1]) {
    await expect.poll(() => waiting.length).toBe(most);
    // Time for one more to arrive, if it were sent.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(waiting).toHaveLength(most);
    for (const release of waiting.splice(0)) release();
  }
  expect((await answers).map(({ supply }) => supply)).toEqual(Array.from({ length: 9 }, () => '1'));
});

test('sixteen requests of all networks are', async () => {
  const { port, waiting } = await startSlow();
  const networks = ['a', 'b', 'c', 'd', 'e', 'f'];
  const ask = serveEntries(networks.map((chain) => plain(port, chain)));
  const requests = networks.flatMap((network) => Array.from({ length: 4 }, () => network));
  const answers = requests.map((network) => ask('holderSummary', { network, denom: 'ukava' }));
  await expect.poll(() => waiting.length).toBe(16);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(waiting).toHaveLength(16);
  for (const release of waiting.splice(0)) release();
  await expect.poll(() => waiting.length).toBe(8);
  for (const release of waiting.splice(0)) release();
  expect(await Promise.all(answers)).toHaveLength(24);
});

test('a request that waits until its deadline ends with 504, and blames no node later', async () => {
  const { port, waiting } = await startSlow();
  const ask = serveEntries([plain(port, 'kava')]);
  const first = Array.from({ length: 4 }, () => ask('holderSummary', { denom: 'ukava' }));
  await expect.poll(() => waiting.length).toBe(4);
  const late = Array.from({ length: 3 }, () =>
    findProblem(ask('holderSummary', { denom: 'ukava' }, AbortSignal.timeout(50))),
  );
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([504, 504, 504]);
  for (const release of waiting.splice(0)) release();
  await Promise.all(first);
  const next = ask('holderSummary', { denom: 'uother' });
  await expect.poll(() => waiting.length).toBe(1);
  for (const release of waiting.splice(0)) release();
  expect(await next).toMatchObject({ denom: 'uother' });
});
