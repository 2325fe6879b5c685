import type { SandboxServer } from './server.js';
import { answerJson, startWebNode, type WebAnswer, type WebNodeOptions } from './web-node.js';

/** The behaviour of a node; by default a healthy one of mainnet over plain http. */
export interface SolanaNodeOptions extends WebNodeOptions {
  readonly genesisHash?: string;
  readonly slot?: number;
  readonly blockTime?: Date;
  /** Newest slots without a block. */
  readonly skippedSlots?: number;
  /** How far it is behind the cluster. */
  readonly slotsBehind?: number;
}

export const mainnetGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

interface Call {
  readonly id: number | string;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** Starts a JSON-RPC server that answers the calls of a check like a validator (https://solana.com/docs/rpc/http). */
export function startSolanaNode(options: SolanaNodeOptions = {}): Promise<SandboxServer> {
  return startWebNode(options, ({ method, headers, body }): WebAnswer => {
    if (method !== 'POST')
      return { status: 405, body: 'Used HTTP Method is not allowed. POST or OPTIONS is required\n' };
    if (headers['content-type']?.startsWith('application/json') !== true)
      return {
        status: 415,
        body: 'Supplied content type is not allowed. Content-Type: application/json is required\n',
      };
    const call = JSON.parse(body) as Call;
    return answerJson({ jsonrpc: '2.0', id: call.id, ...answerCall(call, options) });
  });
}

function answerCall({ method, params = [] }: Call, options: SolanaNodeOptions): object {
  const { genesisHash = mainnetGenesis, slot = 381_000_000, blockTime = new Date() } = options;
  const { skippedSlots = 0, slotsBehind = 0 } = options;
  const slotMs = 400;
  switch (method) {
    case 'getSlot':
      return { result: slot };
    case 'getGenesisHash':
      return { result: genesisHash };
    case 'getVersion':
      return { result: { 'feature-set': 3_271_415_109, 'solana-core': '2.3.6' } };
    case 'getHealth': {
      const message = `Node is behind by ${slotsBehind} slots`;
      const error = { code: -32005, message, data: { numSlotsBehind: slotsBehind } };
      return slotsBehind === 0 ? { result: 'ok' } : { error };
    }
    case 'getBlockTime': {
      const at = Number(params[0]);
      if (at > slot - skippedSlots)
        return {
          error: { code: -32009, message: `Slot ${at} was skipped, or missing in long-term storage` },
        };
      return { result: Math.trunc((blockTime.getTime() - (slot - at) * slotMs) / 1_000) };
    }
    default:
      return { error: { code: -32601, message: 'Method not found' } };
  }
}
