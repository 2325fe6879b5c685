import { raceAbort, sleep } from '../abort.js';
import { limits } from '../limits.js';

/** A place that is connected to: what precedes the next connection to it. */
interface Turns {
  /** Resolves when the last of those waiting has ended its connection. */
  last: Promise<void>;
  /** By `performance.now()`. */
  endedMs: number;
}

/** Shared by the whole process, since a node sees all its runs as one address. */
const places = new Map<string, Turns>();

/**
 * Waits until no other run of this process is connected to a place, and for a pause after the last one, or until the signal aborts: a node closes a
 * second connection from one address (`allow_duplicate_ip`). Resolves to what ends the turn, which must be called.
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
    // A run that gives up before its turn does not let the next one overtake.
    void before.then(pass);
    const forget = () => {
      if (turns.last === turn) places.delete(place);
    };
    setTimeout(forget, limits.peerSpacingMs).unref();
  };
}
