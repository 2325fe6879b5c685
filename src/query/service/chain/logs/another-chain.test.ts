import { expect, test } from 'vitest';
import {
  listEntries,
  listNode,
  openEngine,
  serveEntries,
} from '../../../../../test/support/chain-handlers.js';
import { blocksOf, contract, log } from '../../../../../test/support/sandbox-logs.js';
import { use } from '../../../../../test/support/servers.js';
import { createChain } from '../../../../sandbox/evm-logs.js';
import { startEvmNode } from '../../../../sandbox/evm-node.js';

/** A node whose chain a test may replace by another: its blocks have other hashes, and one event of its own. */
async function startNode(chain: { head: number; block: number; chainId: number }) {
  const node = startEvmNode({
    chainId: chain.chainId,
    blockNumber: () => chain.head,
    finalized: () => chain.head,
    chain: {
      listLogs: (...args) => createChain([log(chain.block, 0, 0)]).listLogs(...args),
      describeBlock: (...args) => {
        const { hash, timestamp } = createChain([]).describeBlock(...args);
        return { hash: `0x${String(chain.block).padStart(4, '0')}${hash.slice(6)}`, timestamp };
      },
    },
  });
  const claim = { chainId: String(chain.chainId), field: 'chain_id_evm', derived: false };
  return listNode('evm', (await use(node)).port, { claim });
}

test.each([
  ['longer', 2_000],
  ['shorter', 200],
])('after a new genesis, whose chain is %s, nothing of the chain before is answered', async (_, head) => {
  const chain = { head: 1_000, block: 7, chainId: 5 };
  const entries = [await startNode(chain)];
  const engine = await openEngine();
  // A process that has just begun knows of no node.
  const find = async () =>
    blocksOf(await serveEntries(entries, { engine })('transactionsByEvent', { address: contract }));
  expect(await find()).toEqual([7]);
  Object.assign(chain, { head, block: 9 });
  expect(await find()).toEqual([9]);
});

test('after the registry names another chain, nothing of the chain before is answered, also of blocks that were final', async () => {
  const [before, after] = [
    await startNode({ head: 1_000, block: 7, chainId: 5 }),
    await startNode({ head: 1_000, block: 9, chainId: 6 }),
  ];
  const registry = { entries: listEntries([before]) };
  const engine = await openEngine();
  const ask = serveEntries([], { engine, loadEntries: () => Promise.resolve(registry.entries) });
  const find = async () => blocksOf(await ask('transactionsByEvent', { address: contract, endBlock: 500 }));
  expect(await find()).toEqual([7]);
  registry.entries = listEntries([after]);
  expect(await find()).toEqual([9]);
});
