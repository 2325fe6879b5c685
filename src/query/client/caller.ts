import { findExceededLimit, type JsonLimits, describeValue } from '../../model/json.js';
import { findUnknownFields } from '../../model/describe-unknown.js';
import { backoff, maxTimerMs, sleep } from '../../net/abort.js';
import { errorCode } from '../../net/failure.js';
import type { Get, GetAnswer } from '../../net/get.js';
import { parseRetryAfter } from '../../net/http-status.js';
import { mentionsLimit } from '../../net/words.js';
import { type BaseUrl, parseBaseUrl, validateToken } from './service-access.js';
import { QueryError, type QueryErrorDetails } from './error.js';
import { createFetchGet, type RequestDispatcher } from './fetch-get.js';
import { createRequestPath, formatParamError, isDots, type RouteParams, validateParams } from './params.js';
import { createMask, type Mask } from './mask.js';
import { findRoute } from './routes.js';
import type { Route } from './route.js';
import type { RouteName } from './answers.generated.js';
import { findAnswerError } from './validate-answer.js';

/** Options of a `QueryClient`: where the service is, and how to call it. */
export interface QueryClientOptions {
  /** Https or http, with a path if the service has one; without the `/v1` that every route begins with. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`, to the base url's origin only. */
  readonly token: string;
  /** Whole budget of a call in milliseconds, waits and retries included; 30,000 by default. */
  readonly timeoutMs?: number;
  /**
   * Retries of transient failures: 429, 502, 503, 504, and connections that broke; 2 by default. If a 429 or 503 has Retry-After, the call is
   * repeated at that time, after a second at the earliest, as often as the budget allows, without using up a retry; with 0, nothing is ever
   * repeated.
   */
  readonly retries?: number;
  /**
   * Reject answers that differ from the service's OpenAPI document, with the reason `invalid-answer`; additional fields are allowed. False by
   * default.
   */
  readonly validateAnswers?: boolean;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Of Node's `fetch`: an undici dispatcher, such as a pool, a proxy, a mock. */
  readonly dispatcher?: RequestDispatcher;
}

const optionNames: Readonly<Record<keyof QueryClientOptions, true>> = {
  baseUrl: true,
  token: true,
  timeoutMs: true,
  retries: true,
  validateAnswers: true,
  fetch: true,
  dispatcher: true,
};

export interface JsonAnswer {
  readonly text: string;
  readonly value: unknown;
}

/** What the command line has besides. */
interface CallerExtras {
  /** Sends the requests, in place of `fetch`. */
  readonly get?: Get;
  /** Called before a wait that a service requests by Retry-After; with its answer. */
  readonly onWait?: (error: QueryError) => void;
}

const maxBodyBytes = 64 * 1024 * 1024;
/**
 * JSON.parse cannot be interrupted, so its input is bounded: a million values are parsed within seconds, while 64 MiB of them took half a minute and
 * 2 GB. Code that walks a value recursively, such as JSON.stringify, overflows the stack at some thousand levels.
 */
const jsonLimits: JsonLimits = { values: 1_000_000, levels: 1_000 };
/** The shortest wait that uses up no retry: Retry-After may be zero, or a date that has passed by this clock, again and again. */
const shortestWaitMs = 1_000;
/** Bytes of an error's body that are decoded: enough for the characters that a QueryError keeps. */
const maxErrorBytes = 64 * 1024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Calls routes: validates the parameters, sends, retries transient failures, parses JSON. */
export class QueryCaller {
  readonly #base: BaseUrl;
  readonly #token: string;
  readonly #mask: Mask;
  readonly #timeoutMs: number;
  readonly #retries: number;
  readonly #validates: boolean;
  readonly #get: Get;
  readonly #usesFetch: boolean;
  readonly #onWait: (error: QueryError) => void;

  /** Throws a TypeError that names every invalid option. */
  constructor(options: QueryClientOptions, { get, onWait = () => undefined }: CallerExtras = {}) {
    // JavaScript callers may pass anything.
    if (typeof (options as unknown) !== 'object' || (options as unknown) === null)
      throw new TypeError(`expected options such as { baseUrl, token }, got ${describeValue(options)}`);
    const { baseUrl, token, timeoutMs = 30_000, retries = 2, validateAnswers = false } = options;
    const { fetch, dispatcher } = options;
    const base = parseBaseUrl(baseUrl);
    const errors = findUnknownFields(options, optionNames, 'option');
    if (typeof base === 'string') errors.push(`baseUrl: ${base}`);
    const tokenError = typeof token === 'string' ? validateToken(token) : 'token: expected a string';
    if (tokenError !== null) errors.push(tokenError);
    if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > maxTimerMs)
      errors.push(`timeoutMs: expected an integer from 1 to ${maxTimerMs}, got ${JSON.stringify(timeoutMs)}`);
    if (!Number.isInteger(retries) || retries < 0 || retries > 100)
      errors.push(`retries: expected an integer from 0 to 100, got ${JSON.stringify(retries)}`);
    if (typeof (validateAnswers as unknown) !== 'boolean')
      errors.push(`validateAnswers: expected true or false, got ${describeValue(validateAnswers)}`);
    if (fetch !== undefined && dispatcher !== undefined)
      errors.push('fetch and dispatcher cannot be used together');
    if (typeof base === 'string' || errors.length > 0) throw new TypeError(errors.join('; '));
    this.#base = base;
    this.#token = token;
    this.#mask = createMask(token);
    this.#timeoutMs = timeoutMs;
    this.#retries = retries;
    this.#validates = validateAnswers;
    this.#usesFetch = get === undefined;
    this.#get = get ?? createFetchGet(fetch, dispatcher);
    this.#onWait = onWait;
  }

  /** Resolves to a JSON answer of status 2xx. Rejects with a QueryError for anything else. */
  async call(name: RouteName, params: RouteParams, signal: AbortSignal | undefined): Promise<JsonAnswer> {
    const route = findRoute(name);
    const errors = validateParams(route, params).map(formatParamError);
    if (this.#usesFetch) errors.push(...findDots(route, params));
    if (errors.length > 0) throw invalidParams(name, errors);
    const path = createRequestPath(route, params);
    const timer = AbortSignal.timeout(this.#timeoutMs);
    const budget = signal === undefined ? timer : AbortSignal.any([timer, signal]);
    const endsAt = performance.now() + this.#timeoutMs;
    let retry = 1;
    let answered: QueryError | null = null;
    for (;;) {
      try {
        return this.#parseAnswer(name, await this.#send(name, path, budget));
      } catch (error) {
        // The reason of the abort is more precise than the client's error.
        if (signal?.aborted === true)
          throw new QueryError('aborted', { route: name, reason: 'aborted', cause: signal.reason });
        if (error instanceof QueryError && error.reason === 'status') answered = error;
        if (timer.aborted) {
          // If a service has answered before and is silent now, the last answer is reported.
          throw (
            answered ??
            new QueryError(`no answer within ${this.#timeoutMs} ms`, {
              route: name,
              reason: 'timeout',
              cause: error,
            })
          );
        }
        if (!(error instanceof QueryError) || this.#retries === 0) throw error;
        const askedMs = findRequestedWait(error);
        const waitMs = askedMs ?? (retry <= this.#retries ? chooseWait(error, retry++) : null);
        if (waitMs === null || performance.now() + waitMs >= endsAt) throw error;
        if (askedMs !== null) this.#onWait(error);
        await sleep(waitMs, budget);
      }
    }
  }

  async #send(route: RouteName, path: string, signal: AbortSignal): Promise<GetAnswer> {
    const { origin, prefix } = this.#base;
    const headers = { authorization: `Bearer ${this.#token}`, accept: 'application/json' };
    try {
      return await this.#get({ origin, path: prefix + path, headers, signal, limitBytes: maxBodyBytes });
    } catch (error) {
      // The HTTPParserError of undici, which is Node's fetch too, holds the bytes of the answer, which may repeat the token.
      if (holdsAnswer(error)) {
        throw new QueryError('connection failed (not an HTTP/1.1 answer)', { route, reason: 'connection' });
      }
      const code = errorCode(error);
      throw new QueryError(`connection failed${code === '' ? '' : ` (${code})`}`, {
        route,
        reason: 'connection',
        cause: error,
      });
    }
  }

  #parseAnswer(route: RouteName, { status, headers, body: bytes }: GetAnswer): JsonAnswer {
    // A browser tells nothing of a redirect that is not followed.
    if (status === 0) throw new QueryError('the service redirects', { route, reason: 'status' });
    const fail = (message: string, details: Omit<QueryErrorDetails, 'route'>) =>
      new QueryError(message, { route, status, body: this.#decodeStart(bytes), ...details });
    if (status < 200 || status > 299)
      throw fail(`HTTP ${status}`, { reason: 'status', retryAfterMs: parseRetryAfter(headers, Date.now()) });
    if (bytes === null) throw tooLarge(route, status, `${maxBodyBytes} bytes`);
    const exceeded = findExceededLimit(bytes, jsonLimits);
    if (exceeded !== null) throw tooLarge(route, status, `${jsonLimits[exceeded]} ${exceeded}`);
    const text = decoder.decode(bytes);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // No cause: the message of JSON.parse quotes the answer, which may repeat the token.
      throw fail('the answer is not JSON', { reason: 'not-json' });
    }
    const difference = this.#validates ? findAnswerError(route, value) : null;
    if (difference === null) return { text, value };
    const detail = this.#mask(difference);
    throw fail(`the answer does not match the OpenAPI schema: ${detail}`, {
      reason: 'invalid-answer',
      errors: [detail],
    });
  }

  #decodeStart(body: Uint8Array | null): string {
    return this.#mask(decoder.decode(body?.subarray(0, maxErrorBytes)));
  }
}

/** The error of a call that is refused before anything is sent. */
export function invalidParams(route: RouteName, errors: readonly string[]): QueryError {
  return new QueryError(errors.join('; '), { route, reason: 'invalid-params', errors });
}

/** An error for each parameter that fetch would remove from the path. */
function findDots({ parameters }: Route, params: RouteParams): string[] {
  const removed = parameters.filter((parameter) => parameter.in === 'path' && isDots(params[parameter.name]));
  return removed.map(({ name }) => `${name}: fetch cannot send "${String(params[name])}" as part of a path`);
}

function tooLarge(route: RouteName, status: number, limit: string): QueryError {
  return new QueryError(`the answer has more than ${limit}`, { route, reason: 'too-large', status });
}

function holdsAnswer(error: unknown): boolean {
  return error instanceof Error && ('data' in error || holdsAnswer(error.cause));
}

/** The wait that a service requests; null for none. */
function findRequestedWait({ status, retryAfterMs }: QueryError): number | null {
  const isRequested = [429, 503].includes(status ?? 0) && retryAfterMs !== null;
  return isRequested ? Math.max(retryAfterMs, shortestWaitMs) : null;
}

/** The wait before a retry, counted from 1; null for a failure that is not transient. Every route is read-only, so any may be repeated. */
function chooseWait({ reason, status, body, retryAfterMs }: QueryError, retry: number): number | null {
  // A 400 may mention a limit too, that of a parameter.
  const isLimit = [402, 403].includes(status ?? 0) && mentionsLimit(body);
  const isTransient = reason === 'connection' || [429, 502, 503, 504].includes(status ?? 0) || isLimit;
  return isTransient ? (retryAfterMs ?? backoff(retry, Math.random())) : null;
}
