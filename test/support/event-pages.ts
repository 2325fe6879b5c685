import fc from 'fast-check';
import { expect } from 'vitest';
import type { TransactionsByEventPage } from '../../src/query/client/index.js';
import { type EvmNodeOptions, startEvmNode } from '../../src/sandbox/evm-node.js';
import type { WebAnswer } from '../../src/sandbox/web-node.js';
import { ServiceProblem } from '../../src/query/service/http/service-problem.js';
import type { Engine } from '../../src/query/service/database/engine.js';
import { type AskRoute, listNode, openEngine, serveEntries } from './chain-handlers.js';
import { contract, log } from './sandbox-logs.js';
import type { SandboxLog } from '../../src/sandbox/evm-logs.js';
import { use } from './servers.js';

/**
 * Follows the pages of transactions by event to the end; `between` runs before each further page. Resolves to the answers, and the hashes of all
 * transactions in order.
 */
export async function followPages(
  ask: AskRoute,
  params: Readonly<Record<string, unknown>>,
  between: () => unknown = () => undefined,
) {
  const answers: TransactionsByEventPage[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const sent = cursor === undefined ? params : { ...params, cursor };
    const answer = await ask('transactionsByEvent', sent);
    answers.push(answer);
    if (answers.length > 2_000) throw new Error('the pages have no end');
    cursor = answer.next;
    if (cursor !== null) await between();
  }
  const transactions = answers.flatMap((answer) => answer.transactions);
  return { answers, hashes: transactions.map(({ transactionHash }) => transactionHash) };
}

const place = fc.record({ block: fc.integer({ min: 0, max: 3_000 }), index: fc.nat({ max: 3 }) });
const chain = fc
  .uniqueArray(place, { maxLength: 40, selector: ({ block, index }) => `${block} ${index}` })
  .map((places) => ({
    logs: places.flatMap(({ block, index }) => [
      log(block, index, index * 2),
      log(block, index, index * 2 + 1),
    ]),
    /** Hashes of the transactions up to a block, oldest first. */
    listHashes: (first: number, last: number) =>
      [...places]
        .filter(({ block }) => block >= first && block <= last)
        .sort((a, b) => a.block - b.block || a.index - b.index)
        .map(({ block, index }) => log(block, index, 0).transactionHash),
  }));

let networks = 0;
/** One clock for the instances of all runs: those of a database sweep what they take to be of the future. */
let nowMs = 0;

/** A node that breaks at some of its searches. */
function startBreaking(options: Parameters<typeof startEvmNode>[0], breaks: (searches: number) => boolean) {
  let searches = 0;
  return startEvmNode({
    ...options,
    answer: (body) =>
      body.includes('eth_getLogs') && breaks(++searches) ? { status: 500, body: 'dead' } : undefined,
  });
}

/**
 * Follows random pages of random chains, over two instances and two nodes of different limits and heads, one of which breaks at times, while blocks
 * arrive: each transaction of the range must come once, in order.
 *
 * @param minBlocks the smallest window and limit of a node: small ones make many calls
 */
export async function checkRandomPages({
  numRuns,
  minBlocks,
  engine: shared = null,
}: {
  readonly numRuns: number;
  readonly minBlocks: number;
  readonly engine?: Engine | null;
}): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      chain,
      fc.record({
        offset: fc.integer({ min: 1, max: 11 }),
        sort: fc.constantFrom('asc', 'desc'),
        startBlock: fc.option(fc.nat({ max: 2_000 }), { nil: undefined }),
        endBlock: fc.option(fc.integer({ min: 2_000, max: 4_000 }), { nil: undefined }),
      }),
      fc.tuple(
        ...[1, 2].map(() =>
          fc.record({
            head: fc.integer({ min: 2_100, max: 3_000 }),
            blocks: fc.integer({ min: minBlocks, max: 4_000 }),
            results: fc.integer({ min: 8, max: 50 }),
            failsAt: fc.option(fc.nat({ max: 6 }), { nil: null }),
          }),
        ),
      ),
      async ({ logs, listHashes }, params, behaviours) => {
        let [arrived, pages] = [0, 0];
        const nodes = await Promise.all(
          behaviours.map(({ head, blocks, results, failsAt }, at) =>
            startBreaking(
              { logs, logLimits: { blocks, results }, blockNumber: () => head + arrived },
              // Only the first one breaks, so that a search can end.
              (searches) => at === 0 && failsAt !== null && (searches + pages) % 7 === failsAt,
            ),
          ),
        );
        const engine = shared ?? (await openEngine());
        // A separate network in the shared database.
        const network = `kava-${++networks}`;
        const entries = nodes.map(({ port }) =>
          listNode('evm', port, { provider: String(port), chain: network }),
        );
        // Two instances take turns. If one node is dead and the other one behind, a client tries again.
        const instance = () => serveEntries(entries, { engine, now: () => nowMs });
        const [even, odd] = [instance(), instance()];
        const ask: AskRoute = async (route, sent) => {
          for (let attempt = 0; ; attempt++) {
            pages += 1;
            nowMs += 60_000;
            arrived += 3;
            try {
              return await (pages % 2 === 0 ? even : odd)(route, { ...sent, network });
            } catch (error) {
              if (!(error instanceof ServiceProblem) || attempt > 400) throw error;
            }
          }
        };
        const { answers, hashes } = await followPages(ask, { address: contract, ...params });
        const [{ range }] = answers as [(typeof answers)[number]];
        expect(answers.map((answer) => answer.range)).toEqual(answers.map(() => range));
        if (range === null) throw new Error('the chain has these blocks');
        expect(range.startBlock).toBe(params.startBlock ?? 0);
        expect(range.endBlock).toBeLessThan(3_000 + arrived);
        const expected = listHashes(range.startBlock, range.endBlock);
        expect(hashes).toEqual(params.sort === 'asc' ? expected : expected.reverse());
        await Promise.all(nodes.map(({ close }) => close()));
      },
    ),
    { numRuns },
  );
}

/** A search as a node gets it. */
interface Searched {
  readonly from: number;
  readonly to: number;
  readonly topics: readonly unknown[];
}

/** A node that records its searches; `refuse` may answer a search instead. */
export async function startRecorded(
  options: EvmNodeOptions,
  refuse: (searched: Searched, id: number) => WebAnswer | undefined = () => undefined,
) {
  const searches: Searched[] = [];
  const methods: string[] = [];
  const node = await use(
    startEvmNode({
      ...options,
      answer: (body) => {
        methods.push(...[...body.matchAll(/"method":"(\w+)"/g)].map(([, method = '']) => method));
        if (!body.includes('eth_getLogs')) return undefined;
        const { id, params } = JSON.parse(body) as {
          id: number;
          params: [{ fromBlock: string; toBlock: string; topics: unknown[] }];
        };
        const [{ fromBlock, toBlock, topics: sent }] = params;
        const searched = { from: Number(fromBlock), to: Number(toBlock), topics: sent };
        searches.push(searched);
        return refuse(searched, id);
      },
    }),
  );
  const entry = listNode('evm', node.port);
  return { ...node, searches, methods, entry, ask: serveEntries([entry]) };
}

/** A node that records its searches, and names a finalized block. */
export const startFinalNode = (chain: { head: number; finalized: number; logs: readonly SandboxLog[] }) =>
  startRecorded({
    blockNumber: () => chain.head,
    finalized: () => chain.finalized,
    logs: chain.logs,
    logLimits: { blocks: 1_000 },
    timesLogs: true,
  });

/** An error of JSON-RPC. */
export const refusal = (id: number, message: string, code = -32_000): WebAnswer => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
});

/** 25 transactions over a chain, each alone. */
export const sparse = (blocks: number) =>
  Array.from({ length: 25 }, (_, at) => log(Math.floor(((at + 0.5) * blocks) / 25), 0, 0));
