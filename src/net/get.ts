// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- so that a program of this file alone, as when its types are bundled, finds them
/// <reference path="./undici.d.ts" />
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { HeaderFields } from './header-fields.js';
import { limits } from './limits.js';
import { lookup } from './lookup.js';
import { readBody } from './read-body.js';
import { tlsOffer } from './secure-context.js';

/** A GET of a service that the caller chose, so that neither its address nor its scheme is judged. */
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

/** A complete answer; the body is null where it is larger than the limit. */
export interface GetAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: HeaderFields;
  readonly body: Buffer | null;
}

/** Sends a GET. Follows no redirect. Rejects with what the client threw where no complete answer came. */
export type Get = (request: GetRequest) => Promise<GetAnswer>;

/** What undici's dispatchers have in common, of whatever version. */
export interface RequestDispatcher {
  dispatch: (...args: never[]) => boolean;
}

/** GET by undici, on connections that are kept; or through the caller's own dispatcher. */
export function createGet(dispatcher?: RequestDispatcher): Get {
  let agent: Agent | undefined;
  return async ({ origin, path, headers, signal, limitBytes }) => {
    const answer = await request.call(
      // Idle limits are off: the signal bounds the whole.
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

/** GET by a function such as the global `fetch`. */
export function createFetchGet(fetch: typeof globalThis.fetch): Get {
  return async ({ origin, path, headers, signal, limitBytes }) => {
    // It normalizes urls (WHATWG URL Standard), so some paths cannot be requested.
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
