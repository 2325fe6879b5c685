import type { RpcOutcome } from '../http/json-answer.js';

/** A quantity of JSON-RPC in hex (any case) or a decimal number, as a number without bounds; null for anything else. */
export function parseQuantity(text: string): bigint | null {
  return /^(0x[\da-f]+|\d+)$/i.test(text) && text.length <= 80 ? BigInt(text) : null;
}

/** How the chain ids of EVM nodes are read, whatever the kind of the endpoint that reports them: numbers, in hex or decimal; and their sign. */
export const evmChainId = {
  idFamily: 'evm',
  chainIdExample: '2222 or 0x8ae',
  isChainId: (text: string) => parseQuantity(text) !== null,
  normalizeChainId: (text: string) => String(parseQuantity(text) ?? text),
  sign: { method: 'eth_chainId', result: '^0x' },
} as const;

/**
 * The chain id of an answer to eth_chainId or net_version, null if it holds none. A hex quantity, as ethereum/execution-apis defines
 * eth_chainId; some nodes send a decimal number or text, as net_version is defined.
 */
export function readChainId(outcome: RpcOutcome | null): bigint | null {
  if (outcome?.kind !== 'result') return null;
  const { result } = outcome;
  if (typeof result === 'number') return Number.isSafeInteger(result) && result > 0 ? BigInt(result) : null;
  return typeof result === 'string' && !result.startsWith('0X') ? parseQuantity(result) : null;
}
