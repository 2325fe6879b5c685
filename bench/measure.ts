/**
 * Runs the candidates in turn, A B C A B C …, so that changes in the speed of the machine affect all of them equally. Each returns its
 * measurement; a first round warms up the disk cache and does not count.
 */
export async function measureInTurn<Name extends string, Measure>(
  candidates: Partial<Record<Name, () => Promise<Measure>>>,
  rounds: number,
) {
  const entries = Object.entries(candidates) as [Name, () => Promise<Measure>][];
  const measures = {} as Record<Name, Measure[]>;
  for (const [name] of entries) measures[name] = [];
  for (let round = -1; round < rounds; round++) {
    for (const [name, measure] of entries) {
      const measured = await measure();
      if (round >= 0) measures[name].push(measured);
    }
  }
  return measures;
}

/** The median of the ratios, round by round. */
export function compare(ours: readonly number[], base: readonly number[]) {
  return median(ours.map((value, round) => value / (base[round] ?? Number.NaN)));
}

export const median = (values: readonly number[]) => findPercentile(values, 0.5);

/** The value that this share of all values, from 0 to 1, does not exceed. */
export function findPercentile(values: readonly number[], share: number) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
