// Generated from src/engine/options/option-rows.ts by `npm run generate`.
import type { EndpointKind } from '../model/endpoint-kind.generated.js';

/** Options of whatever checks endpoints. */
export interface CommonOptions {
  /** Kinds to probe, such as `grpc`. */
  readonly only?: Iterable<EndpointKind>;
  /** Also probe peers (otherwise only their format is checked); false by default. */
  readonly peers?: boolean;
  /** false checks the structure only and probes nothing; true by default. */
  readonly network?: boolean;
  /** With `since`, if the file claims no chain id, or new entries contradict it: unchanged entries of the chain are probed for comparison until this many have answered, at most five times as many; 2 by default. */
  readonly references?: number;
  /** Whole budget of one entry in milliseconds, retries included; 20 seconds by default. */
  readonly timeoutMs?: number;
  /** Retries of transient failures; 2 by default. */
  readonly retries?: number;
  /** Entries in flight; 256 by default. */
  readonly concurrency?: number;
  /** Entries in flight to one host; 4 by default. */
  readonly perHost?: number;
  /** Also find out whether browsers may use the endpoints; false by default. */
  readonly cors?: boolean;
  /** Also find out what clients need beyond the check: ranges of logs, archive, transaction index; false by default. */
  readonly capabilities?: boolean;
  /** What probes call themselves (User-Agent): printable ASCII; by default the name, version and address of this program. */
  readonly userAgent?: string;
  /** Probe loopback and private addresses, for local testing; false by default. */
  readonly allowPrivate?: boolean;
}

/** Options of what checks files. */
export interface FileOptions {
  /** The name of the format to read every path in, such as `keplr`; recognised by default. */
  readonly format?: string;
  /** A git ref: only entries added or changed since are probed, and what was wrong before is at most a warning; everything by default. */
  readonly since?: string;
  /** A file of earlier plain entries, in place of `since`: only entries added or changed since are probed, and what was wrong before is at most a warning. */
  readonly baseline?: string;
  /** A JSON file with entries that are not probed, each with the reason; with `since`, its version at that ref counts; none by default. */
  readonly exclude?: string;
  /** A part such as `2/8`, the second of eight even parts, split by host; everything by default. */
  readonly shard?: string;
}
