import { aborted, raceAbort, withLimit } from '../../../net/abort.js';
import { readLoopClock } from '../../../net/loop-clock.js';
import { deadlineExceeded, NodeError } from './node-error.js';

/** Thrown if a node takes too long over one call. */
export class NodeTimeout extends NodeError {
  constructor() {
    super('no answer in time');
  }
}

/** How long a node may take over one call. */
const callMs = 5_000;
/** Blame the node for a missed deadline only if its call was pending this long, by the loop clock. */
const slowMs = 1_000;

/**
 * Waits for one call to a node. Throws a NodeTimeout if the node takes too long, and a 504 if the deadline comes first and
 * the node is not to blame for it.
 */
export async function waitForNode<Value>(call: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const limit = withLimit(signal, callMs);
  const startedMs = readLoopClock();
  try {
    const value = await raceAbort(call, limit.signal);
    if (value !== aborted && !signal.aborted) return value;
    if (signal.aborted && readLoopClock() - startedMs < slowMs) throw deadlineExceeded();
    throw new NodeTimeout();
  } finally {
    limit.clear();
  }
}
