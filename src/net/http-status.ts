import { truncate } from '../model/truncate.js';
import { failure, type Failure } from '../model/failure.js';
import { findChallenge } from './challenge.js';
import { type HeaderFields, readField } from './header-fields.js';
import { limits } from './limits.js';
import { readWords, saysMaintenance, saysNoBackend } from './words.js';

/**
 * The failure that an answer means for a request of a kind (`request`), by its HTTP status, header fields and body together; null for 2xx, unless the
 * body says otherwise: the page of a bot protection, and the words of a limit or of maintenance, may have any status. Source: RFC 9110 section 15;
 * 464 is AWS's load balancer, 520 to 530 are Cloudflare's.
 */
export function classifyHttpStatus(
  status: number,
  headers: HeaderFields,
  request: string,
  body: Buffer | null = null,
  words = readWords(body, status),
): Failure | null {
  const protection = findChallenge(status, headers, body);
  if (protection !== null) return failure('http/challenged', { detail: `${protection}, HTTP ${status}` });
  // 304 answers conditional requests, which are never sent.
  if (status >= 300 && status < 400 && status !== 304) {
    const location = readField(headers, 'location');
    return failure('http/redirect', { status, location: location === null ? null : truncate(location) });
  }
  const isSuccess = status >= 200 && status < 300;
  const quoted = words.text === '' ? '' : `, "${words.text}"`;
  const detail = isSuccess ? words.text || '429' : `HTTP ${status}${quoted}`;
  const limited = (by = '') => {
    const retryAfterMs = parseRetryAfter(headers, Date.now());
    return failure('net/rate-limited', { detail: detail + by, retryAfterMs });
  };
  if (words.isLimit) return limited();
  if (isSuccess) return saysMaintenance(words.text) ? failure('http/upstream-down', { detail }) : null;
  if (status === 401 || status === 407) return failure('http/auth-required', { detail });
  if (status === 403) return failure('http/forbidden', { detail });
  if (status === 402 && wantsPayment(headers, body)) return failure('http/payment-required', { detail });
  // Providers also send 402 if a paid quota is used up.
  if (status === 429 || status === 402) return limited();
  const limit = status === 503 ? findEnvoyLimit(headers) : null;
  if (limit !== null) return limited(`, ${limit}`);
  // lighttpd limits nobody with this status: it has no server behind it, or all are down (gw_backend.c). Its page does not say so.
  const isLighttpd = status === 503 && /^lighttpd\b/i.test(readField(headers, 'server') ?? '');
  if (isLighttpd) return failure('http/upstream-down', { detail: `${detail}, lighttpd` });
  const isProxys = [502, 503, 504].includes(status) || (status >= 520 && status <= 530);
  if (isProxys || (status >= 500 && saysNoBackend(words.text)))
    return failure('http/upstream-down', { detail });
  if (body !== null && saysPlainRefused(status, body))
    return failure('http/status', { status, request, wantsTls: true });
  return failure('http/status', { status, request, ...(quoted === '' ? {} : { detail: words.text }) });
}

/**
 * Fields that Envoy adds to HTTP 503 or UNAVAILABLE if it limits requests or is overloaded:
 * https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/router_filter#http-headers-set-on-downstream-responses
 */
const envoyLimitFields = ['x-envoy-ratelimited', 'x-envoy-overloaded'] as const;

/** The field by which Envoy says that it limits requests; null if there is none. */
export function findEnvoyLimit(headers: HeaderFields): string | null {
  return envoyLimitFields.find((field) => headers[field] !== undefined) ?? null;
}

/**
 * Whether a server requires payment for each request (x402): version 1 says so in the body, version 2 in a field.
 * https://github.com/x402-foundation/x402/blob/main/specs/transports-v1/http.md,
 * https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/http.md
 */
function wantsPayment(headers: HeaderFields, body: Buffer | null): boolean {
  if (headers['payment-required'] !== undefined) return true;
  return (
    body !== null && /^\s*\{[^]*"x402Version"\s*:\s*\d/.test(body.toString('latin1', 0, limits.pageBytes))
  );
}

/** Answers of nginx, Go servers (Caddy, Traefik) and Apache to plain HTTP on a TLS port. */
const plainRefused =
  /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|speaking plain HTTP to an SSL/i;

/** Whether an answer to plain HTTP says that the port expects TLS. */
function saysPlainRefused(status: number, body: Buffer): boolean {
  return status === 400 && plainRefused.test(body.toString('latin1', 0, limits.pageBytes));
}

/** The wait in a Retry-After field (RFC 9110 section 10.2.3: seconds or a date) in milliseconds; null if there is none. */
export function parseRetryAfter(headers: HeaderFields, nowMs: number): number | null {
  const text = readField(headers, 'retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Engines parse many strings as dates. HTTP dates begin with the day of the week and are in GMT, even without a zone (section 5.6.7).
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
