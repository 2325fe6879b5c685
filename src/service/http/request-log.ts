import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { splitTarget } from './request-target.js';

/** A request and what is noted of it until it is answered. */
export interface RequestLog {
  readonly id: string;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  /** The name of the route; null where there is none of that path. */
  route: string | null;
}

/** The name of the header that has the id of a request, here and back. */
export const requestIdHeader = 'x-request-id';

/** Begins an requestLog. The id is the client's where it can stand in a log as it is. */
export function createRequestLog({ headers }: Pick<IncomingMessage, 'headers'>): RequestLog {
  const given = headers[requestIdHeader];
  const id = typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
  return { id, startedAt: performance.now(), route: null };
}

/** What the log takes from a request. */
type LoggedRequest = Pick<IncomingMessage, 'method' | 'url'> & {
  readonly socket: Pick<Socket, 'remoteAddress'>;
};

/** What became of a request. */
export interface Outcome {
  /** The status that was sent; null where the client had gone before. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** A line of the access log: JSON of ASCII alone. It has the path, without the query, and nothing of the headers but the id. */
export function formatAccess(
  { id, route }: RequestLog,
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
    status,
    durationMs: Math.round(durationMs * 10) / 10,
  });
}

/** A line of the log. Nothing in it acts on a terminal. */
export function formatLine(fields: Readonly<Record<string, string | number | null>>): string {
  const json = `{"time":"${new Date().toISOString()}",${JSON.stringify(fields).slice(1)}`;
  return `${json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}
