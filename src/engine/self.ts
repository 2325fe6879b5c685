import type { Target } from '../model/entry.js';
import type { Problem } from '../model/rule.js';
import type { OwnFault } from '../net/self.js';
import type { Dialled } from './dial.js';

/** Failures that a machine without names, or without a way out, sees at every endpoint. */
const nameFailures = new Set(['net/dns-not-found', 'net/dns-failed']);
const routeFailures = new Set(['net/connect-timeout', 'net/unreachable', 'net/ipv6-only']);

/** A target and what came of dialling it. */
export interface DialledTarget {
  readonly target: Target;
  readonly dialled: Dialled;
}

/**
 * Whether a run should look at itself before it blames anyone: everything that was dialled failed at its name or on the way,
 * at two hosts or more. A name that cannot exist (RFC 6761) says nothing about the machine.
 */
export function suspectsSelf(results: readonly DialledTarget[]): boolean {
  const telling = results.filter(({ target }) => !target.host.endsWith('.invalid'));
  const hosts = new Set(telling.map(({ target }) => target.host));
  return hosts.size >= 2 && telling.every(({ dialled }) => mayBeOwn(dialled, 'no-route'));
}

/** Whether a failure may be this machine's own, given what is wrong with it. */
export function mayBeOwn({ observed }: Dialled, fault: OwnFault): boolean {
  const codes = observed.judge(null, new Date()).map(({ code }) => code);
  const own = (code: string) => nameFailures.has(code) || (fault === 'no-route' && routeFailures.has(code));
  return codes.length > 0 && codes.every(own);
}

/** What to say once of the machine. */
export function describeOwnFault(fault: OwnFault): Problem {
  return { code: 'net/offline', data: { fault } };
}
