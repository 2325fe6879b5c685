import { formatAmount } from '../model/amount.js';
import type { Output } from './io.js';

const intervalMs = 100;

/** Shows the progress of a run on a terminal; nothing elsewhere, or unless `enabled`. `clear` removes it. */
export function createProgress(
  output: Output,
  enabled: boolean,
): { update: (done: number, total: number) => void; clear: () => void } {
  if (!enabled || output.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  let shownAt = 0;
  let pending: NodeJS.Timeout | undefined;
  const show = (done: number, total: number) => {
    clearTimeout(pending);
    shownAt = Date.now();
    output.write(`\r\x1b[Kchecked ${done} of ${formatAmount(total, 'endpoint')}`);
  };
  return {
    update: (done, total) => {
      if (total === 0) return;
      const waitMs = done === total ? 0 : intervalMs - (Date.now() - shownAt);
      clearTimeout(pending);
      // An update that comes too soon is shown later, unless it is replaced by a newer one.
      if (waitMs > 0) pending = setTimeout(show, waitMs, done, total).unref();
      else show(done, total);
    },
    clear: () => {
      clearTimeout(pending);
      if (shownAt > 0) output.write('\r\x1b[K');
    },
  };
}
