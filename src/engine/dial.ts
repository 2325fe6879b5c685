import { setTimeout as sleep } from 'node:timers/promises';
import type { Observed, Probe } from '../checks/check.js';
import type { Target } from '../model/entry.js';
import { withLimit } from '../net/abort.js';
import { PhaseClock } from '../net/phase-clock.js';
import type { Proxy } from '../net/conversation.js';
import type { Resolve } from '../net/resolve.js';
import { chooseWait } from './retry.js';

/** What came of dialling a target. */
export interface Dialled {
  readonly observed: Observed;
  readonly attempts: number;
  /** From the first dial to the last answer, waits included. */
  readonly durationMs: number;
}

/** How to dial. */
export interface DialOptions {
  /** Whole budget of one target, waits and retries included. */
  readonly timeoutMs: number;
  /** How often to dial again what may pass by itself. */
  readonly retries: number;
  readonly resolve: Resolve;
  /** To dial through; null to dial the target itself. */
  readonly proxy: Proxy | null;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

/** Probes a target within its budget, again where that may help. Null where the run was ended before there was an answer. */
export async function dial(
  probe: Probe<Observed>,
  target: Target,
  options: DialOptions,
): Promise<Dialled | null> {
  const { timeoutMs, retries, resolve, proxy, signal } = options;
  if (signal.aborted) return null;
  const startedAt = performance.now();
  const budget = withLimit(signal, timeoutMs);
  let before: Observed | null = null;
  let limited: Observed | null = null;
  try {
    for (let attempt = 1; ; attempt++) {
      const conversation = {
        target,
        resolve,
        proxy,
        signal: budget.signal,
        clock: new PhaseClock(),
        budgetMs: timeoutMs,
      };
      const seen = await probe(conversation, attempt);
      if (isAborted(signal)) return null;
      const found = seen.judge(null, new Date());
      const waitMs = chooseWait(found, attempt, Math.random());
      if (found.some(({ code }) => code === 'net/rate-limited')) limited = seen;
      // A proxy that limited a moment ago may refuse all now, in the same words as one whose node is down.
      const isRefused = found.some(({ code }) => code === 'http/upstream-down');
      // What an attempt that the budget cuts short shows is that the budget was short: what the one before showed is the
      // endpoint's.
      const isCutShort = waitMs !== null && isAborted(budget.signal);
      const observed: Observed = (isCutShort ? before : isRefused ? limited : null) ?? seen;
      const spentMs = performance.now() - startedAt;
      if (waitMs === null || attempt > retries || spentMs + waitMs >= timeoutMs) {
        return { observed, attempts: attempt, durationMs: Math.round(spentMs * 10) / 10 };
      }
      before = observed;
      // An end of the run while waiting is seen above, after the probe that it cuts short.
      await sleep(waitMs, undefined, { signal: budget.signal }).catch(() => undefined);
    }
  } finally {
    budget.clear();
  }
}

/** Read anew: the signal aborts while the probe is awaited. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
