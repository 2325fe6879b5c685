/** A quantity of JSON-RPC in hex (any case) or a decimal number, as a number without bounds; null for anything else. */
export function parseQuantity(text: string): bigint | null {
  return /^(0x[\da-f]+|\d+)$/i.test(text) && text.length <= 80 ? BigInt(text) : null;
}
