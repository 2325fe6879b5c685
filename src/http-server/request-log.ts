import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { splitTarget } from './request-target.js';

/** What the log needs to know about a request. */
export interface RequestLog {
  readonly id: string;
  /** In milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** The name of the route; null for an unknown path. */
  route: string | null;
  /** The name of the token that the request was accepted with; null without a token, or for one without a name. */
  token: string | null;
  /** Why the service could not answer, as its answer says; null where it did. */
  failure: string | null;
}

/** Maximum length of a failure in a line of the log. */
const failureLimit = 500;

/** The header with the id of a request, in the request and in the answer. */
export const requestIdHeader = 'x-request-id';

/** Begins the log of a request. Takes over the client's id where it is safe to log. */
export function createRequestLog({ headers }: Pick<IncomingMessage, 'headers'>): RequestLog {
  const sent = headers[requestIdHeader];
  const id = typeof sent === 'string' && /^[\w-]{1,64}$/.test(sent) ? sent : randomUUID();
  return { id, startedAt: performance.now(), route: null, token: null, failure: null };
}

/** What the log takes from a request. */
type LoggedRequest = Pick<IncomingMessage, 'method' | 'url'> & {
  readonly socket: Pick<Socket, 'remoteAddress'>;
};

/** How a request ended. */
export interface Outcome {
  /** The status that was sent; null where the client did not read the whole answer. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** A line of the access log: JSON in ASCII, with the path but not the query, and without headers but the id. */
export function formatAccess(
  { id, route, token, failure }: RequestLog,
  { method = '', url = '', socket }: LoggedRequest,
  { status, durationMs }: Outcome,
): string {
  return formatLine({
    event: 'request',
    id,
    client: socket.remoteAddress ?? null,
    method,
    path: splitTarget(url).path.slice(0, 300),
    route,
    token,
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    ...(failure === null ? {} : { error: failure.slice(0, failureLimit) }),
  });
}

/** What a line of the log says, with its `event`. */
export type LogFields = Readonly<Record<string, string | number | null>>;

/** A line of the log. Has no control characters, so that it is safe in a terminal. */
export function formatLine(fields: LogFields): string {
  const json = `{"time":"${new Date().toISOString()}",${JSON.stringify(fields).slice(1)}`;
  return `${json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}
