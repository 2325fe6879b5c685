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
  options: PaceOptions,
  paceOf: (item: Item) => Promise<Pace>,
  work: (item: Item) => Promise<PaceFeedback | null>,
): Promise<void> {
  return new PacedWork(items, options, paceOf, work).run();
}

class PacedWork<Item> {
  readonly #items: Iterator<Item>;
  readonly #options: PaceOptions;
  readonly #paceOf: (item: Item) => Promise<Pace>;
  readonly #work: (item: Item) => Promise<PaceFeedback | null>;
  readonly #lanes = new Lanes<Item>();
  /** The lanes that items wait for: few, if there are thousands of lanes. */
  readonly #waiting = new Set<Lane<Item>>();
  #inProgress = 0;
  #isExhausted = false;
  /** When items are looked for next, by `performance.now()`; null if that is not scheduled. */
  #turn: { readonly timer: NodeJS.Timeout; readonly dueMs: number } | null = null;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(
    items: Iterable<Item>,
    options: PaceOptions,
    paceOf: (item: Item) => Promise<Pace>,
    work: (item: Item) => Promise<PaceFeedback | null>,
  ) {
    this.#items = items[Symbol.iterator]();
    this.#options = options;
    this.#paceOf = paceOf;
    this.#work = work;
  }

  run(): Promise<void> {
    const { signal } = this.#options;
    const onAbort = () => this.#schedule(0);
    signal.addEventListener('abort', onAbort, { once: true });
    return new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#startSome();
    }).finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** Looks for items to start after a delay, or at the time that is already set, whichever comes first. */
  #schedule(delayMs = 1): void {
    const dueMs = performance.now() + delayMs;
    if (this.#turn !== null && this.#turn.dueMs <= dueMs) return;
    clearTimeout(this.#turn?.timer);
    this.#turn = { timer: setTimeout(() => this.#startSome(), delayMs), dueMs };
  }

  #startSome(): void {
    this.#turn = null;
    const { inAll, signal } = this.#options;
    for (let started = 0; started < startsPerTurn && this.#inProgress < inAll && !signal.aborted; started++)
      if (!this.#startNext()) break;
    if (this.#inProgress === 0 && (signal.aborted || (this.#isExhausted && this.#waiting.size === 0))) {
      this.#resolve();
    } else if (!signal.aborted && this.#inProgress < inAll) {
      if (this.#isExhausted) this.#scheduleAfterPauses();
      else this.#schedule();
    }
  }

  /** Starts an item that has waited, else takes a new one; false if there is none. */
  #startNext(): boolean {
    const waited = this.#takeWaiting();
    if (waited !== null) {
      this.#start(waited.item, waited.lane);
      return true;
    }
    const next = this.#isExhausted ? null : this.#items.next();
    if (next === null || next.done === true) {
      this.#isExhausted = true;
      return false;
    }
    this.#admit(next.value);
    return true;
  }

  /** Full lanes continue when an item is done, paused ones when their time has come. */
  #scheduleAfterPauses(): void {
    if (this.#waiting.size === 0) return;
    const now = performance.now();
    const pausesMs = [...this.#waiting]
      .map(({ nextStartMs }) => nextStartMs - now)
      .filter((pauseMs) => pauseMs > 0);
    if (pausesMs.length > 0 || this.#inProgress === 0)
      this.#schedule(Math.max(1, Math.min(...pausesMs, longestPauseMs)));
  }

  /** Finds the lane of a new item, and starts it or lets it wait. */
  #admit(item: Item): void {
    this.#inProgress++;
    this.#paceOf(item).then((pace) => {
      this.#inProgress--;
      const lane = this.#lanes.find(pace);
      const isFree = lane.waiting.length === 0 && this.#hasRoom(lane, performance.now());
      if (isFree && !this.#options.signal.aborted) {
        this.#start(item, lane);
        return;
      }
      lane.waiting.push(item);
      this.#waiting.add(lane);
      this.#schedule();
    }, this.#reject);
  }

  /** An item that has waited and whose lane has room now. */
  #takeWaiting(): { readonly item: Item; readonly lane: Lane<Item> } | null {
    const now = performance.now();
    for (const lane of this.#waiting) {
      const [item] = this.#hasRoom(lane, now) ? lane.waiting.splice(0, 1) : [];
      if (item === undefined) continue;
      // At the end, so that lanes take turns.
      this.#waiting.delete(lane);
      if (lane.waiting.length > 0) this.#waiting.add(lane);
      return { item, lane };
    }
    return null;
  }

  #start(item: Item, lane: Lane<Item>): void {
    this.#count(lane, 1);
    lane.nextStartMs = performance.now() + lane.gapMs;
    this.#work(item).then((feedback) => {
      this.#count(lane, -1);
      if (feedback !== null) adaptPace(lane, feedback);
      this.#lanes.forgetIdle(lane);
      this.#schedule();
    }, this.#reject);
  }

  #count(lane: Lane<Item>, change: 1 | -1): void {
    this.#inProgress += change;
    lane.inProgress += change;
    lane.group.inProgress += change;
  }

  #hasRoom({ nextStartMs, group }: Lane<Item>, now: number): boolean {
    return now >= nextStartMs && group.inProgress < (group.isAlone ? 1 : this.#options.perGroup);
  }
}

class Lanes<Item> {
  readonly #groups = new Map<string, Group<Item>>();

  find({ group: groupName, lane: name, isAlone = false }: Pace): Lane<Item> {
    const group = this.#groups.get(groupName) ?? {
      name: groupName,
      lanes: new Map<string, Lane<Item>>(),
      isAlone,
      inProgress: 0,
    };
    this.#groups.set(groupName, group);
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
  }

  /** Removes a lane in its initial state: most lanes have one item, and a run has tens of thousands. */
  forgetIdle({ group, name, waiting, ...lane }: Lane<Item>): void {
    if (lane.inProgress > 0 || waiting.length > 0 || lane.gapMs > 0 || lane.pausedMs > 0) return;
    if (lane.nextStartMs > performance.now()) return;
    group.lanes.delete(name);
    if (group.lanes.size === 0) this.#groups.delete(group.name);
  }
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
