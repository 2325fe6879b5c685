import { truncate } from '../model/truncate.js';
import type { ListedEntry, TargetIndex } from './target-index.js';

/** A group of targets with the same labels. */
interface TargetGroup {
  readonly targets: readonly [string];
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * The answer of HTTP service discovery (https://prometheus.io/docs/prometheus/latest/http_sd/): a group for each entry that is probed, whose
 * target is the exporter itself, at the address by which Prometheus reaches it. Leaves out entries with a key in the url, which would
 * become a label.
 */
export function listTargets(index: TargetIndex, exporterAddress: string): readonly TargetGroup[] {
  return splitEntries(index).targets.map((listed) => ({
    targets: [exporterAddress],
    labels: listLabels(listed),
  }));
}

/** The entries that are targets, and those that are left out. */
export function splitEntries({ entries }: TargetIndex): {
  readonly targets: readonly ListedEntry[];
  readonly leftOut: readonly ListedEntry[];
} {
  const isTarget = ({ key, problems }: ListedEntry) =>
    key !== null && !problems.some(({ problem }) => problem.code === 'entry/url-key');
  return { targets: entries.filter(isTarget), leftOut: entries.filter((listed) => !isTarget(listed)) };
}

/** Labels without a value are left out: to Prometheus they are the same. */
function listLabels({ entry }: ListedEntry): TargetGroup['labels'] {
  const { kind, chain, provider, place } = entry;
  const url = entry.url ?? '';
  const labels = {
    __metrics_path__: '/probe',
    __param_kind: kind,
    __param_target: url,
    __param_chain: chain ?? '',
    instance: url,
    chain: chain ?? '',
    kind,
    provider: truncate(provider ?? ''),
    file: place.file ?? '',
  };
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''));
}
