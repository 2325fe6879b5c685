import type { ServerResponse } from 'node:http';
import { describeUnknownKind, findCheck } from '../checks/index.js';
import { reportEntry, type SingleProbe } from '../engine/report-entry.js';
import { truncate } from '../model/truncate.js';
import type { RequestContext } from '../http-server/app.js';
import { createReply, type Reply } from '../http-server/reply.js';
import { workInTime } from '../http-server/work-in-time.js';
import { aborted } from '../net/abort.js';
import { listEndpointMetrics } from '../reporters/metrics/endpoint-metrics.js';
import { metricsFormats, renderMetrics } from '../reporters/metrics/render-metrics.js';
import { chooseFormat } from './choose-format.js';
import type { Refusal } from './own-metrics.js';
import { parseProbeRequest, type ProbeRequest } from './probe-request.js';
import { type ProbeStore, StoppingError } from './probe-store.js';
import { readScrapeTimeout, timeoutHeader } from './scrape-timeout.js';
import type { Found, ListedEntry, TargetIndex } from './target-index.js';

/** Thrown if a request to probe has no result. The message is sent to the client. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly refusal: Refusal;

  constructor(status: number, refusal: Refusal, message: string) {
    super(message);
    this.status = status;
    this.refusal = refusal;
  }
}

export interface ProbeAnswerContext {
  readonly index: TargetIndex;
  readonly store: ProbeStore;
  /** How long the client waits at most, in milliseconds. */
  readonly longestMs: number;
  /** Called if the scrape ended before the probe. */
  readonly onLate: () => void;
}

/**
 * Answers `/probe` with the metrics of one entry. A scrape that ends before the probe gets the verdict inconclusive: a short scrape proves nothing
 * about the endpoint. Throws a RefusedError if there is no answer.
 */
export async function answerProbe(
  query: string | null,
  { incoming, outgoing }: RequestContext,
  { index, store, longestMs, onLate }: ProbeAnswerContext,
): Promise<Reply> {
  const request = parseProbeRequest(query);
  if (!('kind' in request)) throw new RefusedError(400, 'bad-request', request.join('; '));
  const waitMs = readScrapeTimeout(incoming.headers[timeoutHeader], longestMs);
  if (waitMs === null)
    throw new RefusedError(400, 'bad-request', `${timeoutHeader}: expected a number of seconds above 0`);
  const found = index.find(request.kind, request.target, request.chain);
  if (!('listed' in found)) throw refuseUnknown(request, found);
  const probe = await waitForProbe(found.listed, { store, waitMs, outgoing });
  const { endpoint, findings } = reportEntry(found.listed, probe === 'late' ? null : probe);
  if (probe === 'late') onLate();
  const known = probe === 'late' ? { ...endpoint, verdict: 'inconclusive' as const } : endpoint;
  const format = chooseFormat(incoming.headers.accept);
  return createReply(200, renderMetrics(listEndpointMetrics(known, findings, {}), format), {
    'content-type': metricsFormats[format],
    'cache-control': 'no-store',
    vary: 'accept',
  });
}

/** The result of an entry; null if it is not probed, `late` if the probe goes on, to be kept for later scrapes. */
async function waitForProbe(
  { key, entry: { kind, target } }: ListedEntry,
  {
    store,
    waitMs,
    outgoing,
  }: { readonly store: ProbeStore; readonly waitMs: number; readonly outgoing: ServerResponse },
): Promise<SingleProbe | 'late' | null> {
  if (key === null || target === null) return null;
  try {
    // By the scraper's clock, which also runs while this process stalls.
    const probe = await workInTime(outgoing, waitMs, () => store.get(key, { kind, target }));
    return probe === aborted ? 'late' : probe;
  } catch (error) {
    if (error instanceof StoppingError) throw new RefusedError(503, 'stopping', 'the exporter is stopping');
    throw error;
  }
}

function refuseUnknown(
  { kind, target, chain }: ProbeRequest,
  found: Exclude<Found, { readonly listed: ListedEntry }>,
): RefusedError {
  const url = JSON.stringify(truncate(target));
  if ('chains' in found && chain === null) {
    const choices = found.chains.map((name) => `chain=${encodeURIComponent(name)}`).join(' or ');
    return new RefusedError(400, 'bad-request', `${url} is listed in several chains: add ${choices}`);
  }
  if (findCheck(kind) === undefined)
    return new RefusedError(404, 'unknown-target', describeUnknownKind(truncate(kind)));
  const elsewhere =
    'chains' in found
      ? `; it is listed in ${found.chains.join(', ') || 'no chain'}`
      : found.kinds.length > 0
        ? `; it is listed as ${found.kinds.join(', ')}`
        : '';
  const place = chain === null ? '' : ` in the chain ${JSON.stringify(truncate(chain))}`;
  const known = 'not in the registry: copy the address from /targets';
  return new RefusedError(404, 'unknown-target', `${kind} endpoint ${url}${place} is ${known}${elsewhere}`);
}
