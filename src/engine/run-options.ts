import type { Proxy } from '../net/probe-context.js';

/** How to check it. */
export interface RunOptions {
  /** The kinds to probeWithRetries; all others are skipped. */
  readonly only: ReadonlySet<string>;
  /** False to probeWithRetries nothing. */
  readonly network: boolean;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Targets in flight, in all and to one host. */
  readonly concurrency: number;
  readonly perHost: number;
  readonly allowPrivate: boolean;
  /** The proxy for a host; null, and where there is no such function, for hosts that are dialled themselves. */
  readonly chooseProxy?: (host: string) => Proxy | null;
  /** Name servers to ask, as `address:port`; the system's where there are none. */
  readonly nameServers?: readonly string[];
  /** Ends the run early: what is known by then is reported, the rest is skipped. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}
