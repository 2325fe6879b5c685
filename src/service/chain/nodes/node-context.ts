import { PhaseClock } from '../../../net/phase-clock.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { defaultUserAgent } from '../../../net/user-agent.js';

/** The context of a node client's connections: no proxy, and no budget but the caller's signal. */
export function createNodeContext(
  { target, resolve }: Pick<ProbeContext, 'target' | 'resolve'>,
  signal: AbortSignal,
): ProbeContext {
  return {
    target,
    resolve,
    proxy: null,
    signal,
    clock: new PhaseClock(),
    pause: (wait) => wait(),
    budgetMs: 0,
    userAgent: defaultUserAgent,
    cors: false,
  };
}
