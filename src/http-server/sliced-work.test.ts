import { expect, test } from 'vitest';
import { SlicedWork } from './sliced-work.js';

test('computations get one slice each for an iteration of the event loop, in turn', async () => {
  const slices: string[] = [];
  let iteration = 0;
  const compute = async (name: string) => {
    const work = new SlicedWork();
    for (let slice = 0; slice < 3; slice++) {
      await work.takeTurn();
      slices.push(`${name}${slice} at ${iteration}`);
    }
  };
  let counting = true;
  const count = () => {
    iteration += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(['a', 'b'].map(compute));
  counting = false;
  expect(slices).toEqual(['a0 at 1', 'b0 at 2', 'a1 at 3', 'b1 at 4', 'a2 at 5', 'b2 at 6']);
});

test('a slice is due from the beginning, and again after some milliseconds', async () => {
  const work = new SlicedWork();
  expect(work.isDue).toBe(true);
  await work.takeTurn();
  const end = performance.now() + 4;
  while (performance.now() < end);
  expect(work.isDue).toBe(true);
});
