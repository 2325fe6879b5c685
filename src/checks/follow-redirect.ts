import type { Failure } from '../model/failure.js';
import type { Target } from '../model/entry.js';
import { parseUrl } from '../model/parse-url.js';
import type { Problem } from '../model/rule.js';
import { formatAddress, parseHost } from '../net/address.js';
import type { ProbeContext } from '../net/probe-context.js';
import { appendPath } from './http-url.js';

/** A redirect that was followed: the problem to report, as a warning. */
export type Redirect = Extract<Failure, { code: 'http/redirect' }>;

/** What a probe observed that follows a redirect. */
interface Redirected {
  readonly redirect: Redirect | null;
}

/**
 * Probes a target, and where its answer to a GET of `route` redirects, what it redirects to: once, on the same host only, and never from TLS to
 * plain http. Its host is resolved and judged like that of an entry. After a second redirect the first observation stands.
 */
export async function probeFollowing<Observed extends Redirected>(
  context: ProbeContext,
  route: string,
  probe: (context: ProbeContext) => Promise<Observed>,
  findProblem: (observed: Observed) => Problem | null,
): Promise<Observed> {
  const first = await probe(context);
  const problem = findProblem(first) as Failure | null;
  if (problem?.code !== 'http/redirect' || context.signal.aborted) return first;
  const target = resolveRedirect(context.target, route, problem.data.location);
  if (target === null) return first;
  const second = await probe({ ...context, target, clock: context.clock.startAnother() });
  const remaining = findProblem(second);
  if (remaining?.code === 'http/redirect') return first;
  const followed = remaining === null ? formatTarget(target) : null;
  return { ...second, redirect: { ...problem, data: { ...problem.data, followed } } };
}

/**
 * The target whose route a redirect of a target's route leads to (RFC 9110 section 10.2.2), null where it leads elsewhere: to another host,
 * from TLS to plain http, to another route, or back.
 */
export function resolveRedirect(target: Target, route: string, location: string | null): Target | null {
  const from = formatTarget({ ...target, path: appendPath(target.path, route) });
  const to = location === null || isTruncated(location) ? null : parseUrl(location, from);
  if (to === null || to.href === from) return null;
  const secure = to.protocol === 'https:';
  if (!secure && (to.protocol !== 'http:' || target.secure)) return null;
  if (to.username !== '' || to.password !== '' || parseHost(to.hostname) !== target.host) return null;
  // Only below the same route is there a base for the others.
  if (!to.pathname.endsWith(route)) return null;
  const base = to.pathname.slice(0, -route.length);
  return {
    host: target.host,
    port: to.port === '' ? (secure ? 443 : 80) : Number(to.port),
    path: `${base === '' ? '/' : base}${to.search}`,
    secure,
  };
}

/** The url of a target, as one would list it. */
export function formatTarget({ host, port, path, secure }: Target): string {
  const usual = secure ? 443 : 80;
  const authority = formatAddress(host, port).replace(new RegExp(`:${usual}$`), '');
  return `http${secure ? 's' : ''}://${authority}${path === '/' ? '' : path}`;
}

/** A location is cut to the length of a message; the end of a longer one is not known. */
function isTruncated(location: string): boolean {
  return location.endsWith('…');
}
