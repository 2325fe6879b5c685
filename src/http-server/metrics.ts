/** Upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 30] as const;

/** Counts requests, for Prometheus. */
export class Metrics {
  /** Requests at work; answers that are being sent not counted. */
  inFlight = 0;
  readonly #answered = new Map<string, number>();
  readonly #buckets = bounds.map(() => 0);
  #seconds = 0;
  #total = 0;

  /** Counts a request that has ended. Routes and statuses are few; nothing that a client makes up becomes a label. */
  count(route: string | null, status: number | null, durationMs: number): void {
    const labels = `route="${route ?? 'none'}",status="${status ?? 'gone'}"`;
    this.#answered.set(labels, (this.#answered.get(labels) ?? 0) + 1);
    this.#total += 1;
    this.#seconds += durationMs / 1_000;
    bounds.forEach((bound, index) => {
      if (durationMs / 1_000 <= bound) this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    });
  }

  /** All metrics in Prometheus' text format. */
  render(): string {
    const requests = [...this.#answered]
      .sort()
      .map(([labels, count]) => `http_requests_total{${labels}} ${count}`);
    const buckets = bounds.map(
      (bound, index) => `http_request_duration_seconds_bucket{le="${bound}"} ${this.#buckets[index] ?? 0}`,
    );
    return [
      '# HELP http_requests_total Requests that have ended.',
      '# TYPE http_requests_total counter',
      ...requests,
      '# HELP http_request_duration_seconds Time from the head of a request to the end of its answer.',
      '# TYPE http_request_duration_seconds histogram',
      ...buckets,
      `http_request_duration_seconds_bucket{le="+Inf"} ${this.#total}`,
      `http_request_duration_seconds_sum ${this.#seconds}`,
      `http_request_duration_seconds_count ${this.#total}`,
      '# HELP http_requests_in_flight Requests at work; answers that are being sent not counted.',
      '# TYPE http_requests_in_flight gauge',
      `http_requests_in_flight ${this.inFlight}`,
      '',
    ].join('\n');
  }
}
