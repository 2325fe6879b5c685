export interface PaceOptions {
  readonly inAll: number;
  readonly perGroup: number;
  /** Once it aborts, no further item is started. */
  readonly signal: AbortSignal;
}

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

interface Group<Item> {
  readonly name: string;
  readonly lanes: Map<string, Lane<Item>>;
  readonly isAlone: boolean;
  inProgress: number;
}

interface Lane<Item> {
  readonly group: Group<Item>;
  readonly name: string;
  readonly waiting: Item[];
  inProgress: number;
  /** The time between two starts; 0 while nothing is limited. */
  gapMs: number;
  /** How long Retry-After has held it up in all. */
  pausedMs: number;
  /** By `performance.now()`; nothing of the lane is started before. */
  nextStartMs: number;
}

/** More than one, since a turn of the event loop takes its time on a busy machine. */
const startsPerTurn = 2;

/**
 * After a limit the time between two starts of a lane doubles with each further limit and shrinks with each item that was not limited,
 * down to none (as the rate of packets after a loss, RFC 5681 section 3.1). It stays short, since a thousand items may wait.
 */
const gaps = { firstMs: 100, longestMs: 500, growth: 2, decay: 0.8, shortestMs: 20 } as const;
/** The longest Retry-After that holds a lane up, once and in all. */
const longestPauseMs = 10_000;
const longestPausesMs = 30_000;

/**
 * Works on each item, in order; an item whose group is full starts as soon as the group has room, and delays no other until then. Resolves
 * once every item is done; rejects with the first item that rejects. An item that is limited slows down its lane for the rest.
 *
 * Two items are started per turn of the event loop, at least a millisecond apart. A thousand started at once would wait for this
 * process rather than for their hosts, which distorts their timings, and would lose responses of name servers, since a socket's buffer
 * holds only some hundreds.
 */
export function forEachPaced<Item>(
  items: Iterable<Item>,
  { inAll, perGroup, signal }: PaceOptions,
  paceOf: (item: Item) => Promise<Pace>,
  work: (item: Item) => Promise<PaceFeedback | null>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const groups = new Map<string, Group<Item>>();
  /** The lanes that items wait for: few, if there are thousands of lanes. */
  const waiting = new Set<Lane<Item>>();
  let inProgress = 0;
  let isExhausted = false;

  const findLane = ({ group: groupName, lane: name, isAlone = false }: Pace): Lane<Item> => {
    const group: Group<Item> = groups.get(groupName) ?? {
      name: groupName,
      lanes: new Map(),
      isAlone,
      inProgress: 0,
    };
    groups.set(groupName, group);
    const lane = group.lanes.get(name) ?? {
      group,
      name,
      waiting: [],
      inProgress: 0,
      gapMs: 0,
      pausedMs: 0,
      nextStartMs: 0,
    };
    group.lanes.set(name, lane);
    return lane;
  };
  /** Removes a lane in its initial state: most lanes have one item, and a run has tens of thousands. */
  const forgetIdle = ({ group, name, waiting: queue, ...lane }: Lane<Item>) => {
    if (lane.inProgress > 0 || queue.length > 0 || lane.gapMs > 0 || lane.pausedMs > 0) return;
    if (lane.nextStartMs > performance.now()) return;
    group.lanes.delete(name);
    if (group.lanes.size === 0) groups.delete(group.name);
  };

  /** An item that has waited and whose lane has room now. */
  const takeWaiting = (): { readonly item: Item; readonly lane: Lane<Item> } | null => {
    const now = performance.now();
    for (const lane of waiting) {
      const [item] = hasRoom(lane, perGroup, now) ? lane.waiting.splice(0, 1) : [];
      if (item === undefined) continue;
      // At the end, so that lanes take turns.
      waiting.delete(lane);
      if (lane.waiting.length > 0) waiting.add(lane);
      return { item, lane };
    }
    return null;
  };

  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null;
    let dueMs = Infinity;
    /** Looks for items to start after a delay, or at the time that is already set, whichever comes first. */
    const schedule = (delayMs = 1) => {
      const startMs = performance.now() + delayMs;
      if (timer !== null && dueMs <= startMs) return;
      if (timer !== null) clearTimeout(timer);
      dueMs = startMs;
      timer = setTimeout(startSome, delayMs);
    };

    const start = (item: Item, lane: Lane<Item>) => {
      inProgress++;
      lane.inProgress++;
      lane.group.inProgress++;
      lane.nextStartMs = performance.now() + lane.gapMs;
      work(item).then((feedback) => {
        inProgress--;
        lane.inProgress--;
        lane.group.inProgress--;
        if (feedback !== null) adaptPace(lane, feedback);
        forgetIdle(lane);
        schedule();
      }, reject);
    };
    /** Finds the lane of a new item, and starts it or lets it wait. */
    const admit = (item: Item) => {
      inProgress++;
      paceOf(item).then((pace) => {
        inProgress--;
        const lane = findLane(pace);
        if (!signal.aborted && lane.waiting.length === 0 && hasRoom(lane, perGroup, performance.now())) {
          start(item, lane);
          return;
        }
        lane.waiting.push(item);
        waiting.add(lane);
        schedule();
      }, reject);
    };
    const startSome = () => {
      timer = null;
      dueMs = Infinity;
      for (let started = 0; started < startsPerTurn && inProgress < inAll && !signal.aborted; started++) {
        const waited = takeWaiting();
        if (waited !== null) {
          start(waited.item, waited.lane);
          continue;
        }
        const next = isExhausted ? null : rest.next();
        isExhausted ||= next?.done === true;
        if (next === null || next.done === true) break;
        admit(next.value);
      }
      if (inProgress === 0 && (signal.aborted || (isExhausted && waiting.size === 0))) {
        signal.removeEventListener('abort', onAbort);
        resolve();
      } else if (!signal.aborted && inProgress < inAll && !isExhausted) {
        schedule();
      } else if (!signal.aborted && inProgress < inAll && waiting.size > 0) {
        // Full lanes continue when an item is done, paused ones when their time has come.
        const now = performance.now();
        const pausesMs = [...waiting].map((lane) => lane.nextStartMs - now).filter((pauseMs) => pauseMs > 0);
        if (pausesMs.length > 0 || inProgress === 0)
          schedule(Math.max(1, Math.min(...pausesMs, longestPauseMs)));
      }
    };
    const onAbort = () => schedule(0);
    signal.addEventListener('abort', onAbort, { once: true });
    startSome();
  });
}

function hasRoom<Item>({ nextStartMs, group }: Lane<Item>, perGroup: number, now: number): boolean {
  return now >= nextStartMs && group.inProgress < (group.isAlone ? 1 : perGroup);
}

function adaptPace<Item>(lane: Lane<Item>, { isLimited, retryAfterMs }: PaceFeedback): void {
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
