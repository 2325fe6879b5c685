import type { HeaderFields } from './header-fields.js';
import { limits } from './limits.js';

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
