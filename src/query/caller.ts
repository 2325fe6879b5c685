import { nestsDeeper } from '../model/json.js';
import { errorCode } from '../net/failure.js';
import { createFetchGet, createGet, type Get, type GetAnswer, type RequestDispatcher } from '../net/get.js';
import { parseRetryAfter } from '../net/http-status.js';
import { type BaseUrl, parseBaseUrl, validateToken } from './base-url.js';
import { QueryError } from './error.js';
import { createRequestPath, type RouteParams } from './request-path.js';
import { findRoute, type RouteName } from './routes.js';

/** Where the service is, and how to call it. */
export interface QueryCallerOptions {
  /** Http or https, with a path if the service has one; without the `/v1` that every route begins with. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`, to the base url's origin alone. */
  readonly token: string;
  /** Whole budget of a call in milliseconds, retries included; 30,000 by default. */
  readonly timeoutMs?: number;
  /** How often to ask again what may pass: 429, 502, 503, 504, and connections that broke; 2 by default. */
  readonly retries?: number;
  /** In place of the built-in HTTP client. */
  readonly fetch?: typeof globalThis.fetch;
  /** An undici dispatcher: a pool, a proxy, a mock. */
  readonly dispatcher?: RequestDispatcher;
}

/** A JSON answer: its text and its value. */
export interface JsonAnswer {
  readonly text: string;
  readonly value: unknown;
}

/** The most that is read of an answer, in bytes. */
const bodyLimitBytes = 64 * 1024 * 1024;
/** What goes through a value by recursion, as JSON.stringify does, fails at some thousands. */
const depthLimit = 1_000;
const longestTimerMs = 2 ** 31 - 1;
const firstWaitMs = 250;

/** Calls routes: checks the arguments, sends, asks again where that may help, reads JSON. */
export class QueryCaller {
  readonly #base: BaseUrl;
  readonly #token: string;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #get: Get;

  /** Throws a TypeError that names every wrong option. */
  constructor({ baseUrl, token, timeoutMs = 30_000, retries = 2, fetch, dispatcher }: QueryCallerOptions) {
    const base = parseBaseUrl(baseUrl);
    const errors = [typeof base === 'string' ? `baseUrl: ${base}` : null, validateToken(token)];
    if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > longestTimerMs)
      errors.push(`timeoutMs: it is not a whole number from 1 to ${longestTimerMs}`);
    if (!Number.isInteger(retries) || retries < 0 || retries > 100)
      errors.push('retries: it is not a whole number from 0 to 100');
    if (fetch !== undefined && dispatcher !== undefined)
      errors.push('fetch and dispatcher exclude each other');
    const wrong = errors.filter((error) => error !== null);
    if (typeof base === 'string' || wrong.length > 0) throw new TypeError(wrong.join('; '));
    this.#base = base;
    this.#token = token;
    this.#timeoutMs = timeoutMs;
    this.#retries = retries;
    this.#get = fetch === undefined ? createGet(dispatcher) : createFetchGet(fetch);
  }

  /** The text of a JSON answer and its value. Rejects with a QueryError for anything else. */
  async call(name: RouteName, given: RouteParams, signal: AbortSignal | undefined): Promise<JsonAnswer> {
    const route = findRoute(name);
    const { path, errors } = createRequestPath(route, given);
    if (path === null)
      throw new QueryError(errors.join('; '), { route: name, reason: 'invalid-params', errors });
    const timer = AbortSignal.timeout(this.#timeoutMs);
    const budget = signal === undefined ? timer : AbortSignal.any([timer, signal]);
    const endsAt = performance.now() + this.#timeoutMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return readAnswer(name, await this.#ask(name, path, budget));
      } catch (error) {
        // What aborted the call says more than what the client made of it.
        if (signal?.aborted === true)
          throw new QueryError('aborted', { route: name, reason: 'aborted', cause: signal.reason });
        if (timer.aborted) {
          throw new QueryError(`no answer within ${this.#timeoutMs} ms`, {
            route: name,
            reason: 'timeout',
            cause: error,
          });
        }
        if (!(error instanceof QueryError)) throw error;
        const waitMs = attempt <= this.#retries ? chooseWait(error, attempt) : null;
        if (waitMs === null || performance.now() + waitMs >= endsAt) throw error;
        await sleep(waitMs, budget);
      }
    }
  }

  async #ask(route: RouteName, path: string, signal: AbortSignal): Promise<GetAnswer> {
    const { origin, prefix } = this.#base;
    const headers = {
      authorization: `Bearer ${this.#token}`,
      accept: 'application/json',
      'user-agent': 'endpoint-check',
    };
    try {
      return await this.#get({ origin, path: prefix + path, headers, signal, limitBytes: bodyLimitBytes });
    } catch (error) {
      const code = errorCode(error);
      throw new QueryError(`the connection failed${code === '' ? '' : ` (${code})`}`, {
        route,
        reason: 'connection',
        cause: error,
      });
    }
  }
}

function readAnswer(route: RouteName, { status, headers, body }: GetAnswer): JsonAnswer {
  if (body === null) {
    throw new QueryError(`the answer is larger than ${bodyLimitBytes} bytes`, {
      route,
      reason: 'too-large',
      status,
    });
  }
  const text = body.toString('utf8');
  if (status < 200 || status > 299) {
    const retryAfterMs = parseRetryAfter(headers, Date.now());
    throw new QueryError(`HTTP ${status}`, { route, reason: 'status', status, body: text, retryAfterMs });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new QueryError('the answer is not JSON', {
      route,
      reason: 'not-json',
      status,
      body: text,
      cause: error,
    });
  }
  if (nestsDeeper(text, depthLimit)) {
    throw new QueryError(`the answer is nested deeper than ${depthLimit} levels`, {
      route,
      reason: 'too-large',
      status,
      body: text,
    });
  }
  return { text, value };
}

/** Only reads are sent, so whatever may pass is asked again. */
function chooseWait({ reason, status, retryAfterMs }: QueryError, attempt: number): number | null {
  const passes = reason === 'connection' || [429, 502, 503, 504].includes(status ?? 0);
  if (!passes) return null;
  return retryAfterMs ?? Math.round(firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
}

/** Ends with the time, or with the signal. */
function sleep(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
