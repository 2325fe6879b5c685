import type { WriteOption } from '../model/write-option.js';
import type { Proxy } from '../net/probe-context.js';

/** How to check a registry or endpoints. */
export interface RunOptions {
  /** The kinds to probe; all others are skipped. */
  readonly only: ReadonlySet<string>;
  /** False to probe nothing. */
  readonly network: boolean;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Targets in flight, in all and to one host. */
  readonly concurrency: number;
  readonly perHost: number;
  /** With a ref: how many unchanged entries of a chain are enough to compare new ones with, where no id is claimed. */
  readonly references: number;
  readonly allowPrivate: boolean;
  /** What probes call themselves: the field User-Agent. */
  readonly userAgent: string;
  /** Whether to find out if browsers may use the endpoints. */
  readonly cors: boolean;
  /** The proxy for a host, null for a direct connection; without the function, every connection is direct. */
  readonly chooseProxy?: (host: string) => Proxy | null;
  /** Name servers to query, as `address:port`; by default those of the system. */
  readonly nameServers?: readonly string[];
  /** Ends the run early: what is known by then is reported, the rest is skipped. */
  readonly signal: AbortSignal;
  /** How messages name these options. */
  readonly writeOption: WriteOption;
  readonly onProgress: (done: number, total: number) => void;
}
