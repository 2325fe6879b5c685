import type { DenomMetadata, SnapshotTime } from '../../api/answers.js';

/**
 * The holders of a denom, the largest balance first, in a few blocks of memory: a million objects would take three times as much, and
 * the garbage collector's time.
 */
export interface HolderColumns {
  /** All addresses, latin1 in lower case, each with a line feed after it. */
  readonly addresses: Buffer;
  /** Where each address ends, its line feed included. */
  readonly addressEnds: Uint32Array;
  /** All amounts, decimal. */
  readonly amounts: Buffer;
  readonly amountEnds: Uint32Array;
}

/** What is known of a denom beside its holders. */
export interface SnapshotFacts {
  readonly asOf: SnapshotTime;
  /** All balances together, in the denom's base unit. */
  readonly sum: bigint;
  /** The supply at the same time; null where it is not known. */
  readonly supply: bigint | null;
  /** Null where the chain has none. */
  readonly metadata: DenomMetadata | null;
}

/** Where the record at an index begins. */
export function startOf(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : (ends[index - 1] ?? 0);
}
