import type { Target } from '../model/entry.js';
import type { PhaseClock } from './phase-clock.js';
import type { Resolve } from './resolve.js';

/** A proxy that opens tunnels (RFC 9110 section 9.3.6). Names are resolved by it, not here. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** The value of Proxy-Authorization, null where it requires none. */
  readonly authorization: string | null;
}

/** The input of one attempt at one target. */
export interface ProbeContext {
  readonly target: Target;
  readonly resolve: Resolve;
  /** To connect through; null to connect to the target itself. */
  readonly proxy: Proxy | null;
  /** Aborts when the budget of the entry is used up or the run is interrupted. */
  readonly signal: AbortSignal;
  readonly clock: PhaseClock;
  /** The whole budget of the entry, for messages. */
  readonly budgetMs: number;
  /** What requests call themselves: the field User-Agent. */
  readonly userAgent: string;
  /** Whether to find out if browsers may use the endpoint. */
  readonly cors: boolean;
}
