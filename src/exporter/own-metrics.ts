import { tool } from '../engine/tool.js';
import { RequestMetrics } from '../http-server/metrics.js';
import type { ProbeStore } from './probe-store.js';
import type { RegistrySource } from './registry-source.js';
import type { ListedEntry, TargetIndex } from './target-index.js';

/** Why a request to probe had no result. */
export type Refusal = 'bad-request' | 'unknown-target' | 'stopping';

/** The state of an exporter. */
export interface ExporterState {
  readonly getIndex: () => Promise<TargetIndex>;
  readonly source: Pick<RegistrySource, 'state'>;
  readonly store: Pick<ProbeStore, 'counts' | 'inFlight'>;
  readonly refused: Readonly<Record<Refusal, number>>;
  /** The number of scrapes that ended before their probe. */
  readonly countLate: () => number;
}

/** The metrics of the exporter itself, with those of its requests. */
export function createOwnMetrics({
  getIndex,
  source,
  store,
  refused,
  countLate,
}: ExporterState): RequestMetrics {
  const metrics = new RequestMetrics('endpoint_check_exporter_build_info', tool.version);
  const gauge = (
    name: string,
    help: string,
    read: Parameters<RequestMetrics['addReading']>[1],
    label?: string,
  ) => metrics.addReading({ type: 'gauge', name: `endpoint_check_${name}`, help, label }, read);
  const counter: typeof gauge = (name, help, read, label) =>
    metrics.addReading({ type: 'counter', name: `endpoint_check_${name}`, help, label }, read);
  gauge(
    'exporter_targets',
    'Entries of the registry that service discovery lists.',
    async () => countEntries(await getIndex()).targets,
    'kind',
  );
  gauge(
    'exporter_left_out',
    'Entries of the registry that service discovery does not list.',
    async () => countEntries(await getIndex()).leftOut,
    'reason',
  );
  counter('exporter_probes_total', 'Probes that were started.', () => store.counts.started);
  counter(
    'exporter_cache_hits_total',
    'Scrapes that were answered with a kept result.',
    () => store.counts.cacheHits,
  );
  counter('exporter_coalesced_total', 'Scrapes that joined a probe in flight.', () => store.counts.coalesced);
  counter('exporter_refused_total', 'Scrapes that got no result.', () => refused, 'reason');
  counter(
    'exporter_late_total',
    'Scrapes that ended before their probe, and got the verdict inconclusive: raise scrape_timeout.',
    countLate,
  );
  gauge(
    'exporter_probes_in_flight',
    'Probes that are under way or wait for their turn.',
    () => store.inFlight,
  );
  gauge('registry_reload_success', 'Whether the last look at the registry could read all of its files.', () =>
    Number(source.state.faults.length === 0),
  );
  gauge(
    'registry_last_reload_success_timestamp_seconds',
    'When the registry was last read without a fault, in unix seconds.',
    () => (source.state.succeededAt === null ? null : source.state.succeededAt / 1_000),
  );
  return metrics;
}

type Counts = Readonly<Record<string, number>>;
const entryCounts = new WeakMap<TargetIndex, { readonly targets: Counts; readonly leftOut: Counts }>();

/** The number of entries of each sort: counted once, however often a large registry is scraped. */
function countEntries(index: TargetIndex): { readonly targets: Counts; readonly leftOut: Counts } {
  const counts = entryCounts.get(index) ?? {
    targets: countEach(index.targets.map(({ entry }) => entry.kind)),
    leftOut: { key: 0, skipped: 0, invalid: 0, kind: 0, ...countEach(index.leftOut.map(whyLeftOut)) },
  };
  entryCounts.set(index, counts);
  return counts;
}

function countEach(names: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function whyLeftOut({ entry, excluded, key }: ListedEntry): 'key' | 'skipped' | 'invalid' | 'kind' {
  if (key !== null) return 'key';
  if (entry.skipReason !== null || excluded !== null) return 'skipped';
  return entry.target === null ? 'invalid' : 'kind';
}
