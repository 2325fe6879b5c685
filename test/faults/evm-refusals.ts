import { type Reply, error, json, node } from './evm-server.js';
import type { FaultOf } from './fault.js';

const limited = (name: string, start: FaultOf['start']): FaultOf => ({
  name: `a limit: ${name}`,
  start,
  verdict: 'inconclusive',
  rules: ['net/rate-limited'],
});
const html = { 'content-type': 'text/html; charset=UTF-8' };

/** How providers and gateways word their limits; `src/net/limit-texts.ts` has the sources. */
export const evmLimits: readonly FaultOf[] = [
  limited('QuickNode', error(-32007, '15/second request limit reached - reduce calls per second or upgrade')),
  limited(
    '1RPC',
    error(-32001, 'Exceeded the quota usage: you have reached the usage limit for your current plan'),
  ),
  limited('1RPC, in short', error(-32001, 'usage limit for your current plan')),
  limited('NodeReal', error(-32000, 'maximum API usage limit reached')),
  limited('Chainstack', error(-32005, 'Requests per second exceeded')),
  limited('requests per second', error(-32000, 'Requests per second exceeded')),
  limited('the RPS limit', error(-32000, 'You have exceeded the RPS limit')),
  limited('concurrent requests', error(-32000, 'too many concurrent requests')),
  limited('a free tier', error(30, 'Request timeout on the free tier, please upgrade')),
  limited('a free tier that is used up', error(-32000, 'You have reached the free tier')),
  limited('requests limited to', error(-32000, 'requests limited to 10 per second')),
  limited('a daily count', error(-32000, 'daily request count exceeded')),
  limited(
    'a sentence with HTTP 200',
    node(() => ({ body: 'Too many requests' })),
  ),
  limited(
    'a sentence with HTTP 403',
    node(() => ({ status: 403, body: 'Too many requests' })),
  ),
  limited(
    'a code without an envelope',
    node(() => json({ code: 429 })),
  ),
  limited(
    'a code in quotes',
    node(({ id }) => json({ jsonrpc: '2.0', id, error: { code: '429', message: 'slow down' } })),
  ),
  limited('a daily limit', error(-32000, 'daily limit reached for API key')),
  limited('too much load', error(-32000, 'the node is under too much load')),
  limited(
    'a message without an envelope',
    node(() => json({ message: 'API rate limit exceeded' })),
  ),
  limited(
    'a message with HTTP 403',
    node(() => ({ ...json({ message: 'API rate limit exceeded' }), status: 403 })),
  ),
  limited(
    'HTTP 402',
    node(() => ({ status: 402, body: '' })),
  ),
];

/** What bot protections answer to programs and to data centers. */
export const challengeReplies: readonly (readonly [name: string, reply: Reply])[] = [
  [
    'Cloudflare with 403',
    {
      status: 403,
      headers: { ...html, 'cf-mitigated': 'challenge' },
      body: '<html>',
    },
  ],
  [
    'Cloudflare with 503',
    {
      status: 503,
      headers: { ...html, 'cf-mitigated': 'challenge' },
      body: '<html>',
    },
  ],
  [
    'the page of Cloudflare',
    {
      status: 403,
      headers: html,
      body: '<title>Just a moment...</title>',
    },
  ],
  [
    'error 1009 of Cloudflare',
    {
      status: 403,
      headers: { 'content-type': 'text/plain' },
      body: 'error code: 1009',
    },
  ],
  [
    'error 1009 of Cloudflare in JSON',
    {
      status: 403,
      headers: { 'content-type': 'application/json; charset=utf-8', server: 'cloudflare' },
      body: '{"title":"Error 1009: Access denied","status":403,"error_code":1009,"cloudflare_error":true}',
    },
  ],
  [
    'AWS WAF with 202',
    {
      status: 202,
      headers: { ...html, 'x-amzn-waf-action': 'challenge' },
      body: '',
    },
  ],
  [
    'AWS WAF at a load balancer',
    {
      status: 403,
      headers: { ...html, server: 'awselb/2.0' },
      body: '<html>',
    },
  ],
  ['a page with HTTP 200', { headers: html, body: '<title>Vercel Security Checkpoint</title>' }],
];

/** The same, in place of an EVM node. */
export const evmChallenges: readonly FaultOf[] = challengeReplies.map(([name, reply]) => ({
  name: `a bot protection: ${name}`,
  start: node(() => reply),
  verdict: 'inconclusive',
  rules: ['http/challenged'],
}));
