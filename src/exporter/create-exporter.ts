import type { RequestListener } from 'node:http';
import type { RunOptions } from '../engine/run-options.js';
import { findRequestFault } from '../http-server/find-request-fault.js';
import { createListener, type RequestContext, type Router } from '../http-server/listener.js';
import { Metrics } from '../http-server/metrics.js';
import { createReply, type Reply } from '../http-server/reply.js';
import { formatLine } from '../http-server/request-log.js';
import { replyWithAnswer } from '../http-server/reply-with-answer.js';
import { splitTarget } from '../http-server/request-target.js';
import { metricsFormats } from '../reporters/metrics/render-metrics.js';
import { answerProbe, RefusedError } from './answer-probe.js';
import { type Refusal, renderOwnMetrics } from './own-metrics.js';
import { ProbeStore } from './probe-store.js';
import { createProbeTarget } from './probe-target.js';
import type { RegistrySource } from './registry-source.js';
import type { TargetIndex } from './target-index.js';
import { TargetLists } from './target-lists.js';

/** What an exporter exports, and how it probes. */
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
  /** Whether each request is logged. */
  readonly logsRequests: boolean;
}

/** An exporter for Prometheus. */
export interface Exporter {
  /** Answers the requests of an HTTP server. */
  readonly listener: RequestListener;
  /** How long a request may take until it is answered, in milliseconds. */
  readonly longestMs: number;
  /** Ends all probes; clients that wait for one get a 503. */
  readonly close: () => void;
}

/** How long a request without a scrape timeout may wait for its turn, in addition to the time of a probe. */
const turnMs = 60_000;

const textType = ['content-type', 'text/plain; charset=utf-8', 'cache-control', 'no-store'];

/** Creates the exporter of a registry: Prometheus' multi-target pattern (https://prometheus.io/docs/guides/multi-target-exporter/). */
export function createExporter(options: ExporterOptions): Exporter {
  const { source, run, cacheMs, log } = options;
  const longestMs = run.timeoutMs + turnMs;
  const store = new ProbeStore({ cacheMs, probe: createProbeTarget(run) });
  const lists = new TargetLists();
  const metrics = new Metrics();
  const refused: Record<Refusal, number> = {
    'bad-request': 0,
    'unknown-target': 0,
    stopping: 0,
  };
  let late = 0;
  const countLate = () => {
    late++;
  };
  let known: TargetIndex | null = null;
  const getIndex = async () => {
    const index = await source.get();
    if (index !== known) store.retain(index.listKeys());
    known = index;
    return index;
  };
  type Answer = (context: RequestContext, query: string | null) => Reply | Promise<Reply>;
  const routes: Readonly<Record<string, Answer>> = {
    '/': () => createReply(200, indexPage, ['content-type', 'text/html; charset=utf-8']),
    '/healthz': () => createReply(200, 'ok\n', textType),
    '/metrics': async () => {
      const ownMetrics = renderOwnMetrics({
        index: await getIndex(),
        reload: source.state,
        store,
        refused,
        late,
      });
      const headers = ['content-type', metricsFormats.prometheus, 'cache-control', 'no-store'];
      return createReply(200, ownMetrics + metrics.render(), headers);
    },
    '/targets': async ({ incoming, outgoing }) => {
      const address = options.externalAddress ?? incoming.headers.host ?? '';
      const answer = await lists.get(await getIndex(), address, outgoing);
      return answer === null
        ? replyWithText(503, 'the client has gone')
        : replyWithAnswer(answer, incoming, 'no-cache');
    },
    '/probe': async (context, query) =>
      answerProbe(query, context, { index: await getIndex(), store, longestMs, onLate: countLate }),
  };
  const answer = (context: RequestContext): Reply | Promise<Reply> => {
    const { incoming, requestLog } = context;
    const fault = findRequestFault(incoming);
    if (fault !== null) return replyWithText(fault.status, fault.detail);
    const { path, query } = splitTarget(incoming.url ?? '');
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined)
      return replyWithText(404, 'unknown path: expected /targets, /probe, /metrics or /healthz');
    requestLog.route = path;
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
      return replyWithText(405, 'method not allowed: expected GET or HEAD', ['allow', 'GET, HEAD']);
    return route(context, query);
  };
  const router: Router = async (context) => {
    try {
      return await answer(context);
    } catch (error) {
      if (error instanceof RefusedError) {
        refused[error.refusal] += 1;
        return replyWithText(error.status, error.message);
      }
      const { id } = context.requestLog;
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log(formatLine({ event: 'error', id, error: stack }));
      return replyWithText(500, `the exporter failed: search its log for ${id}`);
    }
  };
  const listener = createListener(router, {
    metrics,
    log: options.logsRequests ? log : () => undefined,
    unreadLimit: 256 << 20,
  });
  return { listener, longestMs, close: () => store.close() };
}

function replyWithText(status: number, sentence: string, headers: Reply['headers'] = []): Reply {
  return createReply(status, `${sentence}\n`, [...textType, ...headers]);
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
