import pLimit, { type LimitFunction } from 'p-limit';
import type { forEachPaced, Pace } from '../engine/for-each-paced.js';

/** Bounds that hold over all probes, whichever scrape started them. */
export interface Bounds {
  readonly inAll: number;
  /** To the hosts at one address. */
  readonly perGroup: number;
}

/** Works on items like `forEachPaced`, but all calls share the bounds. Items that wait for a group hold up no other group. */
export function createSharedPace({ inAll, perGroup }: Bounds): typeof forEachPaced {
  const limit = pLimit(inAll);
  const groups = new Map<string, LimitFunction>();
  const runInGroup = async ({ group, isAlone }: Pace, work: () => Promise<unknown>) => {
    const groupLimit = groups.get(group) ?? pLimit(isAlone === true ? 1 : perGroup);
    groups.set(group, groupLimit);
    try {
      await groupLimit(() => limit(work));
    } finally {
      // Addresses come and go: only those in use are kept.
      if (groupLimit.activeCount + groupLimit.pendingCount === 0) groups.delete(group);
    }
  };
  return async (items, { signal }, paceOf, work) => {
    for (const item of items) {
      const pace = await limit(() => paceOf(item));
      await runInGroup(pace, async () => (signal.aborted ? null : work(item)));
    }
  };
}
