import type { Problem } from '../model/rule.js';
import type { ProbedTarget } from './local-failure.js';

/** How nginx's `limit_req` and `limit_conn` refuse by default (ngx_http_limit_req_module, `limit_req_status`). */
export function isServiceUnavailable({ code, data }: Problem): boolean {
  return code === 'http/upstream-down' && data['detail'] === 'HTTP 503';
}

/**
 * Takes HTTP 503 for a limit where another host at the same address answered in the same run: behind one proxy a provider's hosts share
 * the proxy's limits, and a limit proves nothing about the node. Pure.
 */
export function reclassifySharedLimits(
  results: ReadonlyMap<string, ProbedTarget>,
): ReadonlyMap<string, ProbedTarget> {
  const answering = new Map<string, Set<string>>();
  for (const probed of results.values()) {
    const address = readIpAddress(probed);
    if (address === null || !hasAnswered(probed)) continue;
    const hosts = answering.get(address) ?? new Set();
    answering.set(address, hosts.add(probed.target.host));
  }
  return new Map(
    [...results].map(([key, probed]) => {
      const hosts = answering.get(readIpAddress(probed) ?? '') ?? new Set();
      const others = hosts.size - (hosts.has(probed.target.host) ? 1 : 0);
      return [key, others > 0 ? reclassify(probed) : probed];
    }),
  );
}

function reclassify({ target, result }: ProbedTarget): ProbedTarget {
  const problems = result.observation.problems.map((problem) =>
    isServiceUnavailable(problem)
      ? { code: 'net/rate-limited', data: { detail: 'HTTP 503', retryAfterMs: null } }
      : problem,
  );
  return { target, result: { ...result, observation: { ...result.observation, problems } } };
}

/** The address without its port: one proxy listens on several. */
function readIpAddress({ result }: ProbedTarget): string | null {
  const { address } = result.observation.facts;
  return typeof address === 'string' ? address.replace(/:\d+$/, '') : null;
}

function hasAnswered({ result }: ProbedTarget): boolean {
  return result.observation.facts['chainId'] != null;
}
