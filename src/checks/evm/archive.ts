import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { Problem } from '../../model/rule.js';
import { classifyHeightRefusal, parseLowestHeight } from '../../net/words.js';
import { type Archive, unproved, unprovedBy } from '../node/observation.js';
import type { Head } from '../block/stale.js';
import { readBlock, readQuantity } from './calls.js';
import type { RpcOutcome } from '../http/json-answer.js';

export type MakeCall = (method: string, params: readonly JsonValue[]) => Promise<RpcOutcome>;

/** The first block after the genesis block, whose state nodes keep though they are pruned; evmd answers `earliest` from the newest state. */
const firstBlock = '0x1';
/** An address for whose balance a pruned node refuses as for any other; evmd answers the nonce of an account that does not exist without its state. */
const zeroAddress = `0x${'00'.repeat(20)}`;
/** Newest blocks, and transactions of each, that are searched for a sender. */
const blocksSearched = 4n;
const indexes = ['0x0', '0x1'];

/**
 * Requests block 1 and the nonce of a recent sender after it. An answer alone proves nothing: some pruned nodes answer from their newest state
 * (erigontech/erigon#16100, lambdaclass/ethrex#7071), so that the nonce is the one of today.
 */
export async function searchEvmArchive(call: MakeCall, head: Head | null): Promise<Archive> {
  const block = await call('eth_getBlockByNumber', [firstBlock, false]);
  if (block.kind === 'problem') return readArchiveRefusal('blocks', block.problem);
  // A new chain has none yet.
  if (block.result === null && head?.height === 0) return unproved('the chain has no block 1');
  if (block.result === null) return { kind: 'pruned', of: 'blocks', lowest: null };
  const reading = readBlock(block.result);
  if ('reason' in reading || reading.number !== 1n) return unproved('block 1 is answered with another one');
  const sender = head === null ? null : await findSender(call, BigInt(head.height));
  if (sender === null) {
    const balance = await call('eth_getBalance', [zeroAddress, firstBlock]);
    return balance.kind === 'problem'
      ? readArchiveRefusal('state', balance.problem)
      : unproved('no sender in the newest blocks, whose nonce would show it');
  }
  const early = await countTransactions(call, sender.address, firstBlock);
  if (typeof early === 'object') return readArchiveRefusal('state', early.problem);
  return early < sender.count ? { kind: 'whole' } : { kind: 'pruned', of: 'state', lowest: null };
}

/** A sender of a transaction in the newest blocks, which raised its nonce after block 1; transactions of some chains' own raise none. */
async function findSender(
  call: MakeCall,
  head: bigint,
): Promise<{ readonly address: string; readonly count: bigint } | null> {
  for (let height = head; height > 1n && height > head - blocksSearched; height--) {
    for (const index of indexes) {
      const outcome = await call('eth_getTransactionByBlockNumberAndIndex', [
        `0x${height.toString(16)}`,
        index,
      ]);
      if (outcome.kind === 'problem') return null;
      const address = isJsonObject(outcome.result) ? outcome.result['from'] : null;
      if (typeof address !== 'string') break;
      const count = await countTransactions(call, address, 'latest');
      if (typeof count === 'bigint' && count > 0n) return { address, count };
    }
  }
  return null;
}

async function countTransactions(
  call: MakeCall,
  address: string,
  block: string,
): Promise<bigint | { readonly problem: Problem }> {
  const outcome = await call('eth_getTransactionCount', [address, block]);
  if (outcome.kind === 'problem') return outcome;
  const detail = 'eth_getTransactionCount is answered without a number';
  return readQuantity(outcome.result) ?? { problem: { code: 'archive', data: { detail } } };
}

/** A node refuses in its own words; any other problem is none of the node. */
function readArchiveRefusal(of: 'blocks' | 'state', problem: Problem): Archive {
  const { detail } = problem.data;
  const details = typeof detail === 'string' && problem.code.endsWith('rpc-error') ? detail : '';
  const isGone = classifyHeightRefusal({ details }) === 'gone';
  return isGone ? { kind: 'pruned', of, lowest: parseLowestHeight(details) } : unprovedBy(problem);
}
