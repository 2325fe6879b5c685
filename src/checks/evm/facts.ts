import { readBlockTime } from '../block/time.js';
import { toIso } from '../facts.js';
import { readBlock } from './block.js';
import type { EvmOutcome } from './outcome.js';

/** A quantity of JSON-RPC as a number, beyond 2^53 as a string, so that none is rounded. */
export function toQuantity(value: bigint | null): number | string | null {
  if (value === null) return null;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}

/** The facts of the newest block, each null without an answer. */
export function describeBlock(outcome: EvmOutcome | undefined) {
  const read = outcome?.kind === 'result' && outcome.result !== null ? readBlock(outcome.result) : null;
  const block = read === null || 'reason' in read ? null : read;
  return {
    blockHeight: toQuantity(block?.number ?? null),
    blockTime: block === null ? null : toIso(readBlockTime(block.timestamp).timeMs),
  };
}
