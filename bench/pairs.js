/**
 * Runs the candidates in turn, A B C A B C …, so that a machine whose speed drifts slows all of them alike, and prints the
 * medians and the ratios to the first, pair by pair.
 * @param {string} title
 * @param {Record<string, () => Promise<void> | void>} candidates
 * @param {number} rounds
 */
export async function comparePairs(title, candidates, rounds) {
  const names = Object.keys(candidates);
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const startedAt = performance.now();
      await candidates[name]?.();
      // The first round warms up the disk's cache and is not counted.
      if (round >= 0) times[name]?.push(performance.now() - startedAt);
    }
  }
  const [base = ''] = names;
  console.log(`\n${title} (${rounds} rounds, medians)`);
  for (const name of names) {
    const own = times[name] ?? [];
    const ratios = own.map((ms, round) => ms / (times[base]?.[round] ?? Number.NaN));
    console.log(
      `  ${name.padEnd(44)} ${median(own).toFixed(1).padStart(8)} ms  ${median(ratios).toFixed(2)} x`,
    );
  }
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
