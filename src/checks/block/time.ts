import { formatAge, staleAfterMs } from './stale.js';

/** The time of a block, and its original unit. */
export interface BlockTime {
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly unit: 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';
}

/**
 * Reads the timestamp of a block, which is in seconds (ethereum/execution-apis, `schemas/block`); some chains with several blocks a second use a
 * finer unit. In seconds these numbers would be after the year 5138.
 */
export function readBlockTime(timestamp: bigint): BlockTime {
  if (timestamp < 10n ** 11n) return { timeMs: Number(timestamp) * 1_000, unit: 'seconds' };
  if (timestamp < 10n ** 14n) return { timeMs: Number(timestamp), unit: 'milliseconds' };
  if (timestamp < 10n ** 17n) return { timeMs: Number(timestamp / 1_000n), unit: 'microseconds' };
  return { timeMs: Number(timestamp / 1_000_000n), unit: 'nanoseconds' };
}

/** Why the time of the newest block is implausible, null if it is plausible. An old block is plausible, but stale. */
export function describeImplausibleTime({ timeMs, unit }: BlockTime, now: Date): string | null {
  if (unit !== 'seconds') return `it is in ${unit} instead of seconds`;
  const aheadMs = timeMs - now.getTime();
  return aheadMs > staleAfterMs ? `it is ${formatAge(aheadMs)} in the future` : null;
}
