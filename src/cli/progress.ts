import type { Output } from './io.js';

const betweenMs = 100;

/** Shows on a terminal how far a run is; shows nothing anywhere else, or where it is not wanted. `clear` removes it. */
export function createProgress(
  output: Output,
  wanted: boolean,
): { update: (done: number, total: number) => void; clear: () => void } {
  if (!wanted || output.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  let shownAt = 0;
  let waiting: NodeJS.Timeout | undefined;
  const show = (done: number, total: number) => {
    clearTimeout(waiting);
    shownAt = Date.now();
    output.write(`\r\x1b[Kchecked ${done} of ${total} endpoints`);
  };
  return {
    update: (done, total) => {
      if (total === 0) return;
      const waitMs = done === total ? 0 : betweenMs - (Date.now() - shownAt);
      clearTimeout(waiting);
      // What comes too soon is shown a little later, unless something newer comes first.
      if (waitMs > 0) waiting = setTimeout(show, waitMs, done, total).unref();
      else show(done, total);
    },
    clear: () => {
      clearTimeout(waiting);
      if (shownAt > 0) output.write('\r\x1b[K');
    },
  };
}
