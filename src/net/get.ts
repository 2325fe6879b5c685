// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- so that the bundler of types finds them too
/// <reference path="./undici.d.ts" />
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { HeaderFields } from './header-fields.js';
import { limits } from './limits.js';
import { lookup } from './lookup.js';
import { readBody } from './read-body.js';
import { tlsOffer } from './secure-context.js';

/** A GET request to a service that the caller chose, so that its address and scheme are not judged. */
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
  readonly body: Buffer | null;
}

/** Sends a GET request without following redirects. Rejects with the client's error if no complete answer arrives. */
export type Get = (request: GetRequest) => Promise<GetAnswer>;

/** The common part of undici's dispatchers, in any version. */
export interface RequestDispatcher {
  dispatch: (...args: never[]) => boolean;
}

/** Sends GET requests with undici, on persistent connections or through the caller's dispatcher. */
export function createGet(dispatcher?: RequestDispatcher): Get {
  let agent: Agent | undefined;
  return async ({ origin, path, headers, signal, limitBytes }) => {
    const answer = await request.call(
      // No idle limits: the signal bounds the whole request.
      dispatcher ??
        (agent ??= new Agent({
          connect: { lookup, ...tlsOffer },
          headersTimeout: 0,
          bodyTimeout: 0,
          maxHeaderSize: limits.httpHeaderBytes,
        })),
      { origin, path, method: 'GET', headers: { ...headers, 'accept-encoding': 'identity' }, signal },
    );
    const { bytes, isWhole } = await readBody(answer.body, limitBytes);
    return { status: answer.statusCode, headers: answer.headers, body: isWhole ? bytes : null };
  };
}

/** Sends GET requests with a function such as the global `fetch`. */
export function createFetchGet(fetch: typeof globalThis.fetch): Get {
  return async ({ origin, path, headers, signal, limitBytes }) => {
    // fetch normalizes urls (WHATWG URL Standard), so it cannot request some paths.
    const { pathname, search } = new URL(origin + path);
    if (pathname + search !== path) {
      throw Object.assign(new Error('fetch cannot request this path'), { code: 'ERR_NORMALIZED' });
    }
    const answer = await fetch(origin + path, { headers: { ...headers }, signal, redirect: 'manual' });
    const whole = { bytes: Buffer.alloc(0), isWhole: true };
    const { bytes, isWhole } = answer.body === null ? whole : await readBody(answer.body, limitBytes);
    const fields = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: fields, body: isWhole ? bytes : null };
  };
}
