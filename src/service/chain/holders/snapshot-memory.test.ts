import { describe, expect, test } from 'vitest';
import { createOwners } from '../../../../test/support/holders.js';
import type { Snapshot } from './snapshot.js';
import { SnapshotBuilder } from './snapshot-builder.js';
import { SnapshotMemory } from './snapshot-memory.js';

/** Of a hundred holders, and so of the same size. */
async function build(height: number): Promise<Snapshot> {
  const builder = new SnapshotBuilder();
  await builder.add(createOwners(100));
  return builder.finish({ asOf: { height, time: '2026-11-20T08:15:30.000Z' }, supply: null, metadata: null });
}

const size = (await build(1)).bytes;
const asOf = (height: number) => ({ height, time: '2026-11-20T08:15:30.000Z' });
const key = (network: string, denom = 'ukava') => ({ network, denom });

/** Memory for so many snapshots of that size, and a clock. */
function createMemory(count: number) {
  const clock = { now: 0 };
  return { memory: new SnapshotMemory(size * count, () => clock.now), clock };
}

describe('the memory of snapshots', () => {
  test('gives the newest of a denom, or the one of a time', async () => {
    const { memory } = createMemory(9);
    for (const [height, takenAt] of [
      [2, 20],
      [3, 30],
      [1, 10],
    ] as const)
      memory.add(key('kava'), await build(height), takenAt);
    expect(memory.find(key('kava'), null)).toMatchObject({ takenAt: 30 });
    expect(memory.find(key('kava'), asOf(1))?.snapshot.asOf.height).toBe(1);
    expect(memory.find(key('kava'), asOf(4))).toBeNull();
    expect(memory.find(key('kava', 'uother'), null)).toBeNull();
    expect(memory.find(key('other'), null)).toBeNull();
  });

  test('gives up what was not used for the longest time', async () => {
    const { memory } = createMemory(2);
    for (const denom of ['ua', 'ub']) memory.add(key('kava', denom), await build(1), 0);
    memory.find(key('kava', 'ua'), null);
    memory.add(key('kava', 'uc'), await build(1), 0);
    expect(['ua', 'ub', 'uc'].map((denom) => memory.find(key('kava', denom), null) !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('takes it from the network that holds the most, walks included', async () => {
    const { memory } = createMemory(4);
    memory.add(key('small'), await build(1), 0);
    for (const height of [1, 2, 3]) memory.add(key('large'), await build(height), height);
    memory.add(key('other'), await build(1), 0);
    expect(memory.find(key('large'), asOf(1))).toBeNull();
    expect(memory.reserve('large', {}, size * 2)).toBe('ok');
    expect(memory.find(key('large'), null)).toBeNull();
    expect(memory.find(key('small'), null)).not.toBeNull();
    expect(memory.find(key('other'), null)).not.toBeNull();
  });

  test('refuses a walk that is too large, and one that others leave no room for', async () => {
    const { memory } = createMemory(4);
    const [one, other] = [{}, {}];
    memory.add(key('kava'), await build(1), 0);
    expect(memory.reserve('kava', one, size * 5)).toBe('full');
    expect(memory.reserve('kava', one, size * 3)).toBe('ok');
    expect(memory.reserve('other', other, size * 2)).toBe('busy');
    expect(memory.reserve('kava', one, 0)).toBe('ok');
    expect(memory.reserve('other', other, size * 2)).toBe('ok');
    expect(memory.add(key('kava'), await build(1), 0)).toBe(true);
    expect(new SnapshotMemory(size - 1, () => 0).add(key('kava'), await build(1), 0)).toBe(false);
  });

  test('forgets what was not used for a day', async () => {
    const { memory, clock } = createMemory(9);
    memory.add(key('kava', 'ua'), await build(1), 0);
    clock.now = 3_600_000;
    memory.add(key('kava', 'ub'), await build(1), 0);
    clock.now = 86_400_001;
    memory.add(key('kava', 'uc'), await build(1), 0);
    expect(memory.find(key('kava', 'ua'), null)).toBeNull();
    expect(memory.find(key('kava', 'ub'), null)).not.toBeNull();
  });
});
