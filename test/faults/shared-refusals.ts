import type { Reply } from './evm-server.js';
import type { FaultOf } from './fault.js';

const limit = 'net/rate-limited';
const down = 'http/upstream-down';
/** What servers and the proxies before them answer in place of a node of any kind, and what it means. */
const refusals: readonly (readonly [name: string, status: number, body: string, rule: string])[] = [
  ['a limit: HTTP 402', 402, '', limit],
  ['a limit: a sentence', 403, 'Too many requests', limit],
  ['a limit: "message"', 403, '{"message":"API rate limit exceeded"}', limit],
  ['a limit: "Error" of TronGrid', 403, '{"Error":"request rate exceeded the allowed_rps(10)"}', limit],
  ['a limit: "errorMessage"', 403, '{"errorMessage":"Too many requests"}', limit],
  ['a limit: "msg"', 400, '{"code":1,"msg":"Too many requests"}', limit],
  ['a limit: "detail"', 503, '{"detail":"Rate limit exceeded"}', limit],
  ['a limit: "errors"', 403, '{"errors":[{"message":"Rate limit exceeded"}]}', limit],
  ['a limit: the error of JSON-RPC', 400, '{"error":{"code":-32005,"message":"rate limit exceeded"}}', limit],
  ['a limit: a code', 400, '{"title":"no","status":429}', limit],
  ['a limit: 429 with many values', 429, `[${'0,'.repeat(50_000)}0]`, limit],
  ['HAProxy without a server', 503, '<h1>503</h1>\nNo server is available to handle this request.', down],
  ['Traefik without a server', 503, 'no available server', down],
  ['Varnish without a server', 503, '<h1>Error 503 Backend fetch failed</h1>', down],
  ['a reason of 401', 401, '{"error":{"code":1,"message":"order a dedicated node"}}', 'http/auth-required'],
  ['a reason of 403', 403, '{"error":{"code":1,"message":"origin is not allowed"}}', 'http/forbidden'],
];

/** The same for a kind, whose server answers each request with a reply. */
export function createRefusals(answering: (reply: Reply) => FaultOf['start']): readonly FaultOf[] {
  return refusals.map(([name, status, body, rule]) => ({
    name,
    start: answering({ status, headers: { 'content-type': 'text/html' }, body }),
    verdict: rule === limit ? 'inconclusive' : 'fail',
    rules: [rule],
  }));
}
