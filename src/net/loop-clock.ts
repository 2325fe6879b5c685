/** The time between two beats. */
const beatMs = 20;
/**
 * What one turn of the event loop counts as at most: more than turns usually take, and little beside the limits. Not nothing, so that limits end in a
 * process that stands still again and again.
 */
const longestTurnMs = 250;

const listeners = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;
/** When the last beat was, by `performance.now()`, and the clock then. */
let beatAtMs = 0;
let clockMs = 0;

/**
 * A clock that stands still while this process does: while one callback holds the event loop, while the system runs other processes or has stopped
 * this one, and while the machine sleeps. What an endpoint sends in the meantime lies unread, and timers come before it, so no limit that holds an
 * endpoint responsible runs by another clock. `monitorEventLoopDelay` knows of a delay only once a timer of its own has run, and does not add up.
 *
 * In milliseconds. Runs only while something is timed or listens.
 */
export function readLoopClock(): number {
  return timer === undefined ? clockMs : clockMs + Math.min(performance.now() - beatAtMs, longestTurnMs);
}

/** Calls back at every beat, some fifty a second, until the result is called. */
export function onBeat(listener: () => void): () => void {
  if (timer === undefined) {
    beatAtMs = performance.now();
    timer = setInterval(beat, beatMs).unref();
  }
  // Another function each, so that two that listen alike stay two.
  const own = () => listener();
  listeners.add(own);
  return () => {
    listeners.delete(own);
    if (listeners.size > 0 || timer === undefined) return;
    advance();
    clearInterval(timer);
    timer = undefined;
  };
}

function beat(): void {
  advance();
  for (const listener of listeners) listener();
}

function advance(): void {
  clockMs = readLoopClock();
  beatAtMs = performance.now();
}

/** Calls back once the clock has run for so long. The result cancels that. The timer keeps the process alive until then. */
export function setLimit(limitMs: number, onEnd: () => void): () => void {
  const stop = onBeat(() => undefined);
  const endMs = readLoopClock() + limitMs;
  const check = () => {
    const leftMs = endMs - readLoopClock();
    if (leftMs > 0) {
      pending = setTimeout(check, Math.ceil(leftMs));
      return;
    }
    stop();
    onEnd();
  };
  let pending = setTimeout(check, limitMs);
  return () => {
    clearTimeout(pending);
    stop();
  };
}

/** How long something has taken since a stopwatch was started. */
export interface Elapsed {
  readonly ms: number;
  /** For how much of it this process stood still. */
  readonly stalledMs: number;
}

/** Starts to measure; the result tells what has passed. Something must be timed or listen meanwhile. */
export function startStopwatch(): () => Elapsed {
  const startedAt = performance.now();
  const startedMs = readLoopClock();
  return () => {
    const ms = performance.now() - startedAt;
    return { ms, stalledMs: Math.max(0, ms - (readLoopClock() - startedMs)) };
  };
}
