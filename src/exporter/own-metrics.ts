import { Counter, Gauge } from 'prom-client';
import { tool } from '../engine/tool.js';
import { type Reading, RequestMetrics } from '../http-server/metrics.js';
import type { RegistrySource } from './registry-source.js';

/** Why a request to probe has no result. */
const refusals = ['bad-request', 'unknown-target', 'stopping'] as const;
export type Refusal = (typeof refusals)[number];

/** The metrics of the exporter itself, with those of its requests. */
export class OwnMetrics extends RequestMetrics {
  readonly probes = this.#count('probes_total', 'Probes that were started.');
  readonly cacheHits = this.#count('cache_hits_total', 'Scrapes that were answered with a kept result.');
  readonly coalesced = this.#count('coalesced_total', 'Scrapes that joined a probe in flight.');
  readonly late = this.#count(
    'late_total',
    'Scrapes that ended before their probe, and got the verdict inconclusive: raise scrape_timeout.',
  );
  readonly #refused = new Counter({
    name: 'endpoint_check_exporter_refused_total',
    help: 'Scrapes that got no result.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly probesInFlight = new Gauge({
    name: 'endpoint_check_exporter_probes_in_flight',
    help: 'Probes that are under way or wait for their turn.',
    registers: [this.registry],
  });

  constructor(source: Pick<RegistrySource, 'get' | 'state'>) {
    super('endpoint_check_exporter_build_info', tool.version);
    for (const reason of refusals) this.#refused.inc({ reason }, 0);
    const addGauge = (name: string, help: string, read: Reading['read'], label?: string) =>
      this.addReading({ type: 'gauge', name: `endpoint_check_${name}`, help, label, read });
    addGauge(
      'exporter_targets',
      'Entries of the registry that service discovery lists.',
      async () => (await source.get()).counts.targets,
      'kind',
    );
    addGauge(
      'exporter_left_out',
      'Entries of the registry that service discovery does not list.',
      async () => (await source.get()).counts.leftOut,
      'reason',
    );
    addGauge(
      'registry_reload_success',
      'Whether the last look at the registry could read all of its files.',
      () => Number(source.state.faults.size === 0),
    );
    addGauge(
      'registry_last_reload_success_timestamp_seconds',
      'When the registry was last read without a fault, in unix seconds.',
      () => (source.state.succeededAt === null ? null : source.state.succeededAt / 1_000),
    );
  }

  countRefusal(reason: Refusal): void {
    this.#refused.inc({ reason });
  }

  #count(name: string, help: string): Counter {
    return new Counter({ name: `endpoint_check_exporter_${name}`, help, registers: [this.registry] });
  }
}
