import { formatQuantity, hashBlock, type SandboxLog } from '../../src/sandbox/evm-logs.js';
import { restOfBlock, startEvmNode } from '../../src/sandbox/evm-node.js';
import { listNode } from './chain-handlers.js';
import { use } from './servers.js';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string | { readonly fromBlock: string }];
}

/** A node that names a finalized block, and from which block on it was searched. */
export async function startFinalNode(
  chain: { head: number; finalized: number; logs: readonly SandboxLog[] },
  blocks = 1_000,
) {
  const searched: number[] = [];
  const node = startEvmNode({
    blockNumber: () => chain.head,
    logs: chain.logs,
    logLimits: { blocks },
    timesLogs: true,
    answer: (body) => {
      const { id, method, params } = JSON.parse(body) as Call;
      const [of] = params;
      if (method === 'eth_getLogs' && typeof of === 'object') searched.push(Number(of.fromBlock));
      if (of !== 'finalized') return undefined;
      const number = formatQuantity(chain.finalized);
      const result = { ...restOfBlock, hash: hashBlock(chain.finalized), number, timestamp: '0x1' };
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
    },
  });
  return { searched, entry: listNode('evm', (await use(node)).port) };
}
