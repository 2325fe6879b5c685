import { createSecureServer } from 'node:http2';
import { listen } from '../../src/sandbox/server.js';
import type { FaultOf } from './fault.js';
import { node } from './grpc-answers.js';
import { answerHttp, answerStatus, type RawNodeOptions } from './raw-node.js';

const limited = (name: string, options: RawNodeOptions): FaultOf => ({
  name: `a limit: ${name}`,
  start: node(options),
  verdict: 'inconclusive',
  rules: ['net/rate-limited'],
});

/** How proxies and nodes report that they limit requests or are overloaded. */
export const grpcLimits: readonly FaultOf[] = [
  limited('Envoy', { all: answerStatus(14, 'local_rate_limited') }),
  limited('Envoy, by its field', { all: answerStatus(14, '', { 'x-envoy-ratelimited': 'true' }) }),
  limited('Envoy that is overloaded', {
    all: answerStatus(14, 'envoy overloaded', { 'x-envoy-overloaded': 'true' }),
  }),
  limited("nginx's template for gRPC, to one call of several", {
    answers: { GetNodeInfo: answerStatus(14, 'unavailable') },
  }),
  limited('as a lack of permission', { all: answerStatus(7, 'rate limit exceeded for your IP') }),
  limited('as a lack of an account', { all: answerStatus(16, 'API rate limit exceeded, please sign up') }),
  limited('in words', { answers: { GetNodeInfo: answerStatus(2, 'too many requests, slow down') } }),
  ...[7, 11].map((code) => limited(`stream error ${code}`, { all: (stream) => stream.close(code) })),
];

/** A proxy that shows every client the same page. */
const page =
  (status: number, body: string): FaultOf['start'] =>
  async ({ authority, serve }) => {
    const server = createSecureServer(
      { ...(await authority.issue()), allowHTTP1: true },
      (request, response) => {
        request.resume();
        response.writeHead(status, { 'content-type': 'text/html' }).end(body);
      },
    );
    return `localhost:${await serve(listen(server))}`;
  };

/** Answers of bot protections to programs and to data centers. */
export const grpcChallenges: readonly FaultOf[] = [
  {
    name: 'a bot protection: Cloudflare',
    start: node({ all: answerHttp(403, '<html>', { 'cf-mitigated': 'challenge' }) }),
    verdict: 'inconclusive',
    rules: ['http/challenged'],
  },
  ...[403, 503].map((status) => ({
    name: `a bot protection: a page of Cloudflare with HTTP ${status}`,
    start: page(status, '<title>Just a moment...</title>'),
    verdict: 'inconclusive' as const,
    rules: ['http/challenged'],
  })),
  {
    name: 'a bot protection: a page of CloudFront',
    start: page(403, "<H1>403 ERROR</H1>\nRequest blocked.\nWe can't connect to the server for this app"),
    verdict: 'inconclusive',
    rules: ['http/challenged'],
  },
];

/** Demands of payment, by x402. */
export const grpcPayments: readonly FaultOf[] = [
  {
    name: 'a price in a field',
    start: node({ all: answerHttp(402, '{}', { 'payment-required': 'eyJ4NDAyVmVyc2lvbiI6Mn0=' }) }),
    verdict: 'fail',
    rules: ['http/payment-required'],
  },
  {
    name: 'a price in the body',
    start: page(402, '{"x402Version":1,"error":"X-PAYMENT header is required","accepts":[]}'),
    verdict: 'fail',
    rules: ['http/payment-required'],
  },
];
