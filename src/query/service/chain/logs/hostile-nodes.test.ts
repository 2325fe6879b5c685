import { expect, test } from 'vitest';
import { listEntries, openEngine, serveEntries } from '../../../../../test/support/chain-handlers.js';
import { startFinalNode, startRecorded } from '../../../../../test/support/event-pages.js';
import {
  account,
  blocksOf,
  contract,
  log,
  other,
  topics,
  transferTopic,
} from '../../../../../test/support/sandbox-logs.js';
import type { Entry } from '../../../../model/entry.js';

const search = { address: contract };
const transfers = { address: account, contractAddress: contract, tokenType: 'ERC20' };

/** Handlers over a registry that changes. */
async function serve(entries: readonly Entry[], options = {}) {
  const registry = { entries: listEntries(entries) };
  const engine = await openEngine();
  const loadEntries = () => Promise.resolve(registry.entries);
  const ask = serveEntries([], { engine, loadEntries, cacheMs: 60_000, ...options });
  return { ask, engine, list: (...listed: readonly Entry[]) => (registry.entries = listEntries(listed)) };
}

test('events of a node that has left the registry are no answer, to whatever request', async () => {
  const forger = await startRecorded({ logs: [log(10, 0, 0), log(66, 0, 0)], blockNumber: 5_002 });
  const honest = await startRecorded({ logs: [log(10, 0, 0)], blockNumber: 5_002 });
  const { ask, list } = await serve([forger.entry]);
  const old = { ...search, endBlock: 100 };
  for (const params of [search, old])
    expect(blocksOf(await ask('transactionsByEvent', params))).toEqual([66, 10]);
  list(honest.entry);
  for (const params of [old, search])
    expect(blocksOf(await ask('transactionsByEvent', params))).toEqual([10]);
});

test('what nodes gave that are still listed is not read again', async () => {
  const logs = [log(10, 0, 0), log(4_000, 0, 0)];
  const chain = { head: 5_002, finalized: 5_000, logs };
  const [first, second] = [await startFinalNode({ ...chain }), await startFinalNode(chain)];
  const { ask, list } = await serve([first.entry], { cacheMs: 0 });
  expect(blocksOf(await ask('transactionsByEvent', search))).toEqual([4_000, 10]);
  list(first.entry, second.entry);
  chain.head = 5_102;
  expect(blocksOf(await ask('transactionsByEvent', search))).toEqual([4_000, 10]);
  expect(second.searches.every(({ from }) => from > 5_000)).toBe(true);
});

test.each([
  ['too many events to be read whole', 12_000, 1e9],
  ['more events than fit', 4_000, 3_000_000],
])(
  'a node that gave %s is not believed any more once it has left the registry',
  async (_, count, databaseBytes) => {
    const noise = Array.from({ length: count }, (_, at) =>
      log(295_000 + Math.floor(at / 4), at % 4, at % 4, { topics: topics(transferTopic, account, other) }),
    );
    const chain = { logLimits: { blocks: 5_000 }, blockNumber: 300_002, timesLogs: true };
    const flood = await startRecorded({ ...chain, logs: noise });
    const honest = await startRecorded({ ...chain, logs: [log(10, 0, 0)] });
    const { ask, list } = await serve([flood.entry], { databaseBytes });
    await ask('accountTransferEvents', { ...transfers, offset: 1 });
    list(honest.entry);
    expect(blocksOf(await ask('accountTransferEvents', transfers))).toEqual([10]);
    // The contract is read whole again, not by account.
    expect(honest.searches.every(({ topics: sent }) => sent.length === 1)).toBe(true);
  },
);

test('a head far ahead changes no range beside an honest node, and is no answer once its node has gone', async () => {
  const logs = [log(10, 0, 0), log(13_000, 0, 0)];
  const liar = await startFinalNode({ head: 14_000, finalized: 4_900, logs });
  const honest = await startFinalNode({ head: 5_002, finalized: 4_900, logs: logs.slice(0, 1) });
  const alone = await serve([liar.entry], { cacheMs: 0 });
  expect(blocksOf(await alone.ask('transactionsByEvent', search))).toEqual([13_000, 10]);
  alone.list(honest.entry);
  for (const { ask } of [alone, await serve([liar.entry, honest.entry], { cacheMs: 0 })])
    expect(await ask('transactionsByEvent', search)).toMatchObject({
      range: { endBlock: 5_000 },
      transactions: [{ blockNumber: 10 }],
      next: null,
    });
});

test('a token with three hundred searches delays that of another token by the work under way, not by all of it', async () => {
  const order: ('greedy' | 'modest')[] = [];
  const node = await startRecorded(
    {
      ...{ logs: [], logLimits: { blocks: 1_000 }, blockNumber: 10_000 },
      delay: (body) =>
        body.includes('eth_getLogs') ? new Promise((resolve) => setTimeout(resolve, 3)) : undefined,
    },
    ({ topics: sent }) => void order.push(sent.length === 0 ? 'modest' : 'greedy'),
  );
  const { ask, engine } = await serve([node.entry]);
  const greedy = Array.from({ length: 300 }, (_, number) => {
    const params = { ...search, topics: [`0x${String(number).padStart(64, '0')}`] };
    return ask('transactionsByEvent', params, undefined, { owner: 'greedy' });
  });
  void Promise.allSettled(greedy);
  await expect.poll(() => engine.read('select job from endpoint_check_waiters', [])).toHaveLength(300);
  const { length } = order;
  await ask('transactionsByEvent', search, undefined, { owner: 'modest' });
  // In calls, not in time: some ten for each of the eight filters under way, and one for each of this token; three thousand for all.
  const between = order.slice(length, order.lastIndexOf('modest'));
  expect(between.filter((owner) => owner === 'greedy').length).toBeLessThan(300);
});
