import { adaptPace, createLane, type Lane, longestPauseMs, type Pace, type PaceFeedback } from './lane.js';

export interface PaceOptions {
  readonly inAll: number;
  readonly perGroup: number;
  /** Once it aborts, no further item is started. */
  readonly signal: AbortSignal;
}

/** More than one, since a turn of the event loop takes its time on a busy machine. */
const startsPerTurn = 2;

type ForEachPaced = <Item>(
  items: Iterable<Item>,
  options: PaceOptions,
  paceOf: (item: Item) => Promise<Pace>,
  work: (item: Item) => Promise<PaceFeedback | null>,
) => Promise<void>;

/**
 * Creates a function that works on each item, in order; an item whose group is full starts as soon as the group has room, and delays no other until
 * then. Resolves once every item is done; rejects with the first item that rejects. An item that is limited slows down its lane for the rest.
 *
 * Two items are started per turn of the event loop, at least a millisecond apart. A thousand started at once would wait for this
 * process rather than for their hosts, which distorts their timings, and would lose responses of name servers, since a socket's buffer
 * holds only some hundreds.
 *
 * The bounds hold over all of its calls, each judged by its own: several checks in one process, such as those of the library or of an exporter's
 * scrapes, may lead to one host.
 */
export function createSharedPace(): ForEachPaced {
  const occupancy = new Occupancy();
  return (items, options, paceOf, work) => new PacedWork(occupancy, items, options, paceOf, work).run();
}

/** What is in progress, over all calls. */
class Occupancy {
  all = 0;
  readonly #ofGroups = new Map<string, number>();
  /** What wakes the calls that are not done; first the one that has started nothing for the longest time, so that calls take turns. */
  readonly calls = new Set<() => void>();

  ofGroup(group: string): number {
    return this.#ofGroups.get(group) ?? 0;
  }

  count(change: 1 | -1, group: string | null): void {
    this.all += change;
    const ofGroup = group === null ? 0 : this.ofGroup(group) + change;
    // Addresses come and go: only those in use are kept.
    if (group !== null && ofGroup === 0) this.#ofGroups.delete(group);
    else if (group !== null) this.#ofGroups.set(group, ofGroup);
    if (change < 0) for (const wake of this.calls) wake();
  }
}

class PacedWork<Item> {
  readonly #occupancy: Occupancy;
  readonly #items: Iterator<Item>;
  readonly #options: PaceOptions;
  readonly #paceOf: (item: Item) => Promise<Pace>;
  readonly #work: (item: Item) => Promise<PaceFeedback | null>;
  readonly #lanes = new Map<string, Lane<Item>>();
  /** The lanes that items wait for: few, if there are thousands of lanes. */
  readonly #waiting = new Set<Lane<Item>>();
  readonly #wake = () => this.#schedule();
  #inProgress = 0;
  #isExhausted = false;
  /** When items are looked for next, by `performance.now()`; null if that is not scheduled. */
  #turn: { readonly timer: NodeJS.Timeout; readonly dueMs: number } | null = null;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(
    occupancy: Occupancy,
    items: Iterable<Item>,
    options: PaceOptions,
    paceOf: (item: Item) => Promise<Pace>,
    work: (item: Item) => Promise<PaceFeedback | null>,
  ) {
    this.#occupancy = occupancy;
    this.#items = items[Symbol.iterator]();
    this.#options = options;
    this.#paceOf = paceOf;
    this.#work = work;
  }

  run(): Promise<void> {
    const { signal } = this.#options;
    const { calls } = this.#occupancy;
    const onAbort = () => this.#schedule(0);
    signal.addEventListener('abort', onAbort, { once: true });
    calls.add(this.#wake);
    return new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#startSome();
    }).finally(() => {
      calls.delete(this.#wake);
      signal.removeEventListener('abort', onAbort);
    });
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
    const { signal } = this.#options;
    for (let started = 0; started < startsPerTurn && this.#hasSlot() && !signal.aborted; started++)
      if (!this.#startNext()) break;
    if (this.#inProgress === 0 && (signal.aborted || (this.#isExhausted && this.#waiting.size === 0))) {
      this.#resolve();
    } else if (!signal.aborted && this.#hasSlot()) {
      if (this.#isExhausted) this.#scheduleAfterPauses();
      else this.#schedule();
    }
  }

  #hasSlot(): boolean {
    return this.#occupancy.all < this.#options.inAll;
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
    this.#count(1, null);
    this.#paceOf(item)
      .finally(() => this.#count(-1, null))
      .then((pace) => {
        const lane = this.#findLane(pace);
        const isFree = lane.waiting.length === 0 && this.#hasRoom(lane, performance.now());
        if (isFree && !this.#options.signal.aborted) {
          this.#start(item, lane);
          return;
        }
        lane.waiting.push(item);
        this.#waiting.add(lane);
      })
      .catch(this.#reject);
  }

  #findLane(pace: Pace): Lane<Item> {
    const fresh = createLane<Item>(pace);
    const lane = this.#lanes.get(fresh.key) ?? fresh;
    this.#lanes.set(lane.key, lane);
    return lane;
  }

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
    this.#count(1, lane);
    lane.nextStartMs = performance.now() + lane.gapMs;
    this.#work(item)
      .then((feedback) => {
        if (feedback !== null) adaptPace(lane, feedback);
      })
      .catch(this.#reject)
      .finally(() => {
        this.#count(-1, lane);
        this.#forgetIdle(lane);
      });
  }

  /** Counts an item of a lane, or one whose lane is not known yet. */
  #count(change: 1 | -1, lane: Lane<Item> | null): void {
    this.#inProgress += change;
    if (lane !== null) lane.inProgress += change;
    const { calls } = this.#occupancy;
    if (change > 0 && calls.delete(this.#wake)) calls.add(this.#wake);
    this.#occupancy.count(change, lane?.group ?? null);
  }

  #hasRoom({ nextStartMs, group, isAlone }: Lane<Item>, now: number): boolean {
    return now >= nextStartMs && this.#occupancy.ofGroup(group) < (isAlone ? 1 : this.#options.perGroup);
  }

  /** Removes a lane in its initial state: most lanes have one item, and a run has tens of thousands. */
  #forgetIdle({ key, waiting, ...lane }: Lane<Item>): void {
    if (lane.inProgress > 0 || waiting.length > 0 || lane.gapMs > 0 || lane.pausedMs > 0) return;
    if (lane.nextStartMs <= performance.now()) this.#lanes.delete(key);
  }
}
