import { setMaxListeners } from 'node:events';
import { setLimit } from './loop-clock.js';

/**
 * A controller whose signal any number of contexts may listen to; Node before 24 warns on standard error from eleven on,
 * https://github.com/nodejs/node/issues/47449.
 */
export function createAbortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/**
 * The reason of signals that nobody asks for one. Without it each `abort` makes a DOMException with a stack, which costs more than all else
 * about it, https://github.com/nodejs/node/issues/46468.
 */
export const abortReason = new DOMException('This operation was aborted', 'AbortError');

/** The result of `raceAbort` and `waitAtMost` where the signal came first. */
export const aborted = Symbol('aborted');

/** Waits for a promise, or until the signal aborts; the promise itself goes on. */
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

/** Waits for a promise for at most `limitMs` of the loop's clock; the promise itself goes on. */
export function waitAtMost<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | typeof aborted> {
  return new Promise((resolve, reject) => {
    const clear = setLimit(limitMs, () => resolve(aborted));
    promise.then(resolve, reject).finally(clear);
  });
}

/** A signal that aborts with its parent or by `abort`. `release` lets go of the parent, and must be called where `abort` is not. */
export function createChild(parent: AbortSignal): {
  signal: AbortSignal;
  abort: () => void;
  release: () => void;
} {
  const controller = createAbortController();
  const release = () => parent.removeEventListener('abort', abort);
  const abort = () => {
    release();
    controller.abort(abortReason);
  };
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort, release };
}

/**
 * A signal that aborts after `limitMs` of the loop's clock or with its parent, whichever comes first. `clear` releases both and
 * must be called. The timer keeps the process alive until then.
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

/** Resolves after the time, or when the signal aborts. */
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
