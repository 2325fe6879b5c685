import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { commonHeaders } from './common-headers.js';
import type { Metrics } from './metrics.js';
import { type Reply, toBody } from './reply.js';
import { createRequestLog, formatAccess, type RequestLog, requestIdHeader } from './request-log.js';
import { sendBody } from './send-body.js';
import { UnreadAnswers } from './unread-answers.js';

/** A request in progress. */
export interface RequestContext {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestLog: RequestLog;
}

/** Answers every request. Never rejects. */
export type Router = (context: RequestContext) => Promise<Reply>;

/** Options of a listener. */
export interface ListenerOptions {
  readonly metrics: Metrics;
  /** Called with each line of the access log: JSON and a line feed. */
  readonly log: (line: string) => void;
  /** Maximum total size of answers that clients have not read yet, in bytes. An answer with several readers counts once. */
  readonly unreadLimit: number;
}

/** Creates a listener that answers requests with a router, counts them, and logs how each ended. */
export function createListener(
  route: Router,
  { metrics, log, unreadLimit }: ListenerOptions,
): RequestListener {
  const common = Object.entries(commonHeaders).flat();
  const unread = new UnreadAnswers(unreadLimit, metrics);
  return (incoming, outgoing) => {
    const requestLog = createRequestLog(incoming);
    metrics.inFlight += 1;
    outgoing.once('close', () => {
      // Node also finishes an answer if its connection is destroyed.
      const isSent = outgoing.writableFinished && !incoming.socket.destroyed;
      const status = isSent ? outgoing.statusCode : null;
      const durationMs = performance.now() - requestLog.startedAt;
      metrics.count(requestLog, { status, durationMs });
      log(formatAccess(requestLog, incoming, { status, durationMs }));
    });
    void route({ incoming, outgoing, requestLog }).then(({ status, headers, body: content }) => {
      // The rest is up to the client: a slow one must not delay others.
      metrics.inFlight -= 1;
      const body = typeof content === 'string' ? toBody(content) : content;
      outgoing.writeHead(status, [requestIdHeader, requestLog.id, ...common, ...headers]);
      if (incoming.method !== 'HEAD') unread.add(outgoing, body);
      return sendBody(outgoing, body);
    });
  };
}
