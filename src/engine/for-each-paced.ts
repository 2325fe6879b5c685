/** How many items may be in progress at once, and what ends it early. */
export interface PaceOptions {
  readonly inAll: number;
  readonly perGroup: number;
  /** Once it aborts, no further item is started. */
  readonly signal: AbortSignal;
}

/** What came of an item for the pace of its group: whether it was limited, and how long the server wants to be left alone. */
export interface PaceFeedback {
  readonly isLimited: boolean;
  readonly retryAfterMs: number;
}

/** A group with items in progress, and the items that wait for it. */
interface Group<Item> {
  inProgress: number;
  readonly waiting: Item[];
  /** The time between two starts; 0 until the group was limited. */
  gapMs: number;
  /** Before that, by `performance.now()`, nothing of the group is started. */
  nextStartMs: number;
}

/** More than one, since a turn of the event loop takes its time on a busy machine. */
const startsPerTurn = 2;

/**
 * After a limit the items of a group start one after another: the time between two starts doubles with each further limit and
 * shrinks with each item that was not limited (additive increase and multiplicative decrease of the rate, as RFC 5681 has it for packets).
 */
const gaps = { firstMs: 200, longestMs: 2_000, growth: 2, decay: 0.9 } as const;
/** The longest Retry-After that holds a group up. */
const longestPauseMs = 10_000;

/**
 * Works on each item, in order; an item whose group is full follows as soon as the group has room, and holds no place until then. Resolves
 * once every item is done; rejects with the first item that rejects. An item that is limited slows down its group for the rest.
 *
 * Two items are started per turn of the event loop, at least a millisecond apart. A thousand started at once would wait for this
 * process rather than for their hosts, which distorts their timings, and would lose responses of name servers, since a socket's buffer
 * holds only some hundreds.
 */
export function forEachPaced<Item>(
  items: Iterable<Item>,
  { inAll, perGroup, signal }: PaceOptions,
  groupOf: (item: Item) => Promise<string>,
  work: (item: Item) => Promise<PaceFeedback | null>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const groups = new Map<string, Group<Item>>();
  /** The groups that items wait for: few, where there are thousands of groups. */
  const waiting = new Set<Group<Item>>();
  let inProgress = 0;
  let isExhausted = false;

  /** An item that has waited and whose group has room now. */
  const takeWaiting = (): { readonly item: Item; readonly group: Group<Item> } | null => {
    const now = performance.now();
    for (const group of waiting) {
      const [item] = hasRoom(group, perGroup, now) ? group.waiting.splice(0, 1) : [];
      if (item === undefined) continue;
      // Behind the others, so that groups take turns.
      waiting.delete(group);
      if (group.waiting.length > 0) waiting.add(group);
      return { item, group };
    }
    return null;
  };

  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null;
    const schedule = (delayMs = 1) => (timer ??= setTimeout(startSome, delayMs));

    const start = (item: Item, group: Group<Item>) => {
      inProgress++;
      group.inProgress++;
      group.nextStartMs = performance.now() + group.gapMs;
      work(item).then((feedback) => {
        inProgress--;
        group.inProgress--;
        if (feedback !== null) adaptPace(group, feedback);
        schedule();
      }, reject);
    };
    /** Finds the group of a new item, and starts it or lets it wait. */
    const admit = (item: Item) => {
      inProgress++;
      groupOf(item).then((name) => {
        inProgress--;
        const group = groups.get(name) ?? { inProgress: 0, waiting: [], gapMs: 0, nextStartMs: 0 };
        groups.set(name, group);
        if (signal.aborted) schedule();
        else if (group.waiting.length === 0 && hasRoom(group, perGroup, performance.now()))
          start(item, group);
        else {
          group.waiting.push(item);
          waiting.add(group);
          schedule();
        }
      }, reject);
    };
    const startSome = () => {
      timer = null;
      for (let started = 0; started < startsPerTurn && inProgress < inAll && !signal.aborted; started++) {
        const waited = takeWaiting();
        if (waited !== null) {
          start(waited.item, waited.group);
          continue;
        }
        const next = isExhausted ? null : rest.next();
        isExhausted ||= next?.done === true;
        if (next === null || next.done === true) break;
        admit(next.value);
      }
      if (inProgress === 0 && (signal.aborted || (isExhausted && waiting.size === 0))) {
        resolve();
      } else if (!signal.aborted && inProgress < inAll && !isExhausted) {
        schedule();
      } else if (!signal.aborted && inProgress < inAll && waiting.size > 0) {
        // Groups that are full go on when an item of theirs is done; those that pause, when their time has come.
        const now = performance.now();
        const pausing = [...waiting].filter((group) => group.nextStartMs > now);
        if (pausing.length > 0)
          schedule(Math.max(1, Math.min(...pausing.map((group) => group.nextStartMs - now))));
      }
    };
    signal.addEventListener('abort', () => schedule(0), { once: true });
    startSome();
  });
}

function hasRoom<Item>(
  { inProgress, gapMs, nextStartMs }: Group<Item>,
  perGroup: number,
  now: number,
): boolean {
  return now >= nextStartMs && inProgress < (gapMs > 0 ? 1 : perGroup);
}

function adaptPace<Item>(group: Group<Item>, { isLimited, retryAfterMs }: PaceFeedback): void {
  if (!isLimited) {
    group.gapMs *= gaps.decay;
    return;
  }
  group.gapMs = Math.min(Math.max(group.gapMs * gaps.growth, gaps.firstMs), gaps.longestMs);
  const pauseMs = Math.min(Math.max(group.gapMs, retryAfterMs), longestPauseMs);
  group.nextStartMs = Math.max(group.nextStartMs, performance.now() + pauseMs);
}
