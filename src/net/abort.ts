import { setMaxListeners } from 'node:events';
import { holdClock, readLoopClock, setLimit } from './loop-clock.js';

/**
 * A controller whose signal may have any number of listeners. Node before 24 warns on standard error from eleven on:
 * https://github.com/nodejs/node/issues/47449.
 */
export function createAbortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/**
 * A signal that aborts with either. Like that of `createAbortController`, and a caller's signal gets no listener: a program may share one among
 * many runs.
 */
export function joinSignals(caller: AbortSignal, other: AbortSignal): AbortSignal {
  const joined = AbortSignal.any([caller, other]);
  setMaxListeners(0, joined);
  return joined;
}

/** The result of `raceAbort` and `waitAtMost` if the promise was not first. */
export const aborted = Symbol('aborted');

/** Waits for a promise, or until the signal aborts. Does not cancel the promise. */
export function raceAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | typeof aborted> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(aborted);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Waits for a promise for at most `limitMs` of the loop clock. Does not cancel the promise. */
export function waitAtMost<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | typeof aborted> {
  return new Promise((resolve, reject) => {
    const clear = setLimit(limitMs, () => resolve(aborted));
    promise.then(resolve, reject).finally(clear);
  });
}

/** A signal that aborts with its parent or by `abort`. Call `release` if `abort` is never called: it removes the listener from the parent. */
export function createChild(parent: AbortSignal): {
  signal: AbortSignal;
  abort: () => void;
  release: () => void;
} {
  const controller = createAbortController();
  const release = () => parent.removeEventListener('abort', abort);
  const abort = () => {
    release();
    controller.abort();
  };
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort, release };
}

/**
 * A signal that aborts after `limitMs` of the loop clock or with its parent. `clear` removes the timer and the listener and must be called;
 * until then the timer keeps the process alive.
 */
export function withLimit(parent: AbortSignal, limitMs: number): { signal: AbortSignal; clear: () => void } {
  const { signal, abort, release } = createChild(parent);
  const stop = setLimit(limitMs, abort);
  return {
    signal,
    clear: () => {
      stop();
      release();
    },
  };
}

/** A limit that can be stopped for a while. */
export interface Budget {
  readonly signal: AbortSignal;
  /** Must be called in the end, as that of `withLimit`. */
  readonly clear: () => void;
  /** Waits for what does not count. One wait at a time. */
  readonly pause: (wait: () => Promise<void>) => Promise<void>;
  /** How long it was paused, in milliseconds. */
  readonly pausedMs: () => number;
}

/** A signal as that of `withLimit`, whose time can be paused. */
export function startBudget(parent: AbortSignal, limitMs: number): Budget {
  const { signal, abort, release } = createChild(parent);
  // Without a limit, as in a pause, the clock would stand still.
  const releaseClock = holdClock();
  let stop = setLimit(limitMs, abort);
  let endMs = readLoopClock() + limitMs;
  let pausedMs = 0;
  return {
    signal,
    clear: () => {
      stop();
      releaseClock();
      release();
    },
    pause: async (wait) => {
      const startedAt = performance.now();
      const leftMs = endMs - readLoopClock();
      stop();
      await wait();
      pausedMs += performance.now() - startedAt;
      endMs = readLoopClock() + leftMs;
      stop = setLimit(leftMs, abort);
    },
    pausedMs: () => pausedMs,
  };
}

/** Resolves after `waitMs`, or when the signal aborts. */
export function sleep(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

/** The longest delay of Node's timers, which fire at once for anything longer. */
export const maxTimerMs = 2 ** 31 - 1;

/** Exponential backoff from 250 ms with ±50 % jitter: the wait in milliseconds after an attempt, counted from 1. `random` is between 0 and 1. */
export function backoff(attempt: number, random: number): number {
  return Math.round(250 * 2 ** (attempt - 1) * (0.5 + random));
}
