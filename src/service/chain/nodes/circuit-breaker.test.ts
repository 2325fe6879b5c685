import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';

test('a circuit breaker opens for half a minute after three errors in a row, and again after one more', () => {
  let now = 0;
  const breaker = new CircuitBreaker(() => now);
  breaker.fail();
  breaker.fail();
  breaker.succeed();
  breaker.fail();
  breaker.fail();
  expect(breaker.open).toBe(false);
  breaker.fail();
  expect(breaker.open).toBe(true);
  now = 30_000;
  expect(breaker.open).toBe(false);
  breaker.fail();
  expect(breaker.open).toBe(true);
});
