import { failure, type Failure } from '../model/failure.js';
import type { Problem } from '../model/rule.js';

const detail = 'HTTP 503';

/**
 * Reclassifies a failure of one call where the node answered another through the same proxy, a moment before or at the same time: HTTP
 * 503 then means a limit of requests, not a node that is down. nginx answers 503 by default,
 * https://nginx.org/en/docs/http/ngx_http_limit_req_module.html#limit_req_status.
 */
export function reclassifyLimit<Found extends Problem>(found: Found): Found | Failure {
  return found.code === 'http/upstream-down' && found.data['detail'] === detail
    ? failure('net/rate-limited', { detail, retryAfterMs: null })
    : found;
}
