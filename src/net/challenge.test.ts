import { describe, expect, test } from 'vitest';
import { findChallenge } from './challenge.js';

const html = { 'content-type': 'text/html; charset=UTF-8' };

describe('a bot protection is recognized', () => {
  test.each([
    ['Cloudflare', 403, { 'cf-mitigated': 'challenge' }, ''],
    ['Cloudflare', 503, { 'cf-mitigated': 'challenge' }, ''],
    ['AWS WAF', 405, { 'x-amzn-waf-action': 'captcha' }, ''],
    ['AWS WAF', 403, { server: 'awselb/2.0' }, ''],
    ['Cloudflare', 403, html, '<title>Attention Required! | Cloudflare</title>'],
    ['Cloudflare', 403, { 'content-type': 'text/plain' }, 'error code: 1006'],
    [
      'Cloudflare',
      403,
      { 'content-type': 'application/json; charset=utf-8', server: 'cloudflare' },
      '{"title":"Error 1009: Access denied","status":403,"error_code":1009,"cloudflare_error":true}',
    ],
    ['Cloudflare', 503, html, '<script>window._cf_chl_opt={}</script>'],
    ['Imperva', 200, html, '<script src="/_Incapsula_Resource?x">'],
    ['Sucuri', 403, html, '<title>Sucuri WebSite Firewall - Access Denied</title>'],
    ['DDoS-Guard', 403, html, '<title>DDoS-Guard</title>'],
  ])('%s, HTTP %i, %o %s', (name, status, headers, body) => {
    expect(findChallenge(status, headers, Buffer.from(body))).toBe(name);
  });
});

describe('an answer of the endpoint itself is not', () => {
  test.each([
    [403, html, '<h1>403 Forbidden</h1>'],
    [502, { ...html, server: 'awselb/2.0' }, '<h1>502 Bad Gateway</h1>'],
    [403, { server: 'cloudflare' }, ''],
    [429, { 'content-type': 'text/plain' }, 'error code: 1015'],
    [
      404,
      html,
      '<h1>404 Not Found</h1><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
    ],
    [200, { 'content-type': 'application/json' }, '{"error_code":1009}'],
    [200, { 'content-type': 'application/json' }, '{"a":"<title>DDoS-Guard</title>"}'],
    [200, html, `${' '.repeat(5_000)}<title>DDoS-Guard</title>`],
  ])('HTTP %i, %o %s', (status, headers, body) => {
    expect(findChallenge(status, headers, Buffer.from(body))).toBe(null);
  });

  test('without a body', () => {
    expect(findChallenge(403, html, null)).toBe(null);
  });
});
