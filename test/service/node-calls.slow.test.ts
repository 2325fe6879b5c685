import { connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { findProblem, listNode, serveEntries } from '../support/chain-handlers.js';
import { followPages, refusal, sparse, startRecorded } from '../support/event-pages.js';
import { account, contract, log, other, topics, transferTopic } from '../support/sandbox-logs.js';
import { use } from '../support/servers.js';
import { type EvmNodeOptions, startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';

const search = { address: contract };
const transfers = { address: account, contractAddress: contract, tokenType: 'ERC20' };

describe('a search of all blocks costs hardly more calls than the node requires', () => {
  test.each([
    [3_000, 360_000, 'stated'],
    [10_000, 1_000_000, 'stated'],
    [2_048, 240_000, 'not stated'],
    [Infinity, 10_000_000, 'stated'],
  ])('%d blocks at once, of %d: %s', async (limit, blocks, wording) => {
    for (const sort of ['asc', 'desc']) {
      const node = await startRecorded(
        {
          logs: sparse(blocks),
          blockNumber: blocks + 1,
          ...(wording === 'stated' ? { logLimits: { blocks: limit } } : {}),
        },
        ({ from, to }, id) => (to - from >= limit ? refusal(id, 'block range is too wide') : undefined),
      );
      const { hashes } = await followPages(node.ask, { ...search, sort });
      expect(hashes).toHaveLength(25);
      expect(node.searches.length).toBeLessThanOrEqual(1.05 * (blocks / Math.min(limit, 100_000)) + 20);
    }
  });

  test('a limit is found once, by any request', async () => {
    const node = await startRecorded({ logs: [], logLimits: { blocks: 10_000 }, blockNumber: 100_001 });
    const count = async () => {
      node.searches.length = 0;
      await node.ask('transactionsByEvent', search);
      return node.searches.filter(({ from, to }) => to - from >= 10_000).length;
    };
    expect([await count(), await count()]).toEqual([1, 0]);
  });

  test('a wider search than the refused one is tried now and then', async () => {
    let limit = 1_000;
    const node = await startRecorded({ logs: [], blockNumber: 200_001 }, ({ from, to }, id) =>
      to - from >= limit ? refusal(id, 'block range is too wide') : undefined,
    );
    await node.ask('transactionsByEvent', search);
    limit = 1_000_000;
    node.searches.length = 0;
    await followPages(node.ask, { ...search, topics: [transferTopic] });
    expect(Math.max(...node.searches.map(({ from, to }) => to - from + 1))).toBeGreaterThan(2_000);
  });
});

describe('calls at once', () => {
  /** The largest number of searches held at a time, if each waits until no further one comes. */
  async function countAtOnce(options: EvmNodeOptions, maxHeld: number) {
    // The searches that find out what the node allows.
    const warm = 4;
    let searches = 0;
    let held: (() => void)[] = [];
    let most = 0;
    const node = await use(
      startEvmNode({
        ...options,
        delay: (body) => {
          if (!body.includes('eth_getLogs') || ++searches <= warm) return undefined;
          return new Promise<void>((done) => {
            held.push(done);
            most = Math.max(most, held.length);
            // The last ones of the search may be fewer.
            if (most < maxHeld) return;
            for (const release of held) release();
            held = [];
          });
        },
      }),
    );
    const ask = serveEntries([listNode('evm', node.port)]);
    await ask('transactionsByEvent', search);
    return most;
  }

  test('are four, each on a separate connection', async () => {
    const options = { logs: [], logLimits: { blocks: 12_500 }, blockNumber: 300_001 };
    expect(await countAtOnce(options, 4)).toBe(4);
  });

  test('are fewer if the node refuses them, and none is lost', async () => {
    let [running, most] = [0, 0];
    const logs = sparse(300_000);
    const node = await use(
      startEvmNode({
        ...{ logs, logLimits: { blocks: 5_000 }, blockNumber: 300_001 },
        delay: async (body) => {
          if (!body.includes('eth_getLogs')) return;
          running += 1;
          most = Math.max(most, running);
          await new Promise((done) => setTimeout(done, 3));
        },
        answer: (body) => {
          if (!body.includes('eth_getLogs')) return undefined;
          running -= 1;
          return running > 0 ? { status: 429, body: 'one at a time' } : undefined;
        },
      }),
    );
    const ask = serveEntries([listNode('evm', node.port)]);
    const { hashes } = await followPages(ask, { ...search, offset: 100 });
    expect(hashes).toEqual(logs.map(({ transactionHash }) => transactionHash).reverse());
    expect(most).toBeGreaterThan(1);
  });

  test('a node that limits its rate gets no requests until its Retry-After has passed', async () => {
    let refused = 0;
    const node = await startRecorded({ logs: sparse(5_000), blockNumber: 5_002 }, () =>
      refused++ === 0 ? { status: 429, headers: { 'retry-after': '0' }, body: '' } : undefined,
    );
    expect(await node.ask('transactionsByEvent', search)).toMatchObject({ transactions: { length: 10 } });
    const strict = await startRecorded({ logs: [], blockNumber: 5_002 }, () => ({
      status: 429,
      headers: { 'retry-after': '0' },
      body: '',
    }));
    expect(await findProblem(strict.ask('transactionsByEvent', search))).toMatchObject({ status: 502 });
    expect(strict.searches).toHaveLength(3);
  });
});

describe('too many events in some blocks', () => {
  test('split only these', async () => {
    const logs = Array.from({ length: 40 }, (_, at) => log(15_000 + at, 0, 0));
    const node = await startRecorded({ logs, logLimits: { results: 20 }, blockNumber: 300_001 });
    const { hashes } = await followPages(node.ask, { ...search, sort: 'asc' });
    expect(hashes).toHaveLength(40);
    const widths = node.searches.map(({ from, to }) => to - from + 1);
    expect(widths.length).toBeLessThan(40);
  });

  test('make accountTransferEvents read a contract by account, with the two exact filters of each', async () => {
    const noise = Array.from({ length: 12_000 }, (_, at) =>
      log(295_000 + Math.floor(at / 4), at % 4, at % 4, { topics: topics(transferTopic, other, other) }),
    );
    const logs = [10, 20, 30].map((block) => log(block, 0, 0));
    const node = await startRecorded({
      logs: [...logs, ...noise],
      logLimits: { blocks: 5_000 },
      blockNumber: 300_002,
    });
    const askAll = async () => {
      const answer = await node.ask('accountTransferEvents', transfers);
      expect(answer).toMatchObject({
        transactions: [{ blockNumber: 30 }, { blockNumber: 20 }, { blockNumber: 10 }],
        next: null,
      });
    };
    await askAll();
    const [broad, exact] = [1, 2].map((least) =>
      node.searches.filter(({ topics: sent }) => (least === 1 ? sent.length === 1 : sent.length > 1)),
    );
    expect(broad?.length).toBeLessThan(20);
    expect(exact?.length).toBeGreaterThanOrEqual(120);
    // The next time, no search is made.
    node.searches.length = 0;
    await askAll();
    expect(node.searches).toEqual([]);
  });
});

test('a node whose first connection hangs passes the check', async () => {
  const node = await use(startEvmNode({ blockNumber: 102 }));
  let connections = 0;
  const front = createServer((socket) => {
    socket.on('error', () => undefined);
    if (++connections === 1) return;
    const onward = connect(node.port, '127.0.0.1').on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  const { port } = await use(listen(front));
  const ask = serveEntries([listNode('evm', port)]);
  expect(await ask('transactionsByEvent', search)).toMatchObject({ range: { endBlock: 100 } });
});
