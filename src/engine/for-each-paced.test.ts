import { describe, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAbortController } from '../net/abort.js';
import { forEachPaced, type PaceOptions } from './for-each-paced.js';

const groupOf = (item: string) => item.slice(0, 1);

/** Works on items that take some milliseconds each, and notes what was under way. */
async function work(items: readonly string[], options: Partial<PaceOptions> = {}) {
  const started: string[] = [];
  const underWay: string[] = [];
  let most = 0;
  let mostOfGroup = 0;
  const { signal } = createAbortController();
  await forEachPaced(items, { inAll: 100, perGroup: 100, signal, ...options }, groupOf, async (item) => {
    started.push(item);
    underWay.push(item);
    most = Math.max(most, underWay.length);
    mostOfGroup = Math.max(mostOfGroup, underWay.filter((other) => groupOf(other) === groupOf(item)).length);
    await sleep(20);
    underWay.splice(underWay.indexOf(item), 1);
  });
  return { started, most, mostOfGroup, left: underWay };
}

describe('each item is worked on once, within the bounds', () => {
  const items = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2'];

  test('in order, where there is room', async () => {
    expect(await work(items)).toMatchObject({ started: items, left: [] });
  });

  test('so many in all', async () => {
    expect(await work(items, { inAll: 2 })).toMatchObject({ started: items, most: 2, left: [] });
  });

  test('so many of a group; what waits for its group keeps nothing else waiting', async () => {
    const { started, most, mostOfGroup, left } = await work(items, { inAll: 3, perGroup: 1 });
    expect(started.slice(0, 3)).toEqual(['a1', 'b1', 'c1']);
    expect([...started].sort()).toEqual([...items].sort());
    expect(started.filter((item) => groupOf(item) === 'a')).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect({ most, mostOfGroup, left }).toEqual({ most: 3, mostOfGroup: 1, left: [] });
  });

  test('and nothing at all, where there is nothing', async () => {
    expect(await work([])).toMatchObject({ started: [] });
  });
});

test('two items are started in a turn of the event loop', async () => {
  let turns = 0;
  const counter = setInterval(() => turns++, 0);
  const turnOfStart: number[] = [];
  const { signal } = createAbortController();
  await forEachPaced(['a', 'b', 'c', 'd'], { inAll: 9, perGroup: 9, signal }, groupOf, () => {
    turnOfStart.push(turns);
    return Promise.resolve();
  });
  clearInterval(counter);
  expect(turnOfStart[1]).toBe(turnOfStart[0]);
  expect(turnOfStart[2]).toBeGreaterThan(turnOfStart[1] ?? 0);
  expect(turnOfStart[3]).toBe(turnOfStart[2]);
});

test('once the signal aborts nothing is started, and what is under way is waited for', async () => {
  const ending = createAbortController();
  const started: string[] = [];
  let ended = 0;
  await forEachPaced(
    ['a1', 'a2', 'b1'],
    { inAll: 9, perGroup: 1, signal: ending.signal },
    groupOf,
    async (item) => {
      started.push(item);
      ending.abort();
      await sleep(20);
      ended++;
    },
  );
  expect({ started, ended }).toEqual({ started: ['a1'], ended: 1 });
});

test('rejects with the first item that rejects', async () => {
  const { signal } = createAbortController();
  const failing = forEachPaced(['a', 'b'], { inAll: 9, perGroup: 9, signal }, groupOf, (item) =>
    item === 'b' ? Promise.reject(new Error('b failed')) : sleep(50),
  );
  await expect(failing).rejects.toThrow('b failed');
});
