// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- so that the bundler of types finds them too
/// <reference path="./undici.d.ts" />
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { HeaderFields } from './header-fields.js';
import { readBody } from './body.js';
import { limits } from './limits.js';
import { lookup, tlsOffer } from './connect-options.js';

/** A GET request to a service that its user chose, so that its address and scheme are not judged. */
export interface GetRequest {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query, sent verbatim. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Maximum size of the body, in bytes. */
  readonly limitBytes: number;
}

/** A complete answer; the body is null if it exceeds the limit. */
export interface GetAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: HeaderFields;
  readonly body: Uint8Array | null;
}

/** Sends a GET request without following redirects. Rejects with the client's error if no complete answer arrives. */
export type Get = (request: GetRequest) => Promise<GetAnswer>;

/** Sends GET requests with undici, on persistent connections: unlike fetch, to any path, and to `localhost` without a name server. */
export function createGet(): Get {
  // No idle limits: the signal bounds the whole request.
  const agent = new Agent({
    connect: { lookup, ...tlsOffer },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: limits.httpHeaderBytes,
  });
  return async ({ origin, path, headers, signal, limitBytes }) => {
    const answer = await request.call(agent, {
      origin,
      path,
      method: 'GET',
      headers: { ...headers, 'user-agent': 'endpoint-check', 'accept-encoding': 'identity' },
      signal,
    });
    const { bytes, isWhole } = await readBody(answer.body, limitBytes);
    return { status: answer.statusCode, headers: answer.headers, body: isWhole ? bytes : null };
  };
}
