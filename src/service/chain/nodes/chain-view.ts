import { readBlock } from '../../../checks/evm/block.js';
import { isJsonObject } from '../../../model/json.js';
import { createEvmClient, type EvmClient, formatQuantity } from './evm-client.js';
import type { NodeRequest } from './failover.js';
import { findHead } from './find-head.js';
import type { CheckedNode } from './health-check.js';
import { isOutvoted } from './latest-block.js';
import { nodeFailed, nodeIsBehind, requestRefused } from './node-error.js';

/** The chain of a network as it was known before: its id, and the hash of a block that was final. */
export interface KnownChain {
  readonly chainId: string;
  readonly block: number;
  readonly hash: string;
}

/** What one node shows of its chain. */
export interface ChainView {
  readonly nodeId: string;
  readonly chainId: string;
  /** The last block that is read of it, and its hash; -1 and empty if there is none. */
  readonly end: number;
  readonly endHash: string;
  /** The last block that is not replaced any more, as the node says, or so many below its head. */
  readonly final: number;
  /** Whether it is the chain that was known before; true if none was. */
  readonly isKnown: boolean;
  /** A block to know the chain by, where what was known before is none or too long ago; else null. */
  readonly news: Pick<KnownChain, 'block' | 'hash'> | null;
}

/** Blocks below the head after which a chain that does not say so is taken to be final. */
const finalDepth = 128;
/** One whose finality reaches no higher than this does not say so: the first block is what some nodes name that know of none. */
const maxFinalDepth = 500_000;

/** Final blocks after which a newer one is remembered. */
const knownFor = 1_000;

/** Asks a node for its chain. Throws a NodeError if it fails, or contradicts what its check has shown. */
export async function viewChain(
  node: CheckedNode,
  request: NodeRequest,
  { known, confirmations }: { readonly known: KnownChain | null; readonly confirmations: number },
): Promise<ChainView> {
  if (isOutvoted(node, request.nodes))
    throw requestRefused('the node contradicts others about the latest block');
  const client = createEvmClient(node, request);
  try {
    const [head, finalized, knownHash] = await Promise.all([
      findHead(client, node),
      findFinalized(client),
      known === null ? null : findHash(client, known.block),
    ]);
    const chainId = readChainId(node);
    const isKnown = known === null || (chainId === known.chainId && knownHash === known.hash);
    const end = Math.max(-1, head - confirmations);
    const isPlausible =
      finalized !== null && finalized > 0 && finalized <= head && head - finalized <= maxFinalDepth;
    const final = Math.max(0, Math.min(end, isPlausible ? finalized : head - finalDepth));
    // So far below that a node that lags has it too.
    const block = Math.max(0, final - finalDepth);
    const isNews = known === null || !isKnown || block - known.block >= knownFor;
    const [endHash, hash] = await Promise.all([
      end < 0 ? '' : findHash(client, end),
      isNews ? findHash(client, block) : null,
    ]);
    if (endHash === null || (isNews && hash === null)) throw nodeIsBehind();
    return {
      nodeId: node.id,
      chainId,
      end,
      endHash,
      final,
      isKnown,
      news: hash === null ? null : { block, hash },
    };
  } finally {
    client.close();
  }
}

/** The chain id that the check has found; empty if the node does not tell. */
function readChainId({ facts: { chainId } }: Pick<CheckedNode, 'facts'>): string {
  return typeof chainId === 'string' || typeof chainId === 'number' ? String(chainId) : '';
}

/** The hash of a node's block; null if it has none of that number. Throws a NodeError if it fails. */
export async function findHash(client: EvmClient, number: number): Promise<string | null> {
  const outcome = await client.call('eth_getBlockByNumber', [formatQuantity(number), false]);
  if (outcome.kind === 'problem') throw nodeFailed(outcome.problem);
  const hash = isJsonObject(outcome.result) ? outcome.result['hash'] : null;
  return typeof hash === 'string' && /^0x[\da-f]{64}$/i.test(hash) ? hash.toLowerCase() : null;
}

/** The node's `finalized` block; null if it has no such notion, as chains without the consensus layer of Ethereum. */
async function findFinalized(client: EvmClient): Promise<number | null> {
  const outcome = await client.call('eth_getBlockByNumber', ['finalized', false]);
  if (outcome.kind === 'problem') return null;
  const block = readBlock(outcome.result);
  return 'reason' in block || block.number > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(block.number);
}
