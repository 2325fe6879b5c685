import { Gauge, Registry } from 'prom-client';
import { describeUnknownKind, findCheck } from '../checks/index.js';
import { reportEntry, type SingleProbe } from '../engine/report-entry.js';
import type { RequestContext } from '../http-server/app.js';
import { replyWithMetrics } from '../http-server/metrics.js';
import type { Reply } from '../http-server/reply.js';
import { workInTime } from '../http-server/work-in-time.js';
import { truncate } from '../model/truncate.js';
import { aborted } from '../net/abort.js';
import { listEndpointMetrics } from '../reporters/metrics/endpoint-metrics.js';
import { cleanLabel, type MetricFamily } from '../reporters/metrics/render-metrics.js';
import type { Refusal } from './own-metrics.js';
import { parseProbeRequest, type ProbeRequest } from './probe-request.js';
import type { ProbeStore } from './probe-store.js';
import type { TargetIndex } from './target-index.js';

export interface ProbeAnswerContext {
  readonly index: TargetIndex;
  readonly store: Pick<ProbeStore, 'get'>;
  /** How long a client waits at most, in milliseconds. */
  readonly longestMs: number;
  readonly refuse: (refusal: Refusal, sentence: string) => Reply;
  /** Called if the scrape ended before the probe. */
  readonly onLate: () => void;
}

/**
 * Answers `/probe` with the metrics of one entry. A scrape that ends before the probe gets the verdict inconclusive: a short scrape proves nothing
 * about the endpoint.
 */
export async function answerProbe(
  { incoming, outgoing }: RequestContext,
  { index, store, longestMs, refuse, onLate }: ProbeAnswerContext,
): Promise<Reply> {
  const request = parseProbeRequest(incoming, longestMs);
  if (!('kind' in request)) return refuse('bad-request', request.join('; '));
  const listed = index.find(request);
  if (listed === undefined) return refuse(...describeUnknown(request, index));
  const { key, entry } = listed;
  const { kind, target } = entry;
  let probe: SingleProbe | null = null;
  let isLate = false;
  if (key !== null && target !== null) {
    // By the scraper's clock, which also runs while this process stalls.
    const result = await workInTime(outgoing, request.waitMs, () => store.get(key, { kind, target }));
    if (result === null) return refuse('stopping', 'the exporter is stopping');
    if (result === aborted) isLate = true;
    else probe = result;
  }
  if (isLate) onLate();
  const { endpoint, findings } = reportEntry(listed, probe);
  const judged = isLate ? { ...endpoint, verdict: 'inconclusive' as const } : endpoint;
  return replyWithMetrics(await renderProbe(listEndpointMetrics(judged, findings, {})));
}

function describeUnknown({ kind, target, chain }: ProbeRequest, index: TargetIndex): [Refusal, string] {
  const url = JSON.stringify(truncate(target));
  const listed = index.listUrl(target).map(({ entry }) => entry);
  const same = listed.filter((entry) => entry.kind === kind);
  const chains = same.flatMap((entry) => entry.chain ?? []);
  if (same.length > 0 && chain === null) {
    const choices = chains.map((name) => `chain=${encodeURIComponent(name)}`).join(' or ');
    return ['bad-request', `${url} is listed in several chains: add ${choices}`];
  }
  if (findCheck(kind) === undefined) return ['unknown-target', describeUnknownKind(truncate(kind))];
  const kinds = [...new Set(listed.map((entry) => entry.kind))];
  const elsewhere = same.length > 0 ? `in ${chains.join(', ') || 'no chain'}` : `as ${kinds.join(', ')}`;
  const hint = listed.length === 0 ? '' : `; it is listed ${elsewhere}`;
  const place = chain === null ? '' : ` in the chain ${JSON.stringify(truncate(chain))}`;
  const sentence = `${kind} endpoint ${url}${place} is not in the registry: copy the address from /targets${hint}`;
  return ['unknown-target', sentence];
}

/**
 * Renders the metrics of an endpoint in Prometheus' text format, in a registry of their own, as prometheus/blackbox_exporter has one a scrape
 * (prober/handler.go): no sample of an earlier probe stays.
 */
function renderProbe(families: readonly MetricFamily[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, samples } of families) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels, value } of samples) {
      const cleaned = Object.entries(labels).map(([label, text]) => [label, cleanLabel(text)]);
      gauge.set(Object.fromEntries(cleaned) as Record<string, string>, value);
    }
  }
  return registry.metrics();
}
