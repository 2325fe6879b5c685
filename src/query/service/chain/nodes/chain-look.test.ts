import { expect, onTestFinished, test } from 'vitest';
import { listEntries, listNode, openEngine } from '../../../../../test/support/chain-handlers.js';
import { use } from '../../../../../test/support/servers.js';
import type { Entry } from '../../../../model/entry.js';
import { createAbortController } from '../../../../net/abort.js';
import { createChain } from '../../../../sandbox/evm-logs.js';
import { startEvmNode } from '../../../../sandbox/evm-node.js';
import { ChainLooks } from './chain-look.js';
import { Nodes } from './failover.js';
import { nodeId } from './node-pool.js';

/** Looks at the chain of entries, which a test may change; each time anew. */
async function startLooks(listed: readonly Entry[]) {
  const engine = await openEngine();
  const registry = { entries: listed };
  const options = {
    loadEntries: () => Promise.resolve(listEntries(registry.entries)),
    allowPrivate: true,
    now: () => performance.now(),
  };
  const nodes = new Nodes(options);
  onTestFinished(() => nodes.close());
  const looks = new ChainLooks({ nodes, engine, confirmations: 2, now: options.now });
  return {
    registry,
    look: () =>
      looks.look(
        'kava',
        { owners: () => ['test'], signal: createAbortController().signal },
        performance.now(),
      ),
  };
}

/** A node whose chain may be begun anew, as after a new genesis: its blocks have other hashes. */
async function startNode(chain: { head: number; finalized: number; genesis: number; chainId?: number }) {
  const { describeBlock, listLogs } = createChain([]);
  const node = startEvmNode({
    blockNumber: () => chain.head,
    finalized: () => chain.finalized,
    ...(chain.chainId === undefined ? {} : { chainId: chain.chainId }),
    chain: {
      listLogs,
      describeBlock: (number) => {
        const { hash, timestamp } = describeBlock(number, chain.head);
        return { hash: `0x${chain.genesis}${hash.slice(3)}`, timestamp };
      },
    },
  });
  return { chain, entry: listNode('evm', (await use(node)).port) };
}

test('the last block is that of the node behind, and final is what both show', async () => {
  const liar = await startNode({ head: 14_002, finalized: 14_000, genesis: 1 });
  const honest = await startNode({ head: 5_002, finalized: 4_900, genesis: 1 });
  const { look } = await startLooks([liar.entry, honest.entry]);
  expect(await look()).toMatchObject({ end: 5_000, final: 4_900, generation: 1 });
});

test('a node that lags far behind two others does not hold them up', async () => {
  const nodes = [5_002, 9_002, 9_003].map((head) => startNode({ head, finalized: head - 100, genesis: 1 }));
  const { look } = await startLooks((await Promise.all(nodes)).map(({ entry }) => entry));
  expect(await look()).toMatchObject({ end: 9_000, final: 8_902 });
});

test('the chain that was known stays as long as one node shows it, and others are not trusted', async () => {
  const honest = await startNode({ head: 5_002, finalized: 4_900, genesis: 1 });
  const other = await startNode({ head: 5_003, finalized: 4_900, genesis: 1 });
  const { look } = await startLooks([other.entry, honest.entry]);
  await look();
  other.chain.genesis = 2;
  const { generation, trusts } = await look();
  const [otherId, honestId] = [other, honest].map(({ entry: { target } }) =>
    target === null ? '' : nodeId(target),
  );
  expect([generation, trusts(otherId ?? ''), trusts(honestId ?? '')]).toEqual([1, false, true]);
});

test('a node that has left the registry is not trusted, and one that does not pass the check is', async () => {
  const [stays, leaves] = await Promise.all(
    [1, 2].map(() => startNode({ head: 5_002, finalized: 4_900, genesis: 1 })),
  );
  const down = listNode('evm', 1);
  const { look, registry } = await startLooks(
    [stays, leaves].flatMap((node) => node?.entry ?? []).concat(down),
  );
  await look();
  registry.entries = registry.entries.filter((entry) => entry !== leaves?.entry);
  const { trusts } = await look();
  const ids = [stays?.entry, leaves?.entry, down].map((entry) =>
    entry?.target == null ? '' : nodeId(entry.target),
  );
  expect(ids.map(trusts)).toEqual([true, false, true]);
});

test('a chain of another id is another generation, as where the registry was corrected', async () => {
  const before = await startNode({ head: 5_002, finalized: 4_900, genesis: 1, chainId: 5 });
  const after = await startNode({ head: 5_002, finalized: 4_900, genesis: 1, chainId: 6 });
  const { look, registry } = await startLooks([before.entry]);
  await look();
  registry.entries = [after.entry];
  expect(await look()).toMatchObject({ generation: 2 });
});
