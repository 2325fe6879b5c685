import type { Finding } from './finding.js';
import type { JsonObject } from './json.js';

/** The verdicts of an endpoint, best first. */
export const verdicts = ['pass', 'inconclusive', 'skipped', 'fail'] as const;

/**
 * `pass`: every required check succeeded. `fail`: the entry or its endpoint is wrong, and a finding says why.
 * `inconclusive`: neither proved nor disproved from here. `skipped`: not probed.
 */
export type Verdict = (typeof verdicts)[number];

/** Where the time of a probe went, in milliseconds; each phase by itself, null where it was not reached. */
export interface PhasesMs {
  /** Resolving the name. */
  readonly dns: number | null;
  /** TCP handshake. */
  readonly connect: number | null;
  /** TLS handshake. */
  readonly tls: number | null;
  /** From the connection being ready to the first answer. */
  readonly firstByte: number | null;
  /** The whole of the last attempt. */
  readonly total: number | null;
}

/** One endpoint of the report. */
export interface EndpointReport {
  readonly file: string | null;
  readonly chain: string | null;
  readonly kind: string;
  readonly pointer: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly provider: string | null;
  /** As it stands in the file. */
  readonly url: string | null;
  readonly verdict: Verdict;
  /** How often it was dialled; 0 where it was not. */
  readonly attempts: number;
  /** From the first dial to the verdict, waiting between attempts included. */
  readonly durationMs: number;
  /** What the endpoint said of itself; null where unknown. The members depend on the kind. */
  readonly facts: JsonObject;
}

/** Counts over a report. */
export interface Summary {
  readonly files: number;
  readonly endpoints: number;
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly skipped: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notices: number;
}

/** A file that was read. */
export interface FileReport {
  /** Relative to the registry, with forward slashes. */
  readonly path: string;
  readonly chain: string | null;
}

/** The outcome of a run: `schemas/report.schema.json` describes it. Arrays are sorted by file, then position. */
export interface Report {
  readonly version: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly summary: Summary;
  readonly files: readonly FileReport[];
  readonly endpoints: readonly EndpointReport[];
  readonly findings: readonly Finding[];
}
