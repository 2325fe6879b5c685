import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The parts of a request's target, still percent-encoded. */
export interface RequestTarget {
  readonly path: string;
  /** Null if there is no question mark. */
  readonly query: string | null;
}

/** Splits a target (RFC 9112 section 3.2) without normalizing it: a URL parser would turn `/v1/kava/assets/%2E%2E` into another path. */
export function splitTarget(target: string): RequestTarget {
  const isLocal = target.startsWith('/') && !target.includes('#');
  const local = isLocal ? target : target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = local.indexOf('?');
  return mark === -1
    ? { path: local, query: null }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/** Whether a text is a host with or without a port, as in a Host header (RFC 9110 section 7.2). */
export function isHost(text: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i.test(text);
}

/** Decodes percent-encoding (RFC 3986 section 2.1); null if it is malformed or not UTF-8. */
export function decodePercent(encoded: string): string | null {
  // Node's parser accepts bytes beyond ASCII, as one character each.
  if (/[^\x21-\x7e]/.test(encoded)) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** Parses a query: the values of each name, in order. A value that cannot be decoded is null. */
export function parseQuery(query: string | null): Map<string, (string | null)[]> {
  const values = new Map<string, (string | null)[]>();
  const decode = (encoded: string) => decodePercent(encoded.replaceAll('+', '%20'));
  for (const pair of (query ?? '').split('&').filter((field) => field !== '')) {
    const [encodedName = '', ...rest] = pair.split('=');
    const name = decode(encodedName) ?? encodedName;
    const value = decode(rest.join('='));
    if (values.get(name)?.push(value) === undefined) values.set(name, [value]);
  }
  return values;
}

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
