import type { Output } from './io.js';

const betweenMs = 100;

/** Shows on a terminal how far a run is; shows nothing anywhere else, or where it is not wanted. `clear` removes it. */
export function createProgress(
  output: Output,
  wanted: boolean,
): { update: (done: number, total: number) => void; clear: () => void } {
  if (!wanted || output.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  let shownAt = 0;
  return {
    update: (done, total) => {
      if (total === 0 || (done < total && Date.now() - shownAt < betweenMs)) return;
      shownAt = Date.now();
      output.write(`\r\x1b[Kchecked ${done} of ${total} endpoints`);
    },
    clear: () => {
      if (shownAt > 0) output.write('\r\x1b[K');
    },
  };
}
