import type { Failure } from '../../model/failure.js';
import type { Target } from '../../model/entry.js';
import { parseUrl } from '../../model/parse-url.js';
import type { RuleProblem } from '../../model/rule.js';
import { formatAddress, parseHost, parsePort } from '../../net/address.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { appendPath } from '../url/http-url.js';

/** A redirect that was followed: the problem to report, as a warning. */
export type Redirect = Extract<Failure, { code: 'http/redirect' }>;

interface Observed {
  readonly problem: RuleProblem | null;
  /** The problem of the first request, which may be another one than that of the endpoint. */
  readonly firstProblem: RuleProblem | null;
  readonly redirect: Redirect | null;
}

/** The request whose answer decides. Its route is below the path of the target; empty for that path itself. */
export interface FirstRequest {
  readonly method: 'GET' | 'POST';
  readonly route: string;
}

/** Whether clients repeat a request unchanged after such a redirect, even a POST (RFC 9110 section 15.4.8, 15.4.9). */
export function keepsMethod({ status }: { readonly status: number }): boolean {
  return status === 307 || status === 308;
}

/**
 * Probes a target, and if its answer to the first request redirects, what it redirects to: once, never from TLS to plain http, and to another host
 * only as clients do, with the method unchanged. The first observation stands after a second redirect, and if only there another request was answered.
 */
export async function probeFollowing<Of extends Observed>(
  context: ProbeContext,
  request: FirstRequest,
  probe: (context: ProbeContext) => Promise<Of>,
): Promise<Of> {
  const first = await probe(context);
  const problem = first.firstProblem as Failure | null;
  if (problem?.code !== 'http/redirect' || context.signal.aborted) return first;
  const target = resolveRedirect(context.target, request, problem.data);
  if (target === null) return first;
  const second = await probe({ ...context, target, clock: context.clock.startAnother() });
  const remaining = second.firstProblem;
  if (remaining?.code === 'http/redirect' || (second.problem !== null && first.problem === null))
    return first;
  const followed = remaining === null ? formatTarget(target) : null;
  return { ...second, redirect: { ...problem, data: { ...problem.data, followed } } };
}

/**
 * The target whose route a redirect of a target's route leads to (RFC 9110 section 10.2.2), null if it is not followed: to another host or
 * after a POST if clients would GET it, from TLS to plain http, with credentials, to another route, or back.
 */
export function resolveRedirect(
  target: Target,
  { method, route }: FirstRequest,
  redirect: Redirect['data'],
): Target | null {
  const { location } = redirect;
  if (method === 'POST' && !keepsMethod(redirect)) return null;
  const from = formatTarget(route === '' ? target : { ...target, path: appendPath(target.path, route) });
  // One that is longer than a message was cut, so that its end is not known.
  const next = location === null || location.endsWith('…') ? null : parseUrl(location, from);
  if (next === null || next.href === parseUrl(from)?.href) return null;
  const secure = next.protocol === 'https:';
  if (!secure && (next.protocol !== 'http:' || target.secure)) return null;
  const host = parseHost(next.hostname);
  const port = next.port === '' ? (secure ? 443 : 80) : parsePort(next.port);
  if (next.username !== '' || next.password !== '' || host === null || port === null) return null;
  if (host !== target.host && !keepsMethod(redirect)) return null;
  // The base of all routes is known only if the redirect keeps the route.
  if (!next.pathname.endsWith(route)) return null;
  const base = next.pathname.slice(0, next.pathname.length - route.length);
  return { host, port, path: `${base === '' ? '/' : base}${next.search}`, secure };
}

export function formatTarget({ host, port, path, secure }: Target): string {
  const defaultPort = secure ? 443 : 80;
  const authority = formatAddress(host, port).replace(new RegExp(`:${defaultPort}$`), '');
  return `http${secure ? 's' : ''}://${authority}${path === '/' ? '' : path}`;
}
