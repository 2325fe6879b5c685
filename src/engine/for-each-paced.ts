/** How many items may be in progress at once, and what ends it early. */
export interface PaceOptions {
  readonly inAll: number;
  readonly perGroup: number;
  /** Once it aborts, no further item is started. */
  readonly signal: AbortSignal;
}

/** A group with items in progress, and the items that wait for it. */
interface Group<Item> {
  inProgress: number;
  readonly waiting: Item[];
}

/** More than one, since a turn of the event loop takes its time on a busy machine. */
const startsPerTurn = 2;

/**
 * Works on each item, in order; an item whose group is full follows as soon as the group has room. Resolves once every item is
 * done; rejects with the first item that rejects.
 *
 * Two items are started per turn of the event loop, at least a millisecond apart. A thousand started at once would wait for this
 * process rather than for their hosts, which distorts their timings, and would lose responses of name servers, since a socket's buffer
 * holds only some hundreds.
 */
export function forEachPaced<Item>(
  items: Iterable<Item>,
  { inAll, perGroup, signal }: PaceOptions,
  groupOf: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const groups = new Map<string, Group<Item>>();
  /** Items that have waited and hold a place in their group. */
  const ready: Item[] = [];
  let inProgress = 0;

  const takeNext = (): { readonly item: Item } | null => {
    if (signal.aborted) return null;
    const item = ready.shift();
    if (item !== undefined) return { item };
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      const name = groupOf(next.value);
      const group = groups.get(name) ?? { inProgress: 0, waiting: [] };
      groups.set(name, group);
      if (group.inProgress >= perGroup) {
        group.waiting.push(next.value);
        continue;
      }
      group.inProgress++;
      return { item: next.value };
    }
    return null;
  };

  const release = (name: string) => {
    const group = groups.get(name);
    const waiting = group?.waiting.shift();
    if (waiting !== undefined) ready.push(waiting);
    else if (group !== undefined && --group.inProgress === 0) groups.delete(name);
  };

  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null;
    const start = (item: Item) => {
      inProgress++;
      work(item).then(() => {
        inProgress--;
        release(groupOf(item));
        timer ??= setTimeout(startSome, 1);
      }, reject);
    };
    const startSome = () => {
      timer = null;
      for (let started = 0; started < startsPerTurn && inProgress < inAll; started++) {
        const next = takeNext();
        if (next === null) {
          if (inProgress === 0) resolve();
          return;
        }
        start(next.item);
      }
      if (inProgress < inAll) timer = setTimeout(startSome, 1);
    };
    startSome();
  });
}
