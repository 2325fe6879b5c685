import { reclassifySharedLimit } from '../checks/http/reclassify-limit.js';
import type { JsonObject } from '../model/json.js';
import type { ProbedTarget } from './local-failure.js';

interface ProbedHost {
  readonly host: string;
  readonly facts: JsonObject;
}

/**
 * Takes HTTP 503 and UNAVAILABLE for a limit if another host at the same address answered in the same run: behind one proxy a provider's
 * hosts share the proxy's limits, and a limit proves nothing about the node. Pure.
 */
export function reclassifySharedLimits(
  results: ReadonlyMap<string, ProbedTarget>,
): ReadonlyMap<string, ProbedTarget> {
  const hosts = [...results].map(([key, { target, result }]) => ({
    key,
    host: target.host,
    facts: result.observation.facts,
  }));
  const sharing = new Set(listSharing(hosts).map(({ key }) => key));
  return new Map([...results].map(([key, probed]) => [key, sharing.has(key) ? reclassify(probed) : probed]));
}

/** The hosts with another host at their address that answered. Pure. */
export function listSharing<Of extends ProbedHost>(probed: readonly Of[]): readonly Of[] {
  const answering = new Map<string | null, Set<string>>();
  for (const { host, facts } of probed) {
    const address = readIpAddress(facts);
    if (address === null || facts['chainId'] == null) continue;
    const hosts = answering.get(address) ?? new Set();
    answering.set(address, hosts.add(host));
  }
  return probed.filter(({ host, facts }) => {
    const hosts = answering.get(readIpAddress(facts)) ?? new Set();
    return hosts.size > (hosts.has(host) ? 1 : 0);
  });
}

function reclassify({ target, result }: ProbedTarget): ProbedTarget {
  const problems = result.observation.problems.map(reclassifySharedLimit);
  return { target, result: { ...result, observation: { ...result.observation, problems } } };
}

/** The address without its port: one proxy listens on several. */
function readIpAddress({ address }: JsonObject): string | null {
  return typeof address === 'string' ? address.replace(/:\d+$/, '') : null;
}
