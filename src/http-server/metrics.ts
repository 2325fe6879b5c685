import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createReply, type Reply } from './reply.js';
import type { Outcome, RequestLog } from './request.js';

/** The metrics of this process, named as in prometheus/client_golang and prom-client, which would add gauges with names that promtool refuses. */
const processReadings: readonly Reading[] = [
  {
    type: 'counter',
    name: 'process_cpu_seconds_total',
    help: 'Total user and system CPU time spent in seconds.',
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  },
  {
    type: 'gauge',
    name: 'process_resident_memory_bytes',
    help: 'Resident memory size in bytes.',
    read: () => process.memoryUsage.rss(),
  },
  {
    type: 'gauge',
    name: 'process_start_time_seconds',
    help: 'Start time of the process since unix epoch in seconds.',
    read: () => performance.timeOrigin / 1_000,
  },
  {
    type: 'gauge',
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory that JavaScript objects take, in bytes.',
    read: () => process.memoryUsage().heapUsed,
  },
];

/** Counts requests, for Prometheus, in a registry that also has the metrics of the process. */
export class RequestMetrics {
  readonly registry = new Registry();
  readonly inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests at work; answers that are being sent not counted.',
    registers: [this.registry],
  });
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that have ended.',
    labelNames: ['route', 'status', 'type', 'token'],
    registers: [this.registry],
  });
  readonly #durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 30],
    registers: [this.registry],
  });

  /** @param buildInfo the name of the metric that has the running version */
  constructor(buildInfo: string, version: string) {
    new Gauge({
      name: buildInfo,
      help: 'The version of the program. Always 1.',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version, node: process.version }, 1);
    for (const reading of processReadings) this.addReading(reading);
  }

  /** Counts a request that has ended. Labels are bounded: routes, statuses, types of failures and names of tokens; nothing that a client can invent. */
  count({ route, type, token }: Pick<RequestLog, 'route' | 'token' | 'type'>, outcome: Outcome): void {
    const routeLabel = { route: route ?? 'none' };
    this.#requests.inc({
      ...routeLabel,
      status: outcome.status ?? 'gone',
      ...(type === null ? {} : { type }),
      ...(token === null ? {} : { token }),
    });
    this.#durations.observe(routeLabel, outcome.durationMs / 1_000);
  }

  addReading({ type, name, help, label, read }: Reading): void {
    const Metric = type === 'counter' ? Counter : Gauge;
    new Metric({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      async collect() {
        const values = await read();
        this.reset();
        if (typeof values === 'number') this.inc(values);
        else if (values === null) this.remove();
        else for (const [value, count] of Object.entries(values)) this.inc({ [label ?? '']: value }, count);
      },
    });
  }
}

export interface Reading {
  readonly type: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  readonly label?: string | undefined;
  /** One number, none, or one for each value of the label. */
  readonly read: () => Values | Promise<Values>;
}

type Values = number | null | Readonly<Record<string, number>>;

export function replyWithMetrics(text: string): Reply {
  return createReply(200, text, {
    'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
    'cache-control': 'no-store',
  });
}
