import { expect } from 'vitest';

/** Eight times as much may cost so many times as much: three times what a linear path costs, and 64 is quadratic. */
const maxRatio = 24;
/** What costs less at its full size is no danger, whatever its curve; the sizes are chosen so that a quadratic path costs ten times as much. */
const floorMs = 40;
const tries = 3;

/**
 * Fails where the processor time of a function grows faster than its input, whose size is doubled three times. Time that passes does not count,
 * so a busy machine changes nothing; garbage collection and compilation are left out by the fastest of several tries.
 */
export function expectLinear(run: (size: number) => unknown, size: number): void {
  const full = Array.from({ length: tries }, () => null).reduce<number>(
    (fastest) => (fastest < floorMs ? fastest : Math.min(fastest, measure(run, size))),
    Infinity,
  );
  if (full < floorMs) return;
  const small = Math.min(...Array.from({ length: tries }, () => measure(run, size / 8)));
  expect({ full, small, ratio: full / small }).toSatisfy(({ ratio }: { ratio: number }) => ratio < maxRatio);
}

/** Of the process, in milliseconds. The sum, since the kernel only estimates how much of it the user's part is. */
function measure(run: (size: number) => unknown, size: number): number {
  const before = process.cpuUsage();
  run(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
