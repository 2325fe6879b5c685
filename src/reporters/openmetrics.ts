import { type EndpointReport, listVerdicts, type Report } from '../model/report.js';
import { groupFindings } from './findings.js';
import {
  listEndpointMetrics,
  type MetricFamily,
  renderLabels,
  renderMetrics,
  type Sample,
} from './metrics/endpoint-metrics.js';
import { countVerdicts } from './summary.js';

/**
 * Renders a report as OpenMetrics 1.0, first the run, then each endpoint. Without timestamps and exemplars, so that node_exporter's textfile
 * collector, which reads Prometheus' text format, accepts it too.
 */
export function render(report: Report): string {
  const labels = labelEndpoints(report.endpoints);
  const ofEndpoints = groupFindings(report).endpoints.flatMap(({ endpoint, findings }, index) =>
    listEndpointMetrics(endpoint, findings, labels[index] ?? {}),
  );
  return renderMetrics([...listRunMetrics(report), ...joinFamilies(ofEndpoints)]);
}

/**
 * The labels of each endpoint. Endpoints with equal labels (listed twice, or different only in a masked key) get another label `duplicate` with a
 * number, since a series must be unique.
 */
function labelEndpoints(endpoints: readonly EndpointReport[]): readonly Readonly<Record<string, string>>[] {
  const counts = new Map<string, number>();
  const escaped = new Map<string, string>();
  return endpoints.map(({ chain, kind, provider, url, file }) => {
    const labels = {
      chain: chain ?? '',
      kind,
      provider: provider ?? '',
      target: url ?? '',
      file: file ?? '',
    };
    const key = renderLabels(labels, escaped);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? labels : { ...labels, duplicate: String(count) };
  });
}

function listRunMetrics({ startedAt, durationMs, summary, endpoints }: Report): readonly MetricFamily[] {
  const counts = countVerdicts(endpoints);
  const severities = { error: summary.errors, warning: summary.warnings, notice: summary.notices };
  return [
    {
      name: 'endpoint_check_run_timestamp_seconds',
      help: 'When the run began, in unix seconds.',
      unit: 'seconds',
      samples: [{ labels: {}, value: Date.parse(startedAt) / 1_000 }],
    },
    {
      name: 'endpoint_check_run_duration_seconds',
      help: 'How long the run took.',
      unit: 'seconds',
      samples: [{ labels: {}, value: durationMs / 1_000 }],
    },
    {
      name: 'endpoint_check_endpoints',
      help: 'Endpoints of the run by verdict.',
      samples: listVerdicts(endpoints).map((verdict) => ({
        labels: { verdict },
        value: counts[verdict],
      })),
    },
    {
      name: 'endpoint_check_findings',
      help: 'Findings of the run by severity, those about whole files included.',
      samples: Object.entries(severities).map(([severity, value]) => ({ labels: { severity }, value })),
    },
  ];
}

/** Joins the families of many endpoints by name, in order of appearance: neither text format allows a family twice. */
export function joinFamilies(families: Iterable<MetricFamily>): readonly MetricFamily[] {
  const joined = new Map<string, { readonly family: MetricFamily; readonly samples: Sample[] }>();
  for (const family of families) {
    const entry = joined.get(family.name);
    if (entry === undefined) joined.set(family.name, { family, samples: [...family.samples] });
    else for (const sample of family.samples) entry.samples.push(sample);
  }
  return [...joined.values()].map(({ family, samples }) => ({ ...family, samples }));
}
