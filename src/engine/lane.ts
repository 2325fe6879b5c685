/** The result of an item for the pace of its lane: whether it was limited, and Retry-After of the server. */
export interface PaceFeedback {
  readonly isLimited: boolean;
  readonly retryAfterMs: number;
}

/** Which bounds an item shares: those of a group, such as an address, and those of a lane within it, such as a port, which is limited separately. */
export interface Pace {
  readonly group: string;
  readonly lane: string;
  /** Whether the items of the group go one at a time, whatever the bound. */
  readonly isAlone?: boolean;
}

export interface Lane<Item> {
  readonly group: string;
  readonly isAlone: boolean;
  readonly key: string;
  readonly waiting: Item[];
  inProgress: number;
  /** The time between two starts; 0 while nothing is limited. */
  gapMs: number;
  /** How long Retry-After has held it up in all. */
  pausedMs: number;
  /** By `performance.now()`; nothing of the lane is started before. */
  nextStartMs: number;
}

export function createLane<Item>({ group, lane, isAlone = false }: Pace): Lane<Item> {
  const fresh = { waiting: [], inProgress: 0, gapMs: 0, pausedMs: 0, nextStartMs: 0 };
  return { group, isAlone, key: `${group}\n${lane}`, ...fresh };
}

/**
 * After a limit the time between two starts of a lane doubles with each further limit and shrinks with each item that was not limited,
 * down to none (as the rate of packets after a loss, RFC 5681 section 3.1). It stays short, since a thousand items may wait.
 */
const gaps = { firstMs: 100, longestMs: 500, growth: 2, decay: 0.8, shortestMs: 20 } as const;
/** The longest Retry-After that holds a lane up, once and in all. */
export const longestPauseMs = 10_000;
const longestPausesMs = 30_000;

/** Adapts the pace of a lane to the result of one of its items. */
export function adaptPace(lane: Lane<unknown>, { isLimited, retryAfterMs }: PaceFeedback): void {
  if (!isLimited) {
    lane.gapMs = lane.gapMs < gaps.shortestMs ? 0 : lane.gapMs * gaps.decay;
    return;
  }
  lane.gapMs = Math.min(Math.max(lane.gapMs * gaps.growth, gaps.firstMs), gaps.longestMs);
  const allowedMs = Math.min(retryAfterMs, longestPauseMs, longestPausesMs - lane.pausedMs);
  const nextStartMs = performance.now() + Math.max(lane.gapMs, allowedMs);
  if (nextStartMs <= lane.nextStartMs) return;
  lane.pausedMs += Math.max(0, allowedMs);
  lane.nextStartMs = nextStartMs;
}
