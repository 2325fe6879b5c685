import { describe, expect, test } from 'vitest';
import { createRateLimiter, type Rate } from './rate-limiter.js';

function limit(rate: Rate) {
  const clock = { ms: 0 };
  const take = createRateLimiter(rate, () => clock.ms);
  const takeMany = (count: number, owner = 'a') => Array.from({ length: count }, () => take(owner));
  return { clock, takeMany };
}

describe('a rate', () => {
  test('allows as many at once, and then one after another', () => {
    const { clock, takeMany } = limit({ count: 4, seconds: 1 });
    expect(takeMany(5)).toEqual([0, 0, 0, 0, 1]);
    clock.ms = 249;
    expect(takeMany(1)).toEqual([1]);
    clock.ms = 250;
    expect(takeMany(2)).toEqual([0, 1]);
    clock.ms = 1_000_000;
    expect(takeMany(5)).toEqual([0, 0, 0, 0, 1]);
  });

  test('below one a second allows one, and tells when the next one may come', () => {
    const { clock, takeMany } = limit({ count: 0.4, seconds: 1 });
    expect(takeMany(2)).toEqual([0, 3]);
    clock.ms = 2_000;
    expect(takeMany(1)).toEqual([1]);
    clock.ms = 2_500;
    expect(takeMany(2)).toEqual([0, 3]);
  });

  test('of a minute allows all of it at once', () => {
    const { takeMany } = limit({ count: 3, seconds: 60 });
    expect(takeMany(4)).toEqual([0, 0, 0, 20]);
  });

  test('is that of each owner, even after other owners have gone', () => {
    const { clock, takeMany } = limit({ count: 1, seconds: 10 });
    expect([...takeMany(2, 'a'), ...takeMany(2, 'b')]).toEqual([0, 10, 0, 10]);
    clock.ms = 5_000;
    expect([...takeMany(2, 'c'), ...takeMany(1, 'a')]).toEqual([0, 10, 5]);
    clock.ms = 10_000;
    expect([...takeMany(1, 'd'), ...takeMany(2, 'a'), ...takeMany(1, 'c')]).toEqual([0, 0, 10, 5]);
  });
});
