import { describe, expect, test } from 'vitest';
import { PhaseClock } from './probe-context.js';

const nothing = { dns: null, connect: null, tls: null, firstByte: null };

/** Lets time pass that a clock with tenths of a millisecond sees. */
function pass(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('each phase is measured by itself', () => {
  test('in milliseconds', () => {
    const startedAt = performance.now();
    const clock = new PhaseClock();
    pass(5);
    clock.mark('dns');
    const { dns, total } = clock.read();
    // Each is rounded.
    const atMost = performance.now() - startedAt + 0.1;
    for (const ms of [dns, total]) expect(ms).toBeLessThanOrEqual(atMost);
  });

  test('from the end of the previous one', () => {
    const clock = new PhaseClock();
    expect(clock.read()).toMatchObject(nothing);
    pass(30);
    clock.mark('dns');
    pass(5);
    clock.mark('connect');
    const { dns, connect, total } = clock.read();
    expect(dns).toBeGreaterThanOrEqual(30);
    expect(connect).toBeGreaterThanOrEqual(5);
    // Each is rounded, by itself.
    expect(total).toBeGreaterThanOrEqual((dns ?? 0) + (connect ?? 0) - 0.2);
  });

  test('once', () => {
    const clock = new PhaseClock();
    clock.mark('dns');
    const { dns } = clock.read();
    pass(5);
    clock.mark('dns');
    expect(clock.read().dns).toBe(dns);
  });

  test('with one decimal', () => {
    const clock = new PhaseClock();
    pass(0.3);
    clock.mark('dns');
    const { dns, total } = clock.read();
    for (const ms of [dns, total]) expect(String(ms)).toMatch(/^\d+(\.\d)?$/);
  });

  test('another connection has separate phases, while the name and the total are those of the first', () => {
    const clock = new PhaseClock();
    clock.mark('dns');
    pass(20);
    for (const phase of ['connect', 'tls', 'firstByte'] as const) clock.mark(phase);
    const first = clock.read();
    const another = clock.startAnother();
    expect(another.read()).toMatchObject({ ...nothing, dns: first.dns });
    expect(another.read().total).toBeGreaterThanOrEqual(20);
    another.mark('connect');
    expect(another.read().connect).toBeLessThan(20);
    const { connect, tls, firstByte } = first;
    expect(clock.read()).toMatchObject({ dns: first.dns, connect, tls, firstByte });
  });
});
