import type { Outcome, RequestLog } from './request-log.js';

/** Upper bounds of the histograms' buckets, in seconds. */
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 30] as const;

/** Durations of the requests of a route. */
interface Durations {
  readonly buckets: number[];
  seconds: number;
  count: number;
}

/** The counted properties of a request. */
type CountedRequest = Pick<RequestLog, 'route' | 'token' | 'type'>;

/** Requests with the same outcome. */
interface Answered {
  readonly labels: string;
  readonly durations: Durations;
  count: number;
}

/** Counts requests, for Prometheus. */
export class Metrics {
  /** Requests in progress, without answers that are being sent. */
  inFlight = 0;
  /** Unread bytes of large answers, counted by UnreadAnswers. */
  unreadBytes = 0;
  readonly #answered = new Map<string, Answered>();
  readonly #durations = new Map<string, Durations>();

  /** Counts a request that has ended. Labels are bounded: routes, statuses, types of failures and names of tokens; nothing that a client can invent. */
  count(request: CountedRequest, { status, durationMs }: Outcome): void {
    const { route, type, token } = request;
    const key = `${route ?? ''} ${status ?? ''} ${type ?? ''} ${token ?? ''}`;
    const answered = this.#answered.get(key) ?? this.#add(request, status);
    this.#answered.set(key, answered);
    answered.count += 1;
    const { durations } = answered;
    durations.count += 1;
    durations.seconds += durationMs / 1_000;
    bounds.forEach((bound, index) => {
      if (durationMs / 1_000 <= bound) durations.buckets[index] = (durations.buckets[index] ?? 0) + 1;
    });
  }

  #add({ route, type, token }: CountedRequest, status: number | null): Answered {
    const routeLabel = `route="${escapeLabel(route ?? 'none')}"`;
    // Prometheus treats an empty label like a missing one.
    const typeLabel = type === null ? '' : `,type="${escapeLabel(type)}"`;
    const tokenLabel = token === null ? '' : `,token="${escapeLabel(token)}"`;
    const durations = this.#durations.get(routeLabel) ?? {
      buckets: bounds.map(() => 0),
      seconds: 0,
      count: 0,
    };
    this.#durations.set(routeLabel, durations);
    return {
      labels: `${routeLabel},status="${status ?? 'gone'}"${typeLabel}${tokenLabel}`,
      durations,
      count: 0,
    };
  }

  /** Renders all metrics in Prometheus' text format. */
  render(): string {
    const requests = [...this.#answered.values()]
      .sort((a, b) => (a.labels < b.labels ? -1 : 1))
      .map(({ labels, count }) => `http_requests_total{${labels}} ${count}`);
    const durations = sortByLabels(this.#durations).flatMap(([label, { buckets, seconds, count }]) => [
      ...bounds.map(
        (bound, index) =>
          `http_request_duration_seconds_bucket{${label},le="${bound}"} ${buckets[index] ?? 0}`,
      ),
      `http_request_duration_seconds_bucket{${label},le="+Inf"} ${count}`,
      `http_request_duration_seconds_sum{${label}} ${seconds}`,
      `http_request_duration_seconds_count{${label}} ${count}`,
    ]);
    return [
      '# HELP http_requests_total Requests that have ended.',
      '# TYPE http_requests_total counter',
      ...requests,
      '# HELP http_request_duration_seconds Time from the head of a request to the end of its answer.',
      '# TYPE http_request_duration_seconds histogram',
      ...durations,
      '# HELP http_requests_in_flight Requests at work; answers that are being sent not counted.',
      '# TYPE http_requests_in_flight gauge',
      `http_requests_in_flight ${this.inFlight}`,
      '# HELP http_unread_bytes Memory of large answers that clients have not read yet.',
      '# TYPE http_unread_bytes gauge',
      `http_unread_bytes ${this.unreadBytes}`,
      '',
    ].join('\n');
  }
}

function sortByLabels<Value>(values: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Escapes a label's value (https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details). */
function escapeLabel(value: string): string {
  return value.replace(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}
