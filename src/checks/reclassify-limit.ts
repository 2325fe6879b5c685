import { failure, type Failure } from '../model/failure.js';
import type { Problem } from '../model/rule.js';

const detail = 'HTTP 503';

/**
 * What a failure of one call means where the node answered another through the same proxy, a moment before or at the same time: HTTP
 * 503 is then no node that is down but a limit of requests. nginx (`limit_req`, `limit_conn`) says 503 unless it is told to say 429.
 */
export function reclassifyLimit<Found extends Problem>(found: Found): Found | Failure {
  return found.code === 'http/upstream-down' && found.data['detail'] === detail
    ? failure('net/rate-limited', { detail, retryAfterMs: null })
    : found;
}
