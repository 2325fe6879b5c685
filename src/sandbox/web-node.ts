import type http from 'node:http';
import { text } from 'node:stream/consumers';
import type { KeyPair } from './certificates.js';
import { listenHttp, type SandboxServer } from './server.js';

/** A request to a node that answers over HTTP. */
export interface WebRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** The path below the node's prefix, without the query; the whole path if it is not below. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP answer, by default with status 200. */
export interface WebAnswer {
  readonly status?: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** The behaviour of a node that answers over HTTP. */
export interface WebNodeOptions {
  readonly tls?: KeyPair;
  /** A free one by default. */
  readonly port?: number;
  /** Path prefix of its routes; by default none. */
  readonly path?: string;
  /** Whether pages of all origins may use it; by default false, like nodes as installed. */
  readonly cors?: boolean;
  /** Delays an answer until the promise resolves. */
  readonly delay?: (body: string) => Promise<unknown> | undefined;
  /** Replaces an answer if it returns one. */
  readonly answer?: (request: WebRequest) => WebAnswer | undefined;
}

/** What a node of a Cosmos chain says of itself; by default of one that is in sync. */
export interface CosmosState {
  readonly network?: string;
  readonly moniker?: string;
  readonly height?: number;
  readonly blockTime?: Date;
  readonly catchingUp?: boolean;
}

/** The behaviour of such a node that answers over HTTP; by default a healthy one over plain http. */
export interface CosmosWebNodeOptions extends WebNodeOptions, CosmosState {}

/** The answer of GetNodeInfo, in JSON and as a message; `more` are further fields of the node. */
export function createNodeInfo(
  { network = 'sandbox-1', moniker = 'sandbox' }: Pick<CosmosState, 'network' | 'moniker'>,
  more = {},
) {
  return {
    default_node_info: { network, version: '0.38.17', moniker, ...more },
    application_version: {
      name: 'sandbox',
      app_name: 'sandboxd',
      version: '1.0.0',
      cosmos_sdk_version: 'v0.53.4',
    },
  };
}

/** The answer to unknown paths, like Go's `http.NotFound`. */
export const notFound: WebAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: '404 page not found\n',
};

export function answerJson(value: unknown, status = 200): WebAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Starts a node that answers requests over HTTP/1.1. */
export function startWebNode(
  { tls, port, path = '', cors = false, delay, answer }: WebNodeOptions,
  answerRequest: (request: WebRequest) => WebAnswer,
): Promise<SandboxServer> {
  const handle: Parameters<typeof listenHttp>[1] = async (incoming, response) => {
    const body = await text(incoming);
    await delay?.(body);
    const { method = 'GET', url = '', headers } = incoming;
    const [whole = ''] = url.split('?');
    const isBelow = whole.startsWith(path);
    const request = { method, url, path: isBelow ? whole.slice(path.length) : whole, headers, body };
    const preflight: WebAnswer | undefined = cors && method === 'OPTIONS' ? { status: 204 } : undefined;
    const replied = answer?.(request) ?? preflight ?? (isBelow ? answerRequest(request) : notFound);
    response
      .writeHead(replied.status ?? 200, { ...(cors ? allowOrigins : {}), ...replied.headers })
      .end(replied.body ?? '');
  };
  return listenHttp(tls, handle, port);
}

const allowOrigins = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type, x-grpc-web, x-user-agent',
};
