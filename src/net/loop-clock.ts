/** Time between two beats. */
const beatMs = 20;
/**
 * Maximum time that one turn of the event loop counts as: more than turns usually take, and little compared to the limits. Not zero, so that
 * limits end even if the process stalls again and again.
 */
const longestTurnMs = 250;

const listeners = new Set<() => void>();
/** How many let the clock run. */
let holds = 0;
let timer: NodeJS.Timeout | undefined;
/** Time of the last beat by `performance.now()`, and the clock at that time. */
let beatAtMs = 0;
let clockMs = 0;

/**
 * A clock in milliseconds that stops while this process does: while a callback blocks the event loop, while the system runs other processes or
 * has stopped this one, and while the machine sleeps. Answers that arrive meanwhile stay unread, and timers fire before them, so every limit
 * that blames an endpoint runs by this clock. Runs only while something is timed or listens.
 *
 * `monitorEventLoopDelay` can't replace it: it notices a delay only once its own timer has run, and does not add delays up.
 */
export function readLoopClock(): number {
  return timer === undefined ? clockMs : clockMs + Math.min(performance.now() - beatAtMs, longestTurnMs);
}

/** Calls back at every beat, some fifty times a second, until the returned function is called. */
export function onBeat(listener: () => void): () => void {
  const release = holdClock();
  // Wrapped, so that the same listener can be added twice.
  const wrapper = () => listener();
  listeners.add(wrapper);
  return () => {
    listeners.delete(wrapper);
    release();
  };
}

/** Lets the clock run until the returned function is called. Cheaper than a listener: nothing is called at the beats. */
export function holdClock(): () => void {
  if (timer === undefined) {
    beatAtMs = performance.now();
    timer = setInterval(beat, beatMs).unref();
  }
  holds += 1;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holds -= 1;
    if (holds > 0) return;
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

/** Calls back after `limitMs` of the clock, unless the returned function is called before. The timer keeps the process alive until then. */
export function setLimit(limitMs: number, onEnd: () => void): () => void {
  const stop = holdClock();
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

/** Time since a stopwatch was started. */
export interface Elapsed {
  readonly ms: number;
  /** The part of it in which this process stalled. */
  readonly stalledMs: number;
}

/** Starts to measure; the returned function reads the time since. Only works while the clock runs. */
export function startStopwatch(): () => Elapsed {
  const startedAt = performance.now();
  const startedMs = readLoopClock();
  return () => {
    const ms = performance.now() - startedAt;
    return { ms, stalledMs: Math.max(0, ms - (readLoopClock() - startedMs)) };
  };
}
