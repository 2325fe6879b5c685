/** A quantity of JSON-RPC in hex (any case) or a decimal number, as a number without bounds; null for anything else. */
export function parseQuantity(text: string): bigint | null {
  return /^(0x[\da-f]+|\d+)$/i.test(text) && text.length <= 80 ? BigInt(text) : null;
}

/** How the chain ids of EVM nodes are read, whatever the kind of the endpoint that reports them: numbers, in hex or decimal. */
export const evmChainId = {
  idFamily: 'evm',
  isChainId: (text: string) => parseQuantity(text) !== null,
  normalizeChainId: (text: string) => String(parseQuantity(text) ?? text),
} as const;
