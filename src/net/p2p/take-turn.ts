import { raceAbort, sleep } from '../abort.js';
import { limits } from '../limits.js';

/** A place that is connected to: what comes before the next connection to it. */
interface Turns {
  /** Resolves when the last of those who are in line has ended its connection. */
  last: Promise<void>;
  /** By `performance.now()`. */
  endedMs: number;
}

/** Of the whole process: to a node all runs in it come from one address. */
const places = new Map<string, Turns>();

/**
 * Waits until nobody else of this process is connected to a place, and for a while after the last one, or until the signal aborts: a node closes what
 * comes from an address that is connected already (`allow_duplicate_ip`). Resolves to what ends the turn, which must be called.
 */
export async function takeTurn(place: string, signal: AbortSignal): Promise<() => void> {
  const turns = places.get(place) ?? { last: Promise.resolve(), endedMs: -Infinity };
  places.set(place, turns);
  const before = turns.last;
  let pass: () => void = () => undefined;
  const turn = new Promise<void>((resolve) => (pass = resolve));
  turns.last = turn;
  await raceAbort(before, signal);
  const leftMs = turns.endedMs + limits.peerSpacingMs - performance.now();
  if (leftMs > 0) await sleep(leftMs, signal);
  return () => {
    turns.endedMs = performance.now();
    // Who gave up before its turn does not let the next one go ahead of others.
    void before.then(pass);
    const forget = () => {
      if (turns.last === turn) places.delete(place);
    };
    setTimeout(forget, limits.peerSpacingMs).unref();
  };
}
