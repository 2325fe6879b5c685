import { failure, type Failure } from '../../model/failure.js';
import type { Problem, RuleProblem } from '../../model/rule.js';
import { saysNoBackend, saysNodeIsDown } from '../../net/words.js';

export type Outcome = { readonly kind: 'result' } | FailedOutcome<RuleProblem>;

export interface FailedOutcome<Found extends Problem = Failure> {
  readonly kind: 'problem';
  readonly problem: Found;
}

/** Maximum Retry-After that is honoured for a request that follows an answered one, and how long its answer may take. */
export const longestPauseMs = 5_000;

export function findCode(outcome: Outcome): string | null {
  return outcome.kind === 'problem' ? outcome.problem.code : null;
}

/** Whether a problem leaves open what the endpoint would have answered, so that a refusal of another request does not decide. */
export function isOpen({ code }: Problem): boolean {
  return code.startsWith('net/') || code === 'http/challenged' || code === 'http/upstream-down';
}

/**
 * Whether proxies refuse with this problem, either for a limit or because the node is down: nginx with HTTP 503,
 * https://nginx.org/en/docs/http/ngx_http_limit_req_module.html#limit_req_status, which its template for gRPC turns into UNAVAILABLE. Not if the proxy
 * says that it is the node, https://github.com/envoyproxy/envoy/issues/4660, or the node does.
 */
export function isLimitLike({ code, data: { detail } }: Problem): boolean {
  if (code !== 'http/upstream-down' || typeof detail !== 'string') return false;
  return /^(?:HTTP 503|UNAVAILABLE)\b/.test(detail) && !saysNodeIsDown(detail);
}

/** HTTP 503 and UNAVAILABLE mean a limit if the node answered another call through the same proxy, just before or at the same time. */
export function reclassifyLimit<Found extends Problem>(problem: Found): Found | Failure {
  if (!isLimitLike(problem)) return problem;
  return failure('net/rate-limited', { detail: problem.data['detail'] as string, retryAfterMs: null });
}

/** The same if another host at its address answered: a proxy that says that no server is behind it speaks of this host. */
export function reclassifySharedLimit<Found extends Problem>(problem: Found): Found | Failure {
  const { detail } = problem.data;
  return typeof detail === 'string' && saysNoBackend(detail) ? problem : reclassifyLimit(problem);
}
