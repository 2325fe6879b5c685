import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { KeyPair } from './certificates.js';
import { listen, type SandboxServer } from './server.js';

/** A request to a node that answers over HTTP. */
export interface WebRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** The path below that of the node, without a query; all of it where it is not below. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP answer, with HTTP 200 unless it says otherwise. */
export interface WebAnswer {
  readonly status?: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** The behaviour of a node that answers over HTTP. */
export interface WebNodeOptions {
  readonly tls?: KeyPair;
  /** Where its routes are below; at the root by default. */
  readonly path?: string;
  /** Whether pages of all origins may use it; by default none, as nodes are installed. */
  readonly cors?: boolean;
  /** Replaces the answers for which it returns one. */
  readonly answer?: (request: WebRequest) => WebAnswer | undefined;
}

/** The answer of a node to what it does not have, as Go's `http.NotFound` gives it. */
export const notFound: WebAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: '404 page not found\n',
};

/** An answer in JSON. */
export function answerJson(value: unknown, status = 200): WebAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Starts a node that answers requests over HTTP/1.1. */
export function startWebNode(
  { tls, path = '', cors = false, answer }: WebNodeOptions,
  answerRequest: (request: WebRequest) => WebAnswer,
): Promise<SandboxServer> {
  const handle = async (incoming: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await text(incoming);
    const { method = 'GET', url = '', headers } = incoming;
    const [whole = ''] = url.split('?');
    const isBelow = whole.startsWith(path);
    const request = { method, url, path: isBelow ? whole.slice(path.length) : whole, headers, body };
    const preflight: WebAnswer | undefined = cors && method === 'OPTIONS' ? { status: 204 } : undefined;
    const own = answer?.(request) ?? preflight ?? (isBelow ? answerRequest(request) : notFound);
    response
      .writeHead(own.status ?? 200, { ...(cors ? allowOrigins : {}), ...own.headers })
      .end(own.body ?? '');
  };
  const onRequest: http.RequestListener = (request, response) => {
    // A client may go away in the middle of its request.
    handle(request, response).catch(() => response.destroy());
  };
  return listen(tls === undefined ? http.createServer(onRequest) : https.createServer({ ...tls }, onRequest));
}

const allowOrigins = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
