export interface Sample {
  /** Names match `[a-zA-Z_][a-zA-Z0-9_]*`; values may contain untrusted text, which is escaped during rendering. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All values of a metric (OpenMetrics 1.0, section "MetricFamily"). All are gauges, since nothing here counts events. */
export interface MetricFamily {
  /** Ends in `_` and the unit, if there is one. */
  readonly name: string;
  readonly type: 'gauge';
  /** A constant line without quotes and backslashes, which the two formats escape differently. */
  readonly help: string;
  readonly unit?: 'seconds' | 'ratio' | 'blocks';
  readonly samples: readonly Sample[];
}
