import { failure, type Failure } from '../../model/failure.js';
import type { Problem } from '../../model/rule.js';
import { saysNoBackend, saysNodeIsDown } from '../../net/words.js';

/**
 * Whether proxies refuse with this problem, either for a limit or because the node is down: nginx with HTTP 503,
 * https://nginx.org/en/docs/http/ngx_http_limit_req_module.html#limit_req_status, which its template for gRPC turns into UNAVAILABLE. Not if the proxy
 * says that it is the node, https://github.com/envoyproxy/envoy/issues/4660, or the node does.
 */
export function isLimitLike({ code, data: { detail } }: Problem): boolean {
  if (code !== 'http/upstream-down' || typeof detail !== 'string') return false;
  return /^(?:HTTP 503|UNAVAILABLE)\b/.test(detail) && !saysNodeIsDown(detail);
}

/**
 * Reclassifies a failure of one call if the node answered another through the same proxy, a moment before or at the same time: HTTP
 * 503 and UNAVAILABLE then mean a limit of requests, not a node that is down.
 */
export function reclassifyLimit<Found extends Problem>(found: Found): Found | Failure {
  const { detail } = found.data;
  return isLimitLike(found) && typeof detail === 'string'
    ? failure('net/rate-limited', { detail, retryAfterMs: null })
    : found;
}

/** The same if another host at its address answered: a proxy that says that no server is behind it speaks of this host. */
export function reclassifySharedLimit<Found extends Problem>(problem: Found): Found | Failure {
  const { detail } = problem.data;
  return typeof detail === 'string' && saysNoBackend(detail) ? problem : reclassifyLimit(problem);
}
