import { truncate } from '../model/text.js';
import { failure, type Failure } from '../model/failure.js';
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

/** Patterns in the pages of bot protections, and their vendors. */
const pages: readonly (readonly [text: RegExp, name: string])[] = [
  // https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/
  // The scripts under /cdn-cgi/challenge-platform/ are in ordinary pages too: https://developers.cloudflare.com/bots/reference/javascript-detections/
  [/<title>Just a moment\.\.\.<|_cf_chl_opt|Attention Required! \| Cloudflare/i, 'Cloudflare'],
  // As JSON: https://developers.cloudflare.com/changelog/post/2026-03-11-json-rfc9457-responses-for-1xxx-errors/
  [/"error_code":\s*10(?:0[6-9]|1[0-2]|20)\b/, 'Cloudflare'],
  [/error code: 10(?:0[6-9]|1[0-2]|20)\b|used Cloudflare to restrict access/i, 'Cloudflare'],
  [/\bawswaf\b|AwsWafIntegration/i, 'AWS WAF'],
  [/_Incapsula_Resource|Incapsula incident ID/i, 'Imperva'],
  [/Sucuri WebSite Firewall/i, 'Sucuri'],
  [/<title>DDoS-Guard</i, 'DDoS-Guard'],
  [/Vercel Security Checkpoint/i, 'Vercel'],
];

/** The same for pages with HTTP 403 by which a network refuses a client for its address, country or user agent. */
const refusals: typeof pages = [
  // Samples: https://github.com/labnol/covid19-vaccine-tracker/issues/5, https://github.com/amate/Proxydomo/issues/67. The words after "ERROR:
  // The request could not be satisfied" distinguish them from pages about a misconfigured distribution:
  // https://github.com/alwaysappleftd/Passra1n/issues/3.
  [
    /^(?:Request blocked\.|.*configured to block access from your country\.)\s+We can't connect/im,
    'CloudFront',
  ],
  // 18 means access denied; newer pages write the punctuation as entities. Samples: https://github.com/netbirdio/netbird/issues/3670,
  // https://github.com/Ekultek/WhatWaf/issues/1162.
  [/<H1>Access Denied<\/H1>[^]*Reference(?: |&#32;)(?:#|&#35;)18(?:\.|&#46;)/i, 'Akamai'],
  // https://learn.microsoft.com/en-us/azure/web-application-firewall/afds/waf-front-door-configure-custom-response-code
  [/<h2>The request is blocked\.<\/h2>\s*<\/div>\s*<div id=["']errorref["']>/i, 'Azure Front Door'],
];

/**
 * Names the bot protection that refused a request for its address or for not coming from a browser; null if the endpoint itself answered. Such a
 * refusal proves nothing, since another address may get an answer.
 */
export function findChallenge(status: number, headers: HeaderFields, body: Buffer | null): string | null {
  // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
  if (headers['cf-mitigated'] !== undefined) return 'Cloudflare';
  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
  if (headers['x-amzn-waf-action'] !== undefined) return 'AWS WAF';
  // The load balancer itself only answers 403 for its firewall:
  // https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-troubleshooting.html#http-403-issues
  if (status === 403 && String(headers['server']).startsWith('awselb/')) return 'AWS WAF';
  const isJson =
    /^application\/(?:problem\+)?json\b/i.test(String(headers['content-type'])) &&
    headers['server'] === 'cloudflare';
  const isPage = isJson || /^text\/(?:html|plain)\b/i.test(String(headers['content-type']));
  if (body === null || !isPage) return null;
  const text = body.toString('latin1', 0, limits.pageBytes);
  const samples = status === 403 ? [...pages, ...refusals] : pages;
  return samples.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
