import { failure, type Failure } from '../../model/failure.js';
import type { Problem } from '../../model/rule.js';

/**
 * How a proxy refuses: nginx with HTTP 503, https://nginx.org/en/docs/http/ngx_http_limit_req_module.html#limit_req_status, which its template
 * for gRPC turns into UNAVAILABLE. Not if Envoy says that it is the node, https://github.com/envoyproxy/envoy/issues/4660, or the node does.
 */
const refusal =
  /^HTTP 503$|^UNAVAILABLE\b(?!.*(?:upstream|connect|dial|route|timeout|timed out|EOF|starting|shutting|not ready))/is;

/** Whether proxies refuse with this problem, either for a limit or because the node is down. */
export function isLimitLike({ code, data }: Problem): boolean {
  return code === 'http/upstream-down' && typeof data['detail'] === 'string' && refusal.test(data['detail']);
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
