import type { KindWith, RuleProblem, RuleText } from '../../model/rule.js';

export interface BlockTime {
  readonly timeMs: number;
  readonly unit: 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';
}

/** The newest block that an answer reports. */
export interface Head extends BlockTime {
  /** A string if it is beyond 2^53, so that it is not rounded. */
  readonly height: number | string;
}

/** In seconds (ethereum/execution-apis, `schemas/block`), or finer on some chains: in seconds these numbers would be after the year 5138. */
export function readBlockTime(timestamp: bigint): BlockTime {
  if (timestamp < 10n ** 11n) return { timeMs: Number(timestamp) * 1_000, unit: 'seconds' };
  if (timestamp < 10n ** 14n) return { timeMs: Number(timestamp), unit: 'milliseconds' };
  if (timestamp < 10n ** 17n) return { timeMs: Number(timestamp / 1_000n), unit: 'microseconds' };
  return { timeMs: Number(timestamp / 1_000_000n), unit: 'nanoseconds' };
}

/** Why the time of the newest block is implausible, null if it is plausible. An old block is plausible, but stale. */
function describeImplausibleTime({ timeMs, unit }: BlockTime, now: Date): string | null {
  if (unit !== 'seconds') return `it is in ${unit} instead of seconds`;
  const aheadMs = timeMs - now.getTime();
  return aheadMs > staleAfterMs ? `it is ${formatAge(aheadMs)} in the future` : null;
}

/** Maximum age of the newest block without a warning. Slow test chains stay below it; a stopped node does not. */
const staleAfterMs = 3_600_000;

/** The same if the file states how long the chain takes for a block: so many blocks, but no less than ten minutes. */
const staleAfterBlocks = 300;
const leastStaleMs = 600_000;

export type StaleData = {
  readonly height: number | string;
  readonly ageMs: number;
  /** What the file states. */
  readonly blockTimeMs?: number;
};

export const stale: RuleText<StaleData> = {
  severity: 'warning',
  summary: 'the newest block is old',
  explanation:
    'It is over an hour old, or 300 blocks (at least ten minutes) if the file states their time: the node or the ' +
    'chain has stopped, or blocks are made only for transactions (`create_empty_blocks = false`).',
  sample: { height: 7, ageMs: 7_200_000 },
  message: ({ height, ageMs, blockTimeMs }) =>
    `the newest block (${height}) is ${formatAge(ageMs)} old` +
    (blockTimeMs === undefined ? '' : `, though the file states a block every ${formatSeconds(blockTimeMs)}`),
  hint: () => 'check whether the node has synced, and whether it or the chain has stopped',
};

export function judgeHeadTime(
  kind: KindWith<'stale'>,
  head: Head,
  now: Date,
  blockTimeMs?: number,
): RuleProblem[] {
  const { height, timeMs } = head;
  const ageMs = now.getTime() - timeMs;
  const most =
    blockTimeMs === undefined ? staleAfterMs : Math.max(leastStaleMs, staleAfterBlocks * blockTimeMs);
  const stated = blockTimeMs === undefined ? {} : { blockTimeMs };
  const reason = describeImplausibleTime(head, now);
  return [
    ...(reason === null ? [] : [{ code: `${kind}/odd-timestamp` as const, data: { height, reason } }]),
    ...(ageMs > most ? [{ code: `${kind}/stale` as const, data: { height, ageMs, ...stated } }] : []),
  ];
}

/** An age in the largest unit of which there are at least two: "3 days". */
export function formatAge(ms: number): string {
  const units: readonly [string, number][] = [
    ['days', 86_400_000],
    ['hours', 3_600_000],
    ['minutes', 60_000],
  ];
  const [name, size] = units.find(([, unit]) => ms >= 2 * unit) ?? ['seconds', 1_000];
  return `${Math.floor(ms / size)} ${name}`;
}

function formatSeconds(ms: number): string {
  return ms === 1_000 ? 'second' : `${ms / 1_000} seconds`;
}

export function isStale(code: string): boolean {
  return code.endsWith('/stale');
}
