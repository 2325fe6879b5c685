import type { Target } from '../model/entry.js';
import type { Problem } from '../model/rule.js';
import { isIpAddress } from '../net/address.js';
import type { LocalFailure } from '../net/connectivity.js';
import type { ProbeResult } from './probe-with-retries.js';

/** Failures that a machine without DNS or without a route sees at every endpoint. */
const nameFailures = new Set(['net/dns-not-found', 'net/dns-failed']);
const routeFailures = new Set(['net/connect-timeout', 'net/unreachable', 'net/ipv6-only']);

export interface ProbedTarget {
  readonly target: Target;
  readonly result: ProbeResult;
}

/**
 * Whether a run should check its own connectivity before it blames any endpoint: every probe failed at its name or on the way, or no name of the run
 * was found. A name that cannot exist (RFC 6761 section 6.4) proves nothing about the machine.
 */
export function suspectsLocalFailure(results: readonly ProbedTarget[]): boolean {
  const telling = results.filter(({ target }) => !cannotExist(target));
  const named = telling.filter(({ target }) => !isIpAddress(target.host));
  return (
    (telling.length > 0 && telling.every((probed) => isPossiblyLocal(probed, 'no-route'))) ||
    (named.length > 0 && named.every((probed) => isPossiblyLocal(probed, 'no-names')))
  );
}

export function isPossiblyLocal({ target, result }: ProbedTarget, failure: LocalFailure): boolean {
  const { problems } = result.observation;
  // A handshake that times out has a connection, and so a route.
  const isLocal = ({ code, data }: Problem) =>
    nameFailures.has(code) || (failure === 'no-route' && routeFailures.has(code) && data['phase'] !== 'tls');
  return problems.length > 0 && problems.every(isLocal) && !cannotExist(target);
}

function cannotExist({ host }: Target): boolean {
  return host.endsWith('.invalid');
}

export function describeLocalFailure(failure: LocalFailure): Problem {
  return { code: 'net/offline', data: { failure } };
}
