/** One value of a metric, as of now. */
export interface Sample {
  /** Names as in `[a-zA-Z_][a-zA-Z0-9_]*`; values may hold untrusted text, which is escaped when it is rendered. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All values of a metric (OpenMetrics 1.0, section "MetricFamily"). Values go up and down: nothing here counts events. */
export interface MetricFamily {
  /** With a unit it ends in `_` and the unit. */
  readonly name: string;
  readonly type: 'gauge';
  /** A line of our own words, without quotes and backslashes, which the two formats escape differently. */
  readonly help: string;
  readonly unit?: 'seconds' | 'ratio';
  readonly samples: readonly Sample[];
}
