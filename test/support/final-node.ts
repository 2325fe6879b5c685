import type { SandboxLog } from '../../src/sandbox/evm-logs.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listNode } from './chain-handlers.js';
import { use } from './servers.js';

interface Call {
  readonly method: string;
  readonly params: readonly [{ readonly fromBlock: string }];
}

/** A node that names a finalized block, and the first block of each search. */
export async function startFinalNode(
  chain: { head: number; finalized: number; logs: readonly SandboxLog[] },
  blocks = 1_000,
) {
  const searched: number[] = [];
  const node = startEvmNode({
    blockNumber: () => chain.head,
    finalized: () => chain.finalized,
    logs: chain.logs,
    logLimits: { blocks },
    timesLogs: true,
    delay: (body) => {
      const { method, params } = JSON.parse(body) as Call;
      if (method === 'eth_getLogs') searched.push(Number(params[0].fromBlock));
      return undefined;
    },
  });
  return { searched, entry: listNode('evm', (await use(node)).port) };
}
