import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAbortController } from '../net/abort.js';
import { createSharedPace, type PaceOptions } from './for-each-paced.js';
import type { Pace } from './lane.js';

const groupOf = (item: string) => item.slice(0, 1);
const findGroup = (item: string) => Promise.resolve({ group: groupOf(item), lane: groupOf(item) });

/** More turns of the event loop's timers than it takes to start as many items as are allowed. */
async function passTurns() {
  for (let turn = 0; turn < 10; turn++) await sleep(1);
}

/** Works on items and records what was in progress. No item ends before `room` of them are in progress and further ones had a chance to start. */
async function work(items: readonly string[], room: number, options: Partial<PaceOptions> = {}) {
  const started: string[] = [];
  const inProgress: string[] = [];
  let most = 0;
  let mostOfGroup = 0;
  let endFirst: () => void = () => undefined;
  const isFull = new Promise<void>((resolve) => (endFirst = resolve));
  const { signal } = createAbortController();
  await createSharedPace()(
    items,
    { inAll: 100, perGroup: 100, signal, ...options },
    findGroup,
    async (item) => {
      started.push(item);
      inProgress.push(item);
      most = Math.max(most, inProgress.length);
      const ofGroup = inProgress.filter((running) => groupOf(running) === groupOf(item));
      mostOfGroup = Math.max(mostOfGroup, ofGroup.length);
      if (started.length === room) endFirst();
      // Not by the clock: on a busy machine an item that takes 20 ms has ended before the next can start.
      await isFull;
      await passTurns();
      inProgress.splice(inProgress.indexOf(item), 1);
      return null;
    },
  );
  // A run aborts the signal when it is done: otherwise a listener would start a timer.
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  return { started, most, mostOfGroup, left: inProgress };
}

describe('each item is worked on once, within the bounds', () => {
  const items = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2'];

  test('in order, if there is room', async () => {
    expect(await work(items, 7)).toMatchObject({ started: items, most: 7, left: [] });
  });

  test('at most so many at once', async () => {
    expect(await work(items, 3, { inAll: 3 })).toMatchObject({ started: items, most: 3, left: [] });
  });

  test('at most so many of a group at once; waiting for a group delays no other', async () => {
    const { started, most, mostOfGroup, left } = await work(items, 3, { inAll: 3, perGroup: 1 });
    expect(started.slice(0, 3)).toEqual(['a1', 'b1', 'c1']);
    expect([...started].sort()).toEqual([...items].sort());
    expect(started.filter((item) => groupOf(item) === 'a')).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect({ most, mostOfGroup, left }).toEqual({ most: 3, mostOfGroup: 1, left: [] });
  });

  test('and nothing at all, if there is nothing', async () => {
    expect(await work([], 1)).toMatchObject({ started: [] });
  });
});

test('two items are started in a turn of the event loop', async () => {
  let turns = 0;
  const counter = setInterval(() => turns++, 0);
  const turnOfStart: number[] = [];
  const { signal } = createAbortController();
  await createSharedPace()(['a', 'b', 'c', 'd'], { inAll: 9, perGroup: 9, signal }, findGroup, () => {
    turnOfStart.push(turns);
    return Promise.resolve(null);
  });
  clearInterval(counter);
  expect(turnOfStart[1]).toBe(turnOfStart[0]);
  expect(turnOfStart[2]).toBeGreaterThan(turnOfStart[1] ?? 0);
  expect(turnOfStart[3]).toBe(turnOfStart[2]);
});

test('once the signal aborts nothing is started, and what is in progress is awaited', async () => {
  const ending = createAbortController();
  const started: string[] = [];
  let ended = 0;
  await createSharedPace()(
    ['a1', 'a2', 'b1'],
    { inAll: 9, perGroup: 1, signal: ending.signal },
    findGroup,
    async (item) => {
      started.push(item);
      ending.abort();
      await sleep(20);
      ended++;
      return null;
    },
  );
  expect({ started, ended }).toEqual({ started: ['a1'], ended: 1 });
});

test('rejects with the first item that rejects', async () => {
  const { signal } = createAbortController();
  const failing = createSharedPace()(['a', 'b'], { inAll: 9, perGroup: 9, signal }, findGroup, (item) =>
    item === 'b' ? Promise.reject(new Error('b failed')) : sleep(50, null),
  );
  await expect(failing).rejects.toThrow('b failed');
});

describe.concurrent('a limit slows its group down', () => {
  /**
   * Starts items of the groups a and b, of which the first `limits` of a are limited. Resolves to the order of starts and the gaps between those of
   * a, in ms.
   */
  async function pace(items: readonly string[], limits: number, retryAfterMs = 0) {
    const started: string[] = [];
    const times: number[] = [];
    let limited = 0;
    const { signal } = createAbortController();
    await createSharedPace()(items, { inAll: 9, perGroup: 9, signal }, findGroup, async (item) => {
      started.push(item);
      if (groupOf(item) === 'a') times.push(performance.now());
      await sleep(1);
      return { isLimited: groupOf(item) === 'a' && limited++ < limits, retryAfterMs };
    });
    return { started, gapsMs: times.slice(1).map((time, at) => time - (times[at] ?? 0)) };
  }

  // Lower bounds only: a busy machine may take longer.
  test('items of the group start one after another, ever later', async ({ expect }) => {
    const { gapsMs } = await pace(['a1', ...Array.from({ length: 30 }, () => 'b'), 'a2', 'a3'], 2);
    expect(gapsMs[0]).toBeGreaterThanOrEqual(99);
    expect(gapsMs[1]).toBeGreaterThanOrEqual(199);
  });

  test('Retry-After is honoured', async ({ expect }) => {
    const { gapsMs } = await pace(['a1', ...Array.from({ length: 30 }, () => 'b'), 'a2'], 1, 700);
    expect(gapsMs[0]).toBeGreaterThanOrEqual(699);
  });

  test.for([9, 1])('other groups go on, with %i of each at once', async (perGroup, { expect }) => {
    const ending = createAbortController();
    const items = ['a1', 'b1', 'b2', 'a2', 'b3', 'b4', 'a3', 'b5'];
    const started: string[] = [];
    await createSharedPace()(items, { inAll: 9, perGroup, signal: ending.signal }, findGroup, (item) => {
      started.push(item);
      if (item === 'b5') ending.abort();
      return Promise.resolve({ isLimited: groupOf(item) === 'a', retryAfterMs: 3_600_000 });
    });
    expect(started).toEqual(['a1', 'b1', 'b2', 'b3', 'b4', 'b5']);
  });

  test('an abort ends a pause', async ({ expect }) => {
    const ending = createAbortController();
    const items = ['a1', 'a2'];
    const started: string[] = [];
    await createSharedPace()(items, { inAll: 9, perGroup: 1, signal: ending.signal }, findGroup, (item) => {
      started.push(item);
      setTimeout(() => ending.abort(), 20);
      return Promise.resolve({ isLimited: true, retryAfterMs: 3_600_000 });
    });
    expect(started).toEqual(['a1']);
  });

  test('every item is worked on, wherever limits occur', async ({ expect }) => {
    const runs = Array.from({ length: 60 }, async (_, run) => {
      let limits = run % 4;
      const done: string[] = [];
      const { signal } = createAbortController();
      const items = Array.from({ length: 5 }, (_item, at) => `a${at}`);
      await createSharedPace()(items, { inAll: 4, perGroup: 2, signal }, findGroup, async (item) => {
        done.push(item);
        await sleep(run % 3);
        return { isLimited: limits-- > 0, retryAfterMs: run % 5 };
      });
      return done.length;
    });
    expect(new Set(await Promise.all(runs))).toEqual(new Set([5]));
  });

  test('without limits nothing waits', async ({ expect }) => {
    const { started } = await pace(['a1', 'a2', 'b1', 'a3'], 0);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });
});

test('an item whose group is still being looked up delays no other', async () => {
  const started: string[] = [];
  const { signal } = createAbortController();
  let findLate: (pace: Pace) => void = () => undefined;
  const late = new Promise<Pace>((resolve) => (findLate = resolve));
  await createSharedPace()(
    ['late', 'a', 'b'],
    { inAll: 9, perGroup: 9, signal },
    (item) => (item === 'late' ? late : findGroup(item)),
    (item) => {
      started.push(item);
      if (item === 'b') findLate({ group: 'x', lane: 'x' });
      return Promise.resolve(null);
    },
  );
  expect(started).toEqual(['a', 'b', 'late']);
});

/** Calls that share a pace; items are named by their group and a number. Nothing ends before `end`. */
function startCalls() {
  const forEach = createSharedPace();
  const inProgress: string[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const call = (items: readonly string[], options: Partial<PaceOptions> & { isAlone?: boolean } = {}) => {
    const { isAlone = false, signal = createAbortController().signal, ...bounds } = options;
    return forEach(
      items,
      { inAll: 100, perGroup: 100, signal, ...bounds },
      (item) => Promise.resolve({ group: item.slice(0, 1), lane: '', isAlone }),
      async (item) => {
        inProgress.push(item);
        await ended;
        return null;
      },
    );
  };
  return { call, inProgress, end: () => end() };
}

/** Time in which everything starts for which there is room. */
const starting = () => sleep(30);

describe('bounds hold over all calls at once', () => {
  test.each<[string, readonly (readonly string[])[], object, readonly string[]]>([
    ['of a group', [['a1'], ['a2'], ['a3', 'b1']], { perGroup: 2 }, ['a1', 'a2', 'b1']],
    ['of all', [['a1'], ['b1'], ['c1']], { inAll: 2 }, ['a1', 'b1']],
    ['of what goes one at a time', [['a1'], ['a2'], ['b1']], { isAlone: true }, ['a1', 'b1']],
  ])('%s', async (_, lists, bounds, first) => {
    const { call, inProgress, end } = startCalls();
    const calls = lists.map((items) => call(items, bounds));
    await starting();
    expect(inProgress).toEqual(first);
    end();
    await Promise.all(calls);
    expect([...inProgress].sort()).toEqual(lists.flat().sort());
  });
});

test('a call that is aborted ends, though others are in progress', async () => {
  const { call, inProgress, end } = startCalls();
  const other = call(['a1'], { perGroup: 1 });
  const ending = createAbortController();
  const waiting = call(['a2'], { perGroup: 1, signal: ending.signal });
  await starting();
  ending.abort();
  await waiting;
  expect(inProgress).toEqual(['a1']);
  expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
  end();
  await other;
});

test('calls take turns', async () => {
  const forEach = createSharedPace();
  const started: string[] = [];
  const { signal } = createAbortController();
  const call = (items: readonly string[]) =>
    forEach(items, { inAll: 1, perGroup: 1, signal }, findGroup, async (item) => {
      started.push(item);
      await sleep(1);
      return null;
    });
  await Promise.all([call(['a1', 'a2', 'a3', 'a4', 'a5']), call(['b1', 'b2'])]);
  expect(started.slice(0, 4).sort()).toEqual(['a1', 'a2', 'b1', 'b2']);
});

test('an item that rejects leaves its room to others', async () => {
  const forEach = createSharedPace();
  const { signal } = createAbortController();
  const call = (work: () => Promise<null>) =>
    forEach(['a'], { inAll: 1, perGroup: 1, signal }, findGroup, work);
  await expect(call(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await call(() => Promise.resolve(null));
});
