/**
 * Runs the candidates in turn, A B C A B C …, so that changes in the speed of the machine affect all of them equally. Each returns its
 * measurement; a first round warms up the disk cache and does not count.
 * @template Measure
 * @param {Record<string, () => Promise<Measure> | Measure>} candidates
 * @param {number} rounds
 * @param {boolean} [warmUp]
 * @returns {Promise<Record<string, Measure[]>>}
 */
export async function measureInTurn(candidates, rounds, warmUp = true) {
  /** @type {Record<string, Measure[]>} */
  const measures = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(candidates)) {
      const measured = await measure();
      if (round >= 0) measures[name]?.push(measured);
    }
  }
  return measures;
}

/**
 * The median of the ratios, round by round.
 * @param {readonly number[]} ours
 * @param {readonly number[]} base
 */
export function compare(ours, base) {
  return median(ours.map((value, round) => value / (base[round] ?? Number.NaN)));
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * The median of each figure.
 * @template {Record<string, number>} Figures
 * @param {readonly Figures[]} measures
 * @returns {Figures}
 */
export function medianOfEach(measures) {
  const names = Object.keys(measures[0] ?? {});
  const medians = names.map((name) => [name, median(measures.map((figures) => figures[name] ?? Number.NaN))]);
  return Object.fromEntries(medians);
}
