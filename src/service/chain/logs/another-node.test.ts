import { describe, expect, test } from 'vitest';
import { serveEntries } from '../../../../test/support/chain-handlers.js';
import { followPages } from '../../../../test/support/follow-pages.js';
import { sparse, startRecorded } from '../../../../test/support/recorded-node.js';
import { contract } from '../../../../test/support/sandbox-logs.js';

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
