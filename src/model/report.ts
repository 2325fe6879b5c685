import type { ChainClaim, ChainStatus, Entry } from './entry.js';
import type { Finding } from './finding.js';
import type { ReportedHistory } from './history.js';
import type { JsonObject } from './json.js';

/** All verdicts, best first. */
export const verdicts = ['pass', 'ok', 'inconclusive', 'skipped', 'invalid', 'fail'] as const;

/**
 * `pass`: every required check of an endpoint succeeded. `ok`: a route of a query service answers as it must. `fail`: the endpoint was probed and is wrong, and a finding says why. `invalid`: the
 * entry itself is malformed, so it was not probed. `inconclusive`: could not be judged from this machine. `skipped`: not probed by
 * choice.
 */
export type Verdict = (typeof verdicts)[number];

/** Whether it is the best that there is: `pass` of an endpoint, `ok` of a route. */
export function isGood(verdict: Verdict): boolean {
  return verdict === 'pass' || verdict === 'ok';
}

/** The verdicts that these may have, best first: only routes can be `ok`, only endpoints `pass`. */
export function listVerdicts(endpoints: readonly EndpointReport[]): readonly Verdict[] {
  const hasRoutes = endpoints.some(({ kind }) => kind === routeKind);
  const hasEndpoints = endpoints.length === 0 || endpoints.some(({ kind }) => kind !== routeKind);
  return verdicts.filter((verdict) =>
    verdict === 'pass' ? hasEndpoints : verdict === 'ok' ? hasRoutes : true,
  );
}

/** The kind of what a smoke test calls: a route of a query service, for one network. */
export const routeKind = 'query';

/** Where the time of a probe went, in milliseconds; each phase by itself, null if it was not reached. */
export interface PhasesMs {
  /** Resolving the name. */
  readonly dns: number | null;
  /** TCP handshake. */
  readonly connect: number | null;
  /** TLS handshake. */
  readonly tls: number | null;
  /** From the connection being ready to the first response. */
  readonly firstByte: number | null;
  /** The whole of the attempt that counts. */
  readonly total: number | null;
}

/** One endpoint of the report; of one kind, with its facts, or of any. */
export interface EndpointReport<Kind extends Entry['kind'] = Entry['kind'], Facts = JsonObject> {
  readonly file: string | null;
  readonly chain: string | null;
  /** Of its chain: if the chain may not have begun, what fails on the network is a notice. */
  readonly chainStatus: ChainStatus;
  readonly kind: Kind;
  readonly pointer: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly provider: string | null;
  /** As the file writes it. */
  readonly url: string | null;
  readonly verdict: Verdict;
  /** Why it was not probed whatever the options: its chain has ended, it is excluded. Null for all others. */
  readonly skipReason: string | null;
  /** How often it was probed; 0 if it was not. */
  readonly attempts: number;
  /** From the first attempt to the verdict, waits included. */
  readonly durationMs: number;
  /** The chain id that the file, or the command line, claims for it; null if none is claimed. */
  readonly claim: ChainClaim | null;
  /** What the endpoint reported of itself; null if unknown. The fields depend on the kind. */
  readonly facts: Facts;
  /** What earlier runs and this one saw of it; null without a history file, and for one that was never probed. */
  readonly history: ReportedHistory | null;
}

/** Counts over a report. */
export interface Summary {
  readonly files: number;
  readonly endpoints: number;
  /** Endpoints that passed, and routes of a query service that are ok. */
  readonly passed: number;
  readonly failed: number;
  readonly invalid: number;
  readonly inconclusive: number;
  readonly skipped: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notices: number;
}

/** How a change affects the entries and files of a registry. All but the removed entries add up to those that there are. */
export interface ChangeCounts {
  readonly added: number;
  /** Entries whose url is spelled differently, or whose provider, claim or chain status changed. */
  readonly changed: number;
  /** From another file. */
  readonly moved: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Added, renamed and edited files that no registry reads. */
  readonly filesNotRead: number;
}

export interface RemovedEntry {
  readonly file: string;
  /** Before the change. */
  readonly line: number;
  readonly chain: string | null;
  readonly kind: Entry['kind'];
  readonly provider: string | null;
  readonly url: string | null;
  /** The file in which it is now; null if it is in none. */
  readonly movedTo: string | null;
}

/** A file that was read. */
export interface FileReport {
  /** Relative to the registry, with forward slashes. */
  readonly path: string;
  readonly chain: string | null;
  /** The name of its registry's format; null if no format fits. */
  readonly format: string | null;
}

/** Which part of the registry was checked, and how. */
export interface Scope {
  /** False if nothing was probed by choice. */
  readonly network: boolean;
  /** The kinds that were probed; null for all. */
  readonly only: readonly string[] | null;
  /** The git ref with which the registry was compared; null without one. */
  readonly since: string | null;
  /** Such as `2/8`; null for the whole. */
  readonly shard: string | null;
}

/** The outcome of a run: `schemas/report.schema.json` describes it. Arrays are sorted by file, then position. */
export interface Report<Endpoint = EndpointReport> {
  readonly version: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** From the start of reading to the end of the last probe. */
  readonly durationMs: number;
  /** True if the run was ended early: what was not checked by then is skipped. */
  readonly interrupted: boolean;
  readonly scope: Scope;
  /** Null if the registry was compared with nothing. */
  readonly changes: ChangeCounts | null;
  /** The entries that the change removes or moves. */
  readonly removed: readonly RemovedEntry[];
  readonly summary: Summary;
  readonly files: readonly FileReport[];
  readonly endpoints: readonly Endpoint[];
  readonly findings: readonly Finding[];
}

/** Which part of a report differs from the registry's main branch, so that the reader has to answer for it. */
export interface OwnChanges {
  /** What the files were compared with, such as `origin/main`. */
  readonly ref: string;
  /** True for an endpoint, or a finding about a file as a whole, that the reader changed. */
  readonly isOwn: (item: EndpointReport | Finding) => boolean;
}
