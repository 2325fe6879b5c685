import { NodeError } from '../nodes/node-error.js';

/** How long a node may keep one walk waiting, in all. */
const maxMs = 30_000;
/** The shortest pause, so that a node that asks for none is not asked without end. */
const minMs = 100;

/** The pauses that a node asks for during a walk: each is as long as it says, until they are too long together. */
export class PauseBudget {
  #leftMs = maxMs;

  /** The pause before a failed call is repeated, in milliseconds; null if the node names none, or more than is left. */
  take(error: unknown): number | null {
    if (!(error instanceof NodeError) || error.retryAfterMs === null) return null;
    const ms = Math.max(error.retryAfterMs, minMs);
    if (ms > this.#leftMs) return null;
    this.#leftMs -= ms;
    return ms;
  }
}
