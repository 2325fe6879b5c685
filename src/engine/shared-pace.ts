import { forEachPaced, type Pace, type PaceOptions } from './for-each-paced.js';

/** Work that waits until its bounds leave room. */
interface Turn extends PaceOptions {
  /** Null if only the bound of all counts. */
  readonly group: string | null;
  readonly start: () => void;
}

type TakeTurn = <Value>(bounds: Omit<Turn, 'start'>, work: () => Promise<Value>) => Promise<Value>;

/**
 * Creates a `forEachPaced` whose bounds hold over all of its calls, each judged by its own: several checks in one process, such as those of the
 * library or of an exporter's scrapes, may lead to one host.
 */
export function createSharedPace(): typeof forEachPaced {
  const { takeTurn, startWaiting } = createTurns();
  return async <Item>(...[items, options, paceOf, work]: Parameters<typeof forEachPaced<Item>>) => {
    const { signal } = options;
    const paces = new Map<Item, Pace>();
    signal.addEventListener('abort', startWaiting, { once: true });
    await forEachPaced(
      items,
      options,
      async (item) => {
        const pace = await takeTurn({ ...options, group: null }, () => paceOf(item));
        paces.set(item, pace);
        return pace;
      },
      (item) => {
        const { group = null, isAlone = false } = paces.get(item) ?? {};
        paces.delete(item);
        const bounds = { ...options, group, perGroup: isAlone ? 1 : options.perGroup };
        return takeTurn(bounds, async () => (signal.aborted ? null : work(item)));
      },
    );
    signal.removeEventListener('abort', startWaiting);
  };
}

/** Counts what is in progress. What waits for a group holds up no other. */
function createTurns(): { readonly takeTurn: TakeTurn; readonly startWaiting: () => void } {
  const inProgress = new Map<string, number>();
  let all = 0;
  const waiting = new Set<Turn>();
  const count = (group: string | null) => (group === null ? 0 : (inProgress.get(group) ?? 0));
  const hasRoom = ({ group, inAll, perGroup, signal }: Turn) =>
    signal.aborted || (all < inAll && count(group) < perGroup);
  const add = (group: string | null, difference: 1 | -1) => {
    all += difference;
    if (group === null) return;
    const next = count(group) + difference;
    // Addresses come and go: only those in use are kept.
    if (next === 0) inProgress.delete(group);
    else inProgress.set(group, next);
  };
  const startWaiting = () => {
    for (const turn of waiting) {
      if (!hasRoom(turn)) continue;
      waiting.delete(turn);
      add(turn.group, 1);
      turn.start();
    }
  };
  const takeTurn: TakeTurn = async (bounds, work) => {
    await new Promise<void>((start) => {
      waiting.add({ ...bounds, start });
      startWaiting();
    });
    try {
      return await work();
    } finally {
      add(bounds.group, -1);
      startWaiting();
    }
  };
  return { takeTurn, startWaiting };
}
