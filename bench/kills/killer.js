import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../support/random.js';

/**
 * Kills a process at random, again and again, and starts it again a moment later; up to two are gone at once, never two of
 * one sort. Which one, and when, follows from the seed. Ends with the signal, when all are back.
 * @param {readonly import('./world.js').Victim[]} victims
 * @param {{ seed: number, signal: AbortSignal, counts: import('./counts.js').Counts }} options
 */
export async function killAtRandom(victims, { seed, signal, counts }) {
  const random = createRandom(seed);
  /** @type {Map<import('./world.js').Victim, Promise<void>>} */
  const away = new Map();
  /** @param {import('./world.js').Victim} victim @param {number} awayMs */
  const killOnce = async (victim, awayMs) => {
    counts.count(`killed: ${findSort(victim)}`);
    await victim.kill();
    await pause(awayMs);
    await victim.start();
    away.delete(victim);
  };
  const sorts = [...new Set(victims.map(findSort))];
  while (!signal.aborted) {
    // A sort first, so that the only one of its sort dies as often as one of many.
    const sort = sorts[random(sorts.length)];
    const ofSort = victims.filter((other) => findSort(other) === sort);
    const [victim, waitMs, awayMs] = [
      ofSort[random(ofSort.length)],
      300 + random(1_500),
      100 + random(2_500),
    ];
    await pause(waitMs);
    if (victim === undefined || away.size >= 2 || [...away.keys()].some((other) => findSort(other) === sort))
      continue;
    away.set(victim, killOnce(victim, awayMs));
  }
  await Promise.all(away.values());
}

/** What a process is, without its number. @param {import('./world.js').Victim} victim */
const findSort = ({ name }) => name.replace(/ \d+$/, '');
