import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { splitTarget } from './request-target.js';

export interface RequestLog {
  readonly id: string;
  /** Time by `performance.now()`, in milliseconds. */
  readonly startedAt: number;
  /** Name of the route; null for an unknown path. */
  route: string | null;
  /** Name of the token that authorized the request; null without a token, or if it has no name. */
  token: string | null;
  /** Why the service failed, as in its answer; null if it did not. */
  failure: string | null;
  /** The type of that failure; null if its status says all. */
  type: string | null;
}

const failureLimit = 500;

/** The header with the id of a request, in requests and answers. */
export const requestIdHeader = 'x-request-id';

/** Starts the log of a request. Adopts the client's id if it is safe to log. */
export function createRequestLog({ headers }: Pick<IncomingMessage, 'headers'>): RequestLog {
  const sent = headers[requestIdHeader];
  const id = typeof sent === 'string' && /^[\w-]{1,64}$/.test(sent) ? sent : randomUUID();
  return { id, startedAt: performance.now(), route: null, token: null, failure: null, type: null };
}

type LoggedRequest = Pick<IncomingMessage, 'method' | 'url'> & {
  readonly socket: Pick<Socket, 'remoteAddress'>;
};

export interface Outcome {
  /** The status that was sent; null if the client did not read the whole answer. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** Formats a line of the access log: JSON in ASCII, with the path but not the query, and with no header except the id. */
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

/** The fields of a line of the log, including its `event`. */
export type LogFields = Readonly<Record<string, string | number | null>>;

/** Formats a line of the log, without control characters, so that it is safe in a terminal. */
export function formatLine(fields: LogFields): string {
  const json = `{"time":"${new Date().toISOString()}",${JSON.stringify(fields).slice(1)}`;
  return `${json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}
