import { isJsonObject, type JsonValue } from '../../model/json.js';

/** The fields of a block that the check reads. */
export interface Block {
  readonly number: bigint;
  /** Seconds since the epoch. */
  readonly timestamp: bigint;
}

/** A hex quantity without leading zeros; ethereum/execution-apis, schemas/base-types. Upper case is accepted. */
const quantity = /^0x(0|[1-9a-f][\da-f]{0,63})$/i;
const hash32 = /^0x[\da-f]{64}$/i;

/** Reads a block as ethereum/execution-apis defines it (`schemas/block`), or the reason why it is invalid. */
export function readBlock(value: JsonValue): Block | { readonly reason: string } {
  if (!isJsonObject(value)) return { reason: 'expected an object' };
  const { hash, number, timestamp } = value;
  if (typeof hash !== 'string' || !hash32.test(hash)) return { reason: '"hash" must be a hash of 32 bytes' };
  if (typeof number !== 'string' || !quantity.test(number))
    return { reason: '"number" must be a hex quantity' };
  if (typeof timestamp !== 'string' || !quantity.test(timestamp)) {
    return { reason: '"timestamp" must be a hex quantity' };
  }
  return { number: BigInt(number), timestamp: BigInt(timestamp) };
}
