import { describe, expect, test } from 'vitest';
import { findProblem, serveEntries } from '../../../../test/support/chain-handlers.js';
import { followPages } from '../../../../test/support/follow-pages.js';
import { sparse, startRecorded } from '../../../../test/support/recorded-node.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';

const search = { address: contract };

describe('another node', () => {
  const stale = new Date(Date.now() - 7_200_000);

  test('goes on from what the first one found', async () => {
    const logs = sparse(90_000);
    let searches = 0;
    const first = await startRecorded({ logs, logLimits: { blocks: 10_000 }, blockNumber: 90_001 }, () =>
      ++searches > 6 ? { status: 500, body: 'dead' } : undefined,
    );
    // Stale, so that it comes after the other whatever their latency.
    const second = await startRecorded({
      logs,
      logLimits: { blocks: 10_000 },
      blockNumber: 90_009,
      blockTime: stale,
    });
    const ask = serveEntries([first.entry, second.entry]);
    const { answers, hashes } = await followPages(ask, { ...search, offset: 100 });
    expect(hashes).toEqual(logs.map(({ transactionHash }) => transactionHash).reverse());
    expect(answers[0]?.range).toEqual({ startBlock: 0, endBlock: 89_999 });
    expect(second.searches.length).toBeGreaterThan(0);
    expect(Math.max(...second.searches.map(({ to }) => to))).toBeLessThan(89_999);
    // The check has shown that the second one has the blocks that are left.
    expect([first, second].map(({ methods }) => methods.includes('eth_blockNumber'))).toEqual([true, false]);
  });

  test('is not asked where it is behind the pinned end, and not blamed for it', async () => {
    let head = 100;
    const node = await startRecorded({ logs: [log(80, 0, 0), log(95, 0, 0)], blockNumber: () => head });
    const { next } = await node.ask('transactionsByEvent', { ...search, offset: 1 });
    // One block less: the last one of the range may still be replaced on this node.
    head = 99;
    node.searches.length = 0;
    for (let attempt = 0; attempt < 5; attempt++) {
      const problem = await findProblem(
        node.ask('transactionsByEvent', { ...search, offset: 1, cursor: next }),
      );
      expect(problem).toMatchObject({ status: 503 });
      expect(problem.detail).toContain('1 × the node is behind the others');
    }
    expect(node.searches).toEqual([]);
    head = 100;
    expect(await node.ask('transactionsByEvent', { ...search, offset: 1, cursor: next })).toMatchObject({
      transactions: [{ blockNumber: 80 }],
    });
  });

  test('is what is missing where all fail on page 1: what was found is the answer', async () => {
    let isDead = false;
    let searches = 0;
    const node = await startRecorded(
      { logs: sparse(90_000), logLimits: { blocks: 10_000 }, blockNumber: 90_001 },
      () => (++searches > 5 && isDead ? { status: 500, body: 'dead' } : undefined),
    );
    isDead = true;
    const first = await node.ask('transactionsByEvent', { ...search, offset: 100 });
    expect(first['next']).not.toBeNull();
    expect(first['transactions']).not.toEqual([]);
    isDead = false;
    const { hashes } = await followPages(node.ask, { ...search, offset: 100, cursor: first['next'] });
    const found = (first['transactions'] as { transactionHash: string }[]).map(
      ({ transactionHash }) => transactionHash,
    );
    expect([...found, ...hashes]).toHaveLength(25);
  });
});
