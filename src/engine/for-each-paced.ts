/** How many items may be under way, and what ends it early. */
export interface PaceOptions {
  readonly inAll: number;
  readonly perGroup: number;
  /** Once aborted, no item is started any more. */
  readonly signal: AbortSignal;
}

/** A group with items under way, and those that wait for it. */
interface Group<Item> {
  underWay: number;
  readonly waiting: Item[];
}

/** More than one, since a turn takes its time on a busy machine. */
const startsATurn = 2;

/**
 * Works on each item, in order but for those whose group is full, which come as soon as it is not. Resolves once nothing is
 * under way and nothing is left; rejects with the first work that does.
 *
 * Two items are started in a turn of the event loop, and turns with a start are a millisecond apart at least. A thousand at
 * once would wait for this process more than for their hosts, be measured and timed out for it, and lose the answers of name
 * servers, of which a socket holds some hundreds.
 */
export function forEachPaced<Item>(
  items: Iterable<Item>,
  { inAll, perGroup, signal }: PaceOptions,
  groupOf: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const groups = new Map<string, Group<Item>>();
  /** Items that have waited; the place in their group is theirs. */
  const ready: Item[] = [];
  let underWay = 0;

  const takeNext = (): { readonly item: Item } | null => {
    if (signal.aborted) return null;
    const item = ready.shift();
    if (item !== undefined) return { item };
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      const name = groupOf(next.value);
      const group = groups.get(name) ?? { underWay: 0, waiting: [] };
      groups.set(name, group);
      if (group.underWay >= perGroup) {
        group.waiting.push(next.value);
        continue;
      }
      group.underWay++;
      return { item: next.value };
    }
    return null;
  };

  const giveBack = (name: string) => {
    const group = groups.get(name);
    const waiting = group?.waiting.shift();
    if (waiting !== undefined) ready.push(waiting);
    else if (group !== undefined && --group.underWay === 0) groups.delete(name);
  };

  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | null = null;
    const start = (item: Item) => {
      underWay++;
      work(item).then(() => {
        underWay--;
        giveBack(groupOf(item));
        timer ??= setTimeout(startSome, 1);
      }, reject);
    };
    const startSome = () => {
      timer = null;
      for (let started = 0; started < startsATurn && underWay < inAll; started++) {
        const next = takeNext();
        if (next === null) {
          if (underWay === 0) resolve();
          return;
        }
        start(next.item);
      }
      if (underWay < inAll) timer = setTimeout(startSome, 1);
    };
    startSome();
  });
}
