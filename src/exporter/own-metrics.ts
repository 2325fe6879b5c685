import { tool } from '../engine/tool.js';
import type { ProbeStore } from './probe-store.js';
import type { ReloadState } from './registry-source.js';
import { splitEntries } from './list-targets.js';
import type { TargetIndex } from './target-index.js';

/** Why a request to probe had no result. */
export const refusals = ['bad-request', 'unknown-target', 'stopping'] as const;
export type Refusal = (typeof refusals)[number];

/** What an exporter says of itself. */
export interface ExporterState {
  readonly index: TargetIndex;
  readonly reload: ReloadState;
  readonly store: Pick<ProbeStore, 'counts' | 'inFlight'>;
  readonly refused: Readonly<Record<Refusal, number>>;
  /** Scrapes that ended before their probe. */
  readonly late: number;
}

/** The metrics of the exporter itself in Prometheus' text format; those of the process as prometheus/client_golang calls them. */
export function renderOwnMetrics({ index, reload, store, refused, late }: ExporterState): string {
  const { counts, inFlight } = store;
  const { targets, leftOut: others } = splitEntries(index);
  const kinds = [...new Set(targets.map(({ entry }) => entry.kind))].sort();
  const countKind = (kind: string) => targets.filter(({ entry }) => entry.kind === kind).length;
  const reasons = others.map(whyLeftOut);
  const { heapUsed, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const lines = [
    ...renderFamily('endpoint_check_exporter_build_info', 'gauge', 'The version of the program. Always 1.', [
      [`version="${tool.version}",node="${process.version}"`, 1],
    ]),
    ...renderFamily(
      'endpoint_check_exporter_targets',
      'gauge',
      'Entries of the registry that service discovery lists.',
      kinds.map((kind) => [`kind="${kind}"`, countKind(kind)]),
    ),
    ...renderFamily(
      'endpoint_check_exporter_left_out',
      'gauge',
      'Entries of the registry that service discovery does not list.',
      leftOut.map((reason) => [`reason="${reason}"`, reasons.filter((one) => one === reason).length]),
    ),
    ...renderFamily('endpoint_check_exporter_probes_total', 'counter', 'Probes that were started.', [
      ['', counts.started],
    ]),
    ...renderFamily(
      'endpoint_check_exporter_cache_hits_total',
      'counter',
      'Scrapes that were answered with a kept result.',
      [['', counts.cacheHits]],
    ),
    ...renderFamily(
      'endpoint_check_exporter_coalesced_total',
      'counter',
      'Scrapes that joined a probe in flight.',
      [['', counts.coalesced]],
    ),
    ...renderFamily(
      'endpoint_check_exporter_refused_total',
      'counter',
      'Scrapes that got no result.',
      refusals.map((reason) => [`reason="${reason}"`, refused[reason]]),
    ),
    ...renderFamily(
      'endpoint_check_exporter_late_total',
      'counter',
      'Scrapes that ended before their probe, and got the verdict inconclusive: raise scrape_timeout.',
      [['', late]],
    ),
    ...renderFamily(
      'endpoint_check_exporter_probes_in_flight',
      'gauge',
      'Probes that are under way or wait for their turn.',
      [['', inFlight]],
    ),
    ...renderFamily(
      'endpoint_check_registry_reload_success',
      'gauge',
      'Whether the last look at the registry could read all of its files.',
      [['', Number(reload.faults.length === 0)]],
    ),
    ...renderFamily(
      'endpoint_check_registry_last_reload_success_timestamp_seconds',
      'gauge',
      'When the registry was last read without a fault, in unix seconds.',
      reload.succeededAt === null ? [] : [['', reload.succeededAt / 1_000]],
    ),
    ...renderFamily(
      'process_cpu_seconds_total',
      'counter',
      'Total user and system CPU time spent in seconds.',
      [['', (user + system) / 1e6]],
    ),
    ...renderFamily('process_resident_memory_bytes', 'gauge', 'Resident memory size in bytes.', [['', rss]]),
    ...renderFamily(
      'process_start_time_seconds',
      'gauge',
      'Start time of the process since unix epoch in seconds.',
      [['', performance.timeOrigin / 1_000]],
    ),
    ...renderFamily(
      'nodejs_heap_size_used_bytes',
      'gauge',
      'Memory that JavaScript objects take, in bytes.',
      [['', heapUsed]],
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const leftOut = ['key', 'skipped', 'invalid', 'kind'] as const;

function whyLeftOut({ entry, excluded, key }: TargetIndex['entries'][number]): (typeof leftOut)[number] {
  if (key !== null) return 'key';
  if (entry.skipReason !== null || excluded !== null) return 'skipped';
  return entry.target === null ? 'invalid' : 'kind';
}

/** A family with its samples, as labels and value; none of the labels has a character to escape. */
function renderFamily(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly (readonly [string, number])[],
): readonly string[] {
  if (samples.length === 0) return [];
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
  ];
}
