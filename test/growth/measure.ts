import { expect } from 'vitest';

/** Eight times as much may cost this many times as much: three times the cost of a linear path. A quadratic one costs 64 times as much. */
const maxRatio = 24;
/** Below this cost at full size there is no danger, whatever the curve; sizes are chosen so that a quadratic path costs much more. */
const floorMs = 40;
/** The fastest counts: garbage collection and compilation slow some down. */
const tries = 5;

/**
 * Fails if the processor time of a function grows faster than its input, whose size is doubled three times. Time that passes does not count,
 * so a busy machine changes nothing.
 */
export function expectLinear(run: (size: number) => unknown, size: number, most = maxRatio): void {
  let [small, full] = [Infinity, Infinity];
  for (let tried = 0; tried < tries; tried++) {
    full = Math.min(full, measure(run, size));
    if (full < floorMs) return;
    small = Math.min(small, measure(run, size / 8));
    if (full < small * most) return;
  }
  expect.unreachable(
    `${full.toFixed(0)} ms of processor time, and ${small.toFixed(1)} ms for an eighth of that`,
  );
}

/** Of the process, in milliseconds. The sum, since the kernel only estimates how much of it the user's part is. */
function measure(run: (size: number) => unknown, size: number): number {
  const before = process.cpuUsage();
  run(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
