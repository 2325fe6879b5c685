/**
 * Runs the candidates in turn, A B C A B C …, so that changes in the speed of the machine affect all of them equally. Each returns its
 * measurement; a first round warms up the disk cache and does not count.
 * @template {string} Name
 * @template Measure
 * @param {Partial<Record<Name, () => Promise<Measure>>>} candidates
 * @param {number} rounds
 */
export async function measureInTurn(candidates, rounds) {
  /** @type {[Name, () => Promise<Measure>][]} */
  const entries = /** @type {any} */ (Object.entries(candidates));
  const measures = /** @type {Record<Name, Measure[]>} */ ({});
  for (const [name] of entries) measures[name] = [];
  for (let round = -1; round < rounds; round++) {
    for (const [name, measure] of entries) {
      const measured = await measure();
      if (round >= 0) measures[name].push(measured);
    }
  }
  return measures;
}

/** The median of the ratios, round by round. @param {readonly number[]} ours @param {readonly number[]} base */
export function compare(ours, base) {
  return median(ours.map((value, round) => value / (base[round] ?? Number.NaN)));
}

/** @param {readonly number[]} values */
export const median = (values) => findPercentile(values, 0.5);

/** The value that this share of all values does not exceed. @param {readonly number[]} values @param {number} share From 0 to 1. */
export function findPercentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
