import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { findProblem, listNode, openEngine, serveEntries } from '../../../../test/support/chain-handlers.js';
import { followPages } from '../../../../test/support/follow-pages.js';
import { sparse, startRecorded } from '../../../../test/support/recorded-node.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';
import { type EvmNodeOptions, startEvmNode } from '../../../sandbox/evm-node.js';
import { use } from '../../../../test/support/servers.js';

const search = { address: contract };
const stale = new Date(Date.now() - 7_200_000);
const logs = [log(50, 0, 0), log(4_000, 0, 0)];
const far = 9_000_000_000;

/** A node that names another latest block to a search than the check found. */
async function startLiar(claimed: number, options: EvmNodeOptions = {}) {
  const { port } = await use(
    startEvmNode({
      logs,
      blockNumber: 5_002,
      ...options,
      answer: (body) => {
        const { id, method } = JSON.parse(body) as { id: number; method: string };
        const result = `0x${claimed.toString(16)}`;
        return method === 'eth_blockNumber'
          ? { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) }
          : undefined;
      },
    }),
  );
  return listNode('evm', port);
}

/** The calls of a check. */
const checkCalls = 3;

/** A node that shows its latest block only once another one has answered the whole check. */
const startAfter = (other: { readonly methods: readonly string[] }, blockNumber: number) =>
  startRecorded({
    logs,
    blockNumber,
    delay: async (body) => {
      while (body.includes('latest') && other.methods.length < checkCalls) await sleep(1);
      await sleep(20);
    },
  });

describe('a node that claims a head', () => {
  test.each([far, 5])(
    'of %d, whose block it cannot show or made at another time, sets no range',
    async (head) => {
      const honest = await startRecorded({ logs, blockNumber: 25_002, blockTime: stale });
      const liar = await startLiar(head, { blockNumber: 25_002 });
      expect(await serveEntries([liar, honest.entry])('transactionsByEvent', search)).toMatchObject({
        range: { endBlock: 25_000 },
        transactions: [{ blockNumber: 4_000 }, { blockNumber: 50 }],
      });
      const alone = await findProblem(serveEntries([liar])('transactionsByEvent', search));
      expect(alone).toMatchObject({ status: 502 });
      expect(alone.detail).toContain('1 × the latest block of the node contradicts an earlier one');
    },
  );

  test('beyond what all others have, and makes up its blocks, is not asked', async () => {
    const liar = await startRecorded({ logs: [], blockNumber: far });
    const honest = [await startAfter(liar, 5_002), await startAfter(liar, 5_003)];
    const ask = serveEntries([liar.entry, ...honest.map(({ entry }) => entry)]);
    const first = await ask('transactionsByEvent', search);
    expect(first).toMatchObject({ transactions: [{ blockNumber: 4_000 }, { blockNumber: 50 }], next: null });
    expect(liar.searches).toEqual([]);
  });

  test('beyond that of the only other one shows that one of the two is wrong, so neither is believed', async () => {
    const [high, low] = [
      await startRecorded({ logs, blockNumber: far }),
      await startRecorded({ logs, blockNumber: 5_002 }),
    ];
    const problem = await findProblem(serveEntries([high.entry, low.entry])('transactionsByEvent', search));
    expect(problem).toMatchObject({ status: 502 });
    expect(problem.detail).toContain('2 × the node contradicts others about the latest block');
    expect([high.searches, low.searches]).toEqual([[], []]);
  });

  test('far from that of a node whose chain has ended is believed', async () => {
    const ended = await startRecorded({ logs: [], blockNumber: 20_000_000, blockTime: stale });
    const { entry } = await startAfter(ended, 5_002);
    expect(await serveEntries([ended.entry, entry])('transactionsByEvent', search)).toMatchObject({
      range: { endBlock: 5_000 },
    });
  });

  test('that it has synchronised to since the check is believed', async () => {
    let head = 1_000;
    const node = await startRecorded({
      logs: [log(15_000_000, 0, 0)],
      blockNumber: () => head,
      blockTime: new Date(1_700_000_000_000),
    });
    // Of another contract: a search that is still being read would share its head.
    await node.ask('transactionsByEvent', { address: `0x${'22'.repeat(20)}` });
    head = 15_000_002;
    expect(await node.ask('transactionsByEvent', search)).toMatchObject({
      transactions: [{ blockNumber: 15_000_000 }],
    });
  });
});

test('a node whose chain does not reach to what others have shown is behind', async () => {
  const node = await startRecorded({ logs, blockNumber: 5_002 });
  const young = await startRecorded({ logs: [], blockNumber: 4_900 });
  const engine = await openEngine();
  await serveEntries([node.entry], { engine })('transactionsByEvent', search);
  // While it reads older blocks, its looks at new ones count for others.
  const listHolders = () => engine.read('select leased_by from endpoint_check_jobs', []);
  await expect.poll(listHolders).toEqual([{ leased_by: null }]);
  await node.close();
  const later = serveEntries([node.entry, young.entry], { engine });
  const problem = await findProblem(later('transactionsByEvent', search));
  expect(problem).toMatchObject({ status: 503 });
  expect(problem.detail).toContain('1 × the node is behind the others');
});

describe('the head', () => {
  test('is asked for by page 1, and by no page of blocks that the node is known to have', async () => {
    const node = await startRecorded({ logs: sparse(900_000), blockNumber: 900_001 });
    // By a clock that stands still: in the course of seconds the head is asked for again.
    const ask = serveEntries([node.entry], { now: () => 0 });
    const { answers } = await followPages(ask, { ...search, offset: 2 });
    expect(answers.length).toBeGreaterThan(10);
    expect(node.methods.filter((method) => method === 'eth_blockNumber')).toHaveLength(1);
  });
});
