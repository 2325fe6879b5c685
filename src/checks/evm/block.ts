import { isJsonObject, type JsonValue } from '../../model/json.js';

export interface Block {
  readonly number: bigint;
  /** Seconds since the epoch. */
  readonly timestamp: bigint;
  /** How it departs from the specification, though viem, ethers and web3.js read it. */
  readonly deviations: readonly string[];
}

/** A hex quantity, which has no leading zeros; ethereum/execution-apis, schemas/base-types. Upper case is accepted. */
const quantity = /^0x[\da-f]{1,64}$/i;
const leadingZero = /^0x0[\da-f]/i;
const hash32 = /^0x[\da-f]{64}$/i;

/** Reads a block as ethereum/execution-apis defines it (`schemas/block`), or the reason why it is invalid. */
export function readBlock(value: JsonValue): Block | { readonly reason: string } {
  if (!isJsonObject(value)) return { reason: 'expected an object' };
  const { hash, number, timestamp } = value;
  if (typeof hash !== 'string' || !hash32.test(hash)) return { reason: '"hash" must be a hash of 32 bytes' };
  const quantities = { number: readQuantity(number), timestamp: readQuantity(timestamp) };
  if (quantities.number === null) return { reason: '"number" must be a hex quantity' };
  if (quantities.timestamp === null) return { reason: '"timestamp" must be a hex quantity' };
  const deviations = Object.entries({ number, timestamp }).flatMap(([name, value]) => {
    const deviation = describeQuantity(value);
    return deviation === null ? [] : [`"${name}" of the block ${deviation}`];
  });
  return { number: quantities.number, timestamp: quantities.timestamp, deviations };
}

/** A quantity, as a number without bounds; null for anything else. */
export function readQuantity(value: JsonValue | undefined): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
  return typeof value === 'string' && quantity.test(value) ? BigInt(value) : null;
}

/** How a quantity that can be read departs from ethereum/execution-apis; null if it does not. Clients in Go refuse both. */
export function describeQuantity(value: JsonValue | undefined): string | null {
  if (typeof value === 'number') return 'is a JSON number';
  return typeof value === 'string' && leadingZero.test(value) ? 'has leading zeros' : null;
}
