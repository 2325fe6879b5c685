import { tool } from '../engine/tool.js';
import { renderBuildInfo, renderProcessMetrics } from '../http-server/process-metrics.js';
import { renderFamily } from '../http-server/render-family.js';
import type { ProbeStore } from './probe-store.js';
import type { ReloadState } from './registry-source.js';
import type { TargetIndex } from './target-index.js';

/** Why a request to probe had no result. */
export const refusals = ['bad-request', 'unknown-target', 'stopping'] as const;
export type Refusal = (typeof refusals)[number];

/** The state of an exporter. */
export interface ExporterState {
  readonly index: TargetIndex;
  readonly reload: ReloadState;
  readonly store: Pick<ProbeStore, 'counts' | 'inFlight'>;
  readonly refused: Readonly<Record<Refusal, number>>;
  /** Scrapes that ended before their probe. */
  readonly late: number;
}

/** The metrics of the exporter itself in Prometheus' text format. */
export function renderOwnMetrics({ index, reload, store, refused, late }: ExporterState): string {
  const { counts, inFlight } = store;
  return [
    renderBuildInfo('endpoint_check_exporter_build_info', tool.version),
    renderEntryCounts(index),
    renderFamily('endpoint_check_exporter_probes_total', 'counter', 'Probes that were started.', [
      ['', counts.started],
    ]),
    renderFamily(
      'endpoint_check_exporter_cache_hits_total',
      'counter',
      'Scrapes that were answered with a kept result.',
      [['', counts.cacheHits]],
    ),
    renderFamily(
      'endpoint_check_exporter_coalesced_total',
      'counter',
      'Scrapes that joined a probe in flight.',
      [['', counts.coalesced]],
    ),
    renderFamily(
      'endpoint_check_exporter_refused_total',
      'counter',
      'Scrapes that got no result.',
      refusals.map((reason) => [`reason="${reason}"`, refused[reason]]),
    ),
    renderFamily(
      'endpoint_check_exporter_late_total',
      'counter',
      'Scrapes that ended before their probe, and got the verdict inconclusive: raise scrape_timeout.',
      [['', late]],
    ),
    renderFamily(
      'endpoint_check_exporter_probes_in_flight',
      'gauge',
      'Probes that are under way or wait for their turn.',
      [['', inFlight]],
    ),
    renderFamily(
      'endpoint_check_registry_reload_success',
      'gauge',
      'Whether the last look at the registry could read all of its files.',
      [['', Number(reload.faults.length === 0)]],
    ),
    renderFamily(
      'endpoint_check_registry_last_reload_success_timestamp_seconds',
      'gauge',
      'When the registry was last read without a fault, in unix seconds.',
      reload.succeededAt === null ? [] : [['', reload.succeededAt / 1_000]],
    ),
    renderProcessMetrics(),
  ].join('');
}

const entryCounts = new WeakMap<TargetIndex, string>();

/** The number of entries of each sort: counted once, however often a large registry is scraped. */
function renderEntryCounts(index: TargetIndex): string {
  const known = entryCounts.get(index);
  if (known !== undefined) return known;
  const kinds = [...new Set(index.targets.map(({ entry }) => entry.kind))].sort();
  const countKind = (kind: string) => index.targets.filter(({ entry }) => entry.kind === kind).length;
  const reasons = index.leftOut.map(whyLeftOut);
  const rendered = [
    renderFamily(
      'endpoint_check_exporter_targets',
      'gauge',
      'Entries of the registry that service discovery lists.',
      kinds.map((kind) => [`kind="${kind}"`, countKind(kind)]),
    ),
    renderFamily(
      'endpoint_check_exporter_left_out',
      'gauge',
      'Entries of the registry that service discovery does not list.',
      leftOut.map((reason) => [`reason="${reason}"`, reasons.filter((listed) => listed === reason).length]),
    ),
  ].join('');
  entryCounts.set(index, rendered);
  return rendered;
}

const leftOut = ['key', 'skipped', 'invalid', 'kind'] as const;

function whyLeftOut({ entry, excluded, key }: TargetIndex['entries'][number]): (typeof leftOut)[number] {
  if (key !== null) return 'key';
  if (entry.skipReason !== null || excluded !== null) return 'skipped';
  return entry.target === null ? 'invalid' : 'kind';
}
