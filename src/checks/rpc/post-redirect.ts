import { parseUrl } from '../../model/parse-url.js';
import { aborted, waitAtMost } from '../../net/abort.js';
import type { HttpConnection } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { parseHost } from '../../net/address.js';
import { formatTarget, type Redirect } from '../follow-redirect.js';
import { callAlone, type FailedOutcome, findCode, type HttpCall } from '../http-calls.js';
import { appendPath } from '../http-url.js';
import { readRpcAnswer, type RpcOutcome } from './answer.js';

/** The status by JSON-RPC over HTTP, as CosmJS requests it: https://docs.cometbft.com/v0.38/rpc/. */
const getStatus = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status', params: {} });

/** How long the answer to a POST may take; one that is later says nothing. */
const limitMs = 2_000;

/**
 * The redirect of a POST from `/rpc` to `/rpc/`, null where there is none: nginx has it for a `location /rpc/`, where `/rpc/status` is answered,
 * and clients then GET a page (RFC 9110 section 15.4). Only where a POST to `/rpc/` is answered.
 */
export async function findPostRedirect(
  context: ProbeContext,
  connection: HttpConnection,
): Promise<Redirect | null> {
  const { target, signal } = context;
  const slashed = appendPath(target.path, '/');
  // An empty path and `/` are the same request.
  if (target.endsWithSlash === true || slashed.startsWith('/?') || slashed === '/') return null;
  const post = async (path: string): Promise<RpcOutcome | FailedOutcome | null> => {
    const call: HttpCall<RpcOutcome> = async (own) => {
      const answer = await own.post(getStatus, {}, path);
      return answer.ok ? readRpcAnswer('status', answer.value) : { kind: 'problem', problem: answer.failure };
    };
    if (signal.aborted) return null;
    const outcome = await waitAtMost(call(connection), limitMs);
    if (outcome === aborted) return null;
    // A server may close after each answer (RFC 9112 section 9.6).
    const isReset = findCode(outcome) === 'net/reset' && !signal.aborted;
    return isReset ? callAlone(context, call, limitMs) : outcome;
  };
  const first = await post(target.path);
  if (first?.kind !== 'problem' || first.problem.code !== 'http/redirect') return null;
  const { status, location } = first.problem.data;
  // After the others clients repeat the POST.
  if (![301, 302, 303].includes(status) || location === null) return null;
  const url = formatTarget({ ...target, path: slashed });
  // Behind a proxy, nginx does not know the scheme and the port of the url.
  const to = parseUrl(location, formatTarget(target));
  if (to === null || parseHost(to.hostname) !== target.host || to.pathname + to.search !== slashed)
    return null;
  const second = await post(slashed);
  if (second?.kind !== 'result') return null;
  return { code: 'http/redirect', data: { status, location, followed: url, method: 'POST' } };
}
