/** The longest delay of Node's timers, which fire at once for anything longer. */
export const maxTimerMs = 2 ** 31 - 1;

/** Exponential backoff from 250 ms with ±50 % jitter: the wait in milliseconds after an attempt, counted from 1. `random` is between 0 and 1. */
export function backoff(attempt: number, random: number): number {
  return Math.round(250 * 2 ** (attempt - 1) * (0.5 + random));
}
