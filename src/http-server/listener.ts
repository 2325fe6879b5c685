import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { commonHeaders } from './common-headers.js';
import type { Metrics } from './metrics.js';
import { type Reply, toBody } from './reply.js';
import { createRequestLog, formatAccess, type RequestLog, requestIdHeader } from './request-log.js';
import { sendBody } from './send-body.js';
import { UnreadAnswers } from './unread-answers.js';

/** A request that is being answered. */
export interface RequestContext {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestLog: RequestLog;
}

/** Answers every request. Never rejects. */
export type Router = (context: RequestContext) => Promise<Reply>;

/** What a listener does beside answering. */
export interface ListenerOptions {
  readonly metrics: Metrics;
  /** Called with each line of the access log: JSON and a line feed. */
  readonly log: (line: string) => void;
  /** Maximum size of all answers together that clients have not read yet, in bytes; one that several are reading counts once. */
  readonly unreadLimit: number;
}

/** Answers the requests of an HTTP server by a router, counts them, and logs how each ended. */
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
      // Node finishes an answer, too, when its connection is destroyed.
      const isSent = outgoing.writableFinished && !incoming.socket.destroyed;
      const status = isSent ? outgoing.statusCode : null;
      const durationMs = performance.now() - requestLog.startedAt;
      metrics.count(requestLog, { status, durationMs });
      log(formatAccess(requestLog, incoming, { status, durationMs }));
    });
    void route({ incoming, outgoing, requestLog }).then(({ status, headers, body: content }) => {
      // From here on it is up to the client: a slow one must not take work from the others.
      metrics.inFlight -= 1;
      const body = typeof content === 'string' ? toBody(content) : content;
      outgoing.writeHead(status, [requestIdHeader, requestLog.id, ...common, ...headers]);
      if (incoming.method !== 'HEAD') unread.add(outgoing, body);
      return sendBody(outgoing, body);
    });
  };
}
