import type { Target } from '../../../model/entry.js';
import { parseUrl } from '../../../model/parse-url.js';
import type { RuleProblem } from '../../../model/rule.js';
import { parseHost } from '../../../net/address.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { isTransientRefusal } from '../../../net/refusal.js';
import { callAlone, type HttpCall, postOf } from '../../http/requests.js';
import type { PageRequest } from '../../http/cors.js';
import { formatTarget, type Redirect } from '../../http/follow-redirect.js';
import { isOpen } from '../../http/outcome.js';
import { appendPath } from '../../url/http-url.js';
import { readRpcAnswer, type RpcOutcome } from './answer.js';

/** The status by JSON-RPC over HTTP, as CosmJS requests it: https://docs.cometbft.com/v0.38/rpc/. */
const getStatus = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status', params: {} });

/** How much longer a POST may take than the GET that it was sent with. */
export const graceMs = 500;

/** The POST of the status to the url as it is listed, as a page would make it. */
export function formatPost({ path, endsWithSlash }: Target): PageRequest & { readonly method: 'POST' } {
  const headers = { 'content-type': 'application/json' };
  const listed = endsWithSlash === true ? appendPath(path, '/') : path;
  return { method: 'POST', path: listed, headers, body: getStatus };
}

/** That POST, to be made on any connection; `path` takes the place of the listed one. */
export function post(target: Target, path = formatPost(target).path): HttpCall<RpcOutcome> {
  return postOf(path, getStatus, (answer) => readRpcAnswer('status', answer, 'POST'));
}

/**
 * A POST that shared a connection with a GET is repeated on another one if the GET was answered or refused and the POST not read, or if only the GET
 * was answered: a server may close after each answer (RFC 9112 section 9.6), or be unable to read a second request before it has answered the first.
 */
export async function confirmPost(
  context: ProbeContext,
  get: RpcOutcome,
  shared: RpcOutcome,
): Promise<RpcOutcome> {
  if (shared.kind === 'result' || context.signal.aborted) return shared;
  const { code } = shared.problem;
  const isAnswered = get.kind === 'result';
  const isRefused = isAnswered && code !== 'http/redirect' && !isOpen(shared.problem);
  const isUnread = code === 'net/reset' && (isAnswered || !isOpen(get.problem));
  if (!isRefused && !isUnread) return shared;
  const again = post(context.target);
  return isAnswered ? callInTime(context, again) : callAlone(context, again, context.budgetMs);
}

/** On another connection, beside an answered GET: for the time that it took and a little more, since a silent server must not keep the check waiting. */
function callInTime(context: ProbeContext, call: HttpCall<RpcOutcome>): Promise<RpcOutcome> {
  return callAlone(context, call, (context.clock.read().total ?? 0) + graceMs);
}

/**
 * The redirect of a POST from `/rpc` to `/rpc/`, null without one: nginx makes it for a `location /rpc/`. `/rpc/status` is answered there, but
 * clients follow the redirect of a POST with a GET and get a page (RFC 9110 section 15.4). Reported only if a POST to `/rpc/` is answered.
 */
export async function findPostRedirect(
  context: ProbeContext,
  posted: RpcOutcome | null,
): Promise<Redirect | null> {
  if (posted?.kind !== 'problem' || posted.problem.code !== 'http/redirect') return null;
  const { status, location } = posted.problem.data;
  const { target } = context;
  const slashed = appendPath(target.path, '/');
  // An empty path and `/` are the same request.
  if (target.endsWithSlash === true || slashed.startsWith('/?') || slashed === '/') return null;
  if (repeatsPost(status) || location === null || context.signal.aborted) return null;
  const url = formatTarget({ ...target, path: slashed });
  // Behind a proxy, nginx does not know the scheme and the port of the url.
  const next = parseUrl(location, formatTarget(target));
  if (next === null || parseHost(next.hostname) !== target.host || next.pathname + next.search !== slashed)
    return null;
  const second = await callInTime(context, post(target, slashed));
  if (second.kind !== 'result') return null;
  return { code: 'http/redirect', data: { status, location, followed: url, method: 'POST' } };
}

/** Whether clients repeat a POST after a redirect, rather than send a GET (RFC 9110 section 15.4). */
function repeatsPost(status: number): boolean {
  return ![301, 302, 303].includes(status);
}

/**
 * Which requests of the status were refused (POST, GET or both), and how, if the node answered one of them or the newest block. A limit, a bot
 * protection or a failure of one request is no evidence. Pure.
 */
export function findRefusal(
  got: RpcOutcome,
  posted: RpcOutcome | null,
  node: RpcOutcome,
): {
  readonly code: `rpc/${'no-post' | 'no-get' | 'status-unavailable'}`;
  readonly problem: RuleProblem;
} | null {
  if (got.kind === 'problem') {
    const { problem } = got;
    if (posted?.kind === 'result') return isEvident(got) ? { code: 'rpc/no-get', problem } : null;
    return node.kind === 'result' ? { code: 'rpc/status-unavailable', problem } : null;
  }
  if (posted?.kind !== 'problem' || !isEvident(posted)) return null;
  const { problem } = posted;
  // Clients repeat the POST there, and its answer is unknown.
  if (problem.code === 'http/redirect' && repeatsPost(problem.data.status)) return null;
  return { code: 'rpc/no-post', problem };
}

/** Whether a request is refused for good: no limit, no failure, and no error that a retry may cure. */
function isEvident({ problem }: Extract<RpcOutcome, { kind: 'problem' }>): boolean {
  if (problem.code !== 'rpc/rpc-error') return !isOpen(problem);
  return !isTransientRefusal({ code: problem.data.code, words: problem.data.detail });
}
