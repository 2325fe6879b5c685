import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createAbortController } from '../net/abort.js';
import type { PaceOptions } from './for-each-paced.js';
import { createSharedPace } from './shared-pace.js';

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
