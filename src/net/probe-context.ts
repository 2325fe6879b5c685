import type { Target } from '../model/entry.js';
import type { PhaseClock } from './phase-clock.js';
import type { Resolve } from './resolve.js';
import { defaultUserAgent } from './user-agent.js';

/** A proxy that opens tunnels (RFC 9110 section 9.3.6) and resolves names. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** The value of Proxy-Authorization; null if it requires none. */
  readonly authorization: string | null;
}

/** What an option says to probes alone; it reaches them by its name. */
export interface ProbeSettings {
  readonly userAgent: string;
  /** Whether to check if browsers may use the endpoint (CORS). */
  readonly cors: boolean;
  /** Whether to find out what clients need beyond the check. */
  readonly capabilities: boolean;
}

export const defaultProbeSettings: ProbeSettings = {
  userAgent: defaultUserAgent,
  cors: false,
  capabilities: false,
};

/** The input of one attempt at one target. */
export interface ProbeContext extends ProbeSettings {
  readonly target: Target;
  readonly resolve: Resolve;
  /** The proxy to connect through; null to connect to the target directly. */
  readonly proxy: Proxy | null;
  /** Aborts when the budget of the entry is used up or the run is interrupted. */
  readonly signal: AbortSignal;
  readonly clock: PhaseClock;
  /** Waits without using the budget: until other connections to the same address have ended. */
  readonly pause: (wait: () => Promise<void>) => Promise<void>;
  /** The budget of the entry, for messages. */
  readonly budgetMs: number;
}
