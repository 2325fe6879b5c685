import type { IncomingMessage, RequestListener } from 'node:http';
import { Gauge, Registry } from 'prom-client';
import { describeUnknownKind, findCheck } from '../checks/index.js';
import { reportEntry, type SingleProbe } from '../engine/report-entry.js';
import type { RunOptions } from '../engine/run-options.js';
import { createReply, type HeaderFields, type Reply, replyWithAnswer } from '../http-server/reply.js';
import { App, workInTime } from '../http-server/app.js';
import { replyWithMetrics } from '../http-server/metrics.js';
import { formatLine, parseQuery, splitTarget } from '../http-server/request.js';
import { truncate } from '../model/text.js';
import { aborted } from '../net/abort.js';
import { listEndpointMetrics, cleanLabel } from '../reporters/metrics/endpoint-metrics.js';
import { OwnMetrics, type Refusal } from './own-metrics.js';
import { ProbeStore } from './probe-store.js';
import type { RegistrySource } from './registry-source.js';
import type { TargetIndex, TargetName } from './target-index.js';

export interface ExporterOptions {
  readonly source: Pick<RegistrySource, 'get' | 'state'>;
  /** How to probe; its bounds hold over all scrapes. */
  readonly run: RunOptions;
  /** How long a result is used, in milliseconds. */
  readonly cacheMs: number;
  /** The address by which Prometheus reaches the exporter; null for that of each request. */
  readonly externalAddress: string | null;
  /** Called with each line of the log: JSON and a line feed. */
  readonly log: (line: string) => void;
  readonly logsRequests: boolean;
}

export interface Exporter {
  readonly listener: RequestListener;
  /** How long a request may take until it is answered, in milliseconds. */
  readonly longestMs: number;
  /** Ends all probes; clients that wait for one get a 503. */
  readonly close: () => void;
}

/** How long a request without a scrape timeout may wait for its turn, in addition to the time of a probe. */
const turnMs = 60_000;

const statuses = { 'bad-request': 400, 'unknown-target': 404, stopping: 503 };

/** Creates the exporter of a registry: Prometheus' multi-target pattern (https://prometheus.io/docs/guides/multi-target-exporter/). */
export function createExporter(options: ExporterOptions): Exporter {
  const { source, run, cacheMs, externalAddress, log } = options;
  const longestMs = run.timeoutMs + turnMs;
  const metrics = new OwnMetrics(source);
  const store = new ProbeStore({ cacheMs, run, metrics });
  const app = new App({
    refuse: replyWithText,
    unknownPath: 'unknown path: expected /targets, /probe, /metrics or /healthz',
    answerError: (error, { id }) => {
      log(formatLine({ event: 'error', id, error: error.stack ?? error.message }));
      return replyWithText(500, `the exporter failed: search its log for ${id}`);
    },
    metrics,
    log: options.logsRequests ? log : () => undefined,
  });
  app.add('/', '/', () => createReply(200, indexPage, { 'content-type': 'text/html; charset=utf-8' }));
  app.add('/healthz', '/healthz', () => replyWithText(200, 'ok'));
  app.add('/metrics', '/metrics', async () => replyWithMetrics(await metrics.registry.metrics()));
  app.add('/targets', '/targets', async ({ incoming: { headers } }) => {
    const address = externalAddress ?? headers.host ?? '';
    if (address === '') return replyWithText(400, 'the request has no Host header: expected this address');
    const answer = (await source.get()).answerTargets(address);
    return replyWithAnswer(answer, headers, { 'cache-control': 'no-cache' });
  });
  const refuse = (refusal: Refusal, sentence: string) => {
    metrics.countRefusal(refusal);
    return replyWithText(statuses[refusal], sentence);
  };
  app.add('/probe', '/probe', async ({ incoming, outgoing }) => {
    const request = parseProbeRequest(incoming, longestMs);
    if (!('kind' in request)) return refuse('bad-request', request.join('; '));
    const index = await source.get();
    const listed = index.find(request);
    if (listed === undefined) return refuse(...describeUnknown(request, index));
    const { key, entry } = listed;
    const { kind, target } = entry;
    let probe: SingleProbe | typeof aborted | null = null;
    if (key !== null && target !== null) {
      // By the scraper's clock, which also runs while this process stalls.
      probe = await workInTime(outgoing, request.waitMs, () => store.get(key, { kind, target }));
      if (probe === null) return refuse('stopping', 'the exporter is stopping');
    }
    if (probe !== aborted) return replyWithProbe(reportEntry(listed, probe));
    metrics.late.inc();
    const { endpoint, findings } = reportEntry(listed, null);
    // A scrape that ends before the probe proves nothing about the endpoint.
    return replyWithProbe({ endpoint: { ...endpoint, verdict: 'inconclusive' }, findings });
  });
  return { listener: app.createListener(), longestMs, close: () => store.close() };
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

/** Replies with an endpoint's metrics, in a registry of their own, as prometheus/blackbox_exporter (prober/handler.go): no sample of an earlier probe stays. */
async function replyWithProbe({ endpoint, findings }: ReturnType<typeof reportEntry>): Promise<Reply> {
  const registry = new Registry();
  for (const { name, help, samples } of listEndpointMetrics(endpoint, findings, {})) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const { labels, value } of samples) {
      const cleaned = Object.entries(labels).map(([label, text]) => [label, cleanLabel(text)]);
      gauge.set(Object.fromEntries(cleaned) as Record<string, string>, value);
    }
  }
  return replyWithMetrics(await registry.metrics());
}

function replyWithText(status: number, sentence: string, headers: HeaderFields = {}): Reply {
  const text = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return createReply(status, `${sentence}\n`, { ...text, ...headers });
}

const indexPage = `<!doctype html>
<html lang="en">
<title>endpoint-check exporter</title>
<h1>endpoint-check exporter</h1>
<ul>
<li><a href="/targets">/targets</a>: the endpoints of the registry, for Prometheus' HTTP service discovery
<li>/probe?kind=<i>kind</i>&amp;target=<i>address</i>&amp;chain=<i>chain</i>: the metrics of one of them
<li><a href="/metrics">/metrics</a>: the metrics of the exporter itself
<li><a href="/healthz">/healthz</a>: whether it runs
</ul>
</html>
`;

interface ProbeRequest extends TargetName {
  /** How long the client waits for its answer, in milliseconds. */
  readonly waitMs: number;
}

const names: readonly string[] = ['kind', 'target', 'chain'];

/** What to do about a parameter that is missing. */
const hints: Readonly<Record<string, string>> = {
  kind: 'add kind=rpc',
  target: 'copy the address from /targets',
};

/** The header by which Prometheus says how long it waits (https://github.com/prometheus/prometheus/blob/main/scrape/scrape.go). */
const timeoutHeader = 'x-prometheus-scrape-timeout-seconds';

/** Time left for sending the answer, as prometheus/blackbox_exporter's --timeout-offset. */
const offsetMs = 500;

/** Parses a request of `/probe`, or returns its errors as sentences. An empty value is none. A client waits for `longestMs` at most, and by default. */
export function parseProbeRequest(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  longestMs: number,
): ProbeRequest | readonly string[] {
  const sent = parseQuery(splitTarget(url).query);
  const errors: string[] = [];
  const read = (name: string): string => {
    const values = sent.get(name) ?? [];
    const [value = ''] = values;
    if (values.length > 1) errors.push(`${name} is repeated`);
    else if (value === null) errors.push(`${name}: expected percent-encoded UTF-8`);
    else if (value === '' && hints[name] !== undefined) errors.push(`${name} is missing: ${hints[name]}`);
    return value ?? '';
  };
  const [kind, target, chain] = [read('kind'), read('target'), read('chain')];
  const unknown = [...sent.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    errors.push(`unknown parameter ${JSON.stringify(truncate(unknown))}: expected kind, target or chain`);
  const waitMs = readWait(headers[timeoutHeader], longestMs);
  if (waitMs === null) errors.push(`${timeoutHeader}: expected a number of seconds above 0`);
  else if (errors.length === 0) return { kind, target, chain: chain === '' ? null : chain, waitMs };
  return errors;
}

/** Half a second less than Prometheus waits; half of a very short time. Null if the header is no number of seconds. */
function readWait(header: string | readonly string[] | undefined, longestMs: number): number | null {
  if (header === undefined) return longestMs;
  const ms = typeof header === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(header) ? Number(header) * 1_000 : 0;
  return ms <= 0 ? null : Math.min(longestMs, Math.max(ms - offsetMs, ms / 2));
}
