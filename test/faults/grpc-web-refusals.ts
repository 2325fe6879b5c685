import { answerStatus, formatFrame, type GrpcWebAnswer } from '../../src/sandbox/grpc-web-node.js';
import { paymentReplies } from './evm-refusals.js';
import type { FaultOf } from './fault.js';
import { node } from './grpc-web-answers.js';

const limited = (name: string, start: FaultOf['start'] | GrpcWebAnswer): FaultOf => ({
  name: `a limit: ${name}`,
  start: typeof start === 'function' ? start : node({ all: start }),
  verdict: 'inconclusive',
  rules: ['net/rate-limited'],
});
const challenged = (name: string, all: GrpcWebAnswer): FaultOf => ({
  name: `a bot protection: ${name}`,
  start: node({ all }),
  verdict: 'inconclusive',
  rules: ['http/challenged'],
});
const html = { 'content-type': 'text/html; charset=UTF-8' };
const trailers = formatFrame(0x80, 'grpc-status: 8\r\ngrpc-message: slow%20down\r\n');

/** How gateways refuse too many requests of gRPC-web; `src/net/limit-texts.ts` has the sources of the wordings. */
export const grpcWebLimits: readonly FaultOf[] = [
  limited('HTTP 429', { status: 429, headers: { 'retry-after': '0' } }),
  limited('status 8', answerStatus(8, 'slow down')),
  limited('status 8 in the trailers', { headers: answerStatus(0).headers ?? {}, body: trailers }),
  limited('Envoy', answerStatus(14, 'local_rate_limited')),
  limited('Envoy, by its field', {
    headers: { ...answerStatus(14).headers, 'x-envoy-ratelimited': 'true' },
  }),
  limited('as a lack of permission', answerStatus(7, 'rate limit exceeded for your IP')),
  limited('in words', answerStatus(2, 'too many requests')),
  limited('by a gateway of gRPC', {
    headers: { 'content-type': 'application/grpc', 'grpc-status': '8' },
  }),
  limited('a sentence with HTTP 200', { body: 'Too many requests' }),
  limited('HTTP 503 to the info alone', node({ GetNodeInfo: { status: 503 } })),
];

/** Answers of bot protections. */
export const grpcWebChallenges: readonly FaultOf[] = [
  challenged('Cloudflare', {
    status: 403,
    headers: { ...html, 'cf-mitigated': 'challenge' },
    body: '<html>',
  }),
  challenged('a page of Cloudflare', { status: 503, headers: html, body: '<title>Just a moment...</title>' }),
  challenged('AWS WAF with 202', { status: 202, headers: { ...html, 'x-amzn-waf-action': 'challenge' } }),
];

/** Demands of payment. */
export const grpcWebPayments: readonly FaultOf[] = paymentReplies.map(([name, all]) => ({
  name: `a price ${name}`,
  start: node({ all }),
  verdict: 'fail',
  rules: ['http/payment-required'],
}));
