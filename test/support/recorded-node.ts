import type { SandboxLog } from '../../src/sandbox/evm-logs.js';
import { type CannedAnswer, type EvmNodeOptions, startEvmNode } from '../../src/sandbox/evm-node.js';
import { listNode, serveEntries } from './chain-handlers.js';
import { log } from './sandbox-logs.js';
import { use } from './servers.js';

/** A search as a node gets it. */
export interface Searched {
  readonly from: number;
  readonly to: number;
  readonly topics: readonly unknown[];
}

/** A node that records its searches; `refuse` may answer a search instead. */
export async function startRecorded(
  options: EvmNodeOptions,
  refuse: (searched: Searched, id: number) => CannedAnswer | undefined = () => undefined,
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
export const refusal = (id: number, message: string, code = -32_000): CannedAnswer => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
});

/** 25 transactions over a chain, each alone. */
export const sparse = (blocks: number) =>
  Array.from({ length: 25 }, (_, at) => log(Math.floor(((at + 0.5) * blocks) / 25), 0, 0));
