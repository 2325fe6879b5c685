/** What the runs in a row had in common. */
export interface Streak {
  /** Inconclusive only until the first run that proved something. */
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly runs: number;
  /** ISO 8601, UTC: the first of these runs. */
  readonly since: string;
  /** The rules of the errors of all of them, sorted, at most five; empty if they passed. */
  readonly rules: readonly string[];
}

/** A newest block that was old when it was first seen, and has not moved since by more than a few blocks. */
export interface StoppedHead {
  readonly height: number;
  readonly runs: number;
  /** ISO 8601, UTC: the first of these runs. */
  readonly since: string;
  /** The run that saw newer blocks after it had stood still for long. */
  readonly until?: string;
}

/** What earlier runs saw of an endpoint. Times are those at which runs began: ISO 8601, UTC. */
export interface EndpointHistory {
  /** Chains that list it, sorted; only so many as keep a line short. */
  readonly chains: readonly string[];
  /** The first run that probed it. */
  readonly firstSeen: string;
  /** The last run that listed it, probed or not. */
  readonly lastSeen: string;
  /** The last run that probed it. */
  readonly lastRun: string;
  /** The last run in which it passed; null if it never has. */
  readonly lastPass: string | null;
  readonly streak: Streak;
  /** Runs in a row in which nothing could be reached at its address; runs that prove nothing neither extend nor end them. Null for none. */
  readonly structural: { readonly runs: number; readonly since: string } | null;
  /** A character for each of the last 90 days (UTC), the day of `lastRun` last: `.` no run, `P` pass, `F` fail, `M` mixed, `I` inconclusive. */
  readonly days: string;
  /** How long the last probe that passed took; null if none has. */
  readonly latencyMs: number | null;
  /** Absent while the chain makes blocks; null if the endpoint is up, but does not show whether it does, is catching up, or serves another one. */
  readonly head?: StoppedHead | null;
}

/** What a report says of the runs of an endpoint, that of the report included if it was recorded. */
export interface ReportedHistory extends EndpointHistory {
  /** The share of the last 30 days with a result on which it was up, a mixed day as half: 0 to 1; null if no day has a result. */
  readonly uptime30d: number | null;
}

/** An endpoint of a history file, by kind and address. */
export interface HistoryLine extends EndpointHistory {
  readonly kind: string;
  /** In the spelling by which endpoints are compared, without a scheme. */
  readonly address: string;
}

export function keyOfLine({ kind, address }: Pick<HistoryLine, 'kind' | 'address'>): string {
  return `${kind} ${address}`;
}
