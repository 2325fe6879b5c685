import type { PhasesMs } from '../../model/report.js';
import type { Problem } from '../../model/rule.js';
import { aborted, waitAtMost } from '../../net/abort.js';
import { type HttpConnection, openHttp } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { checkCors, type Cors } from '../cors.js';
import { probeFollowing, type Redirect } from '../follow-redirect.js';
import { callAgainIfReset, callAlone, findCode, type HttpCall, isOpen, reclassify } from '../http-calls.js';
import { type HttpTransport, pickPeer } from '../http-transport.js';
import { appendPath } from '../http-url.js';
import { findOtherKind } from '../identify.js';
import { findPostRedirect } from './post-redirect.js';
import { readRpcAnswer, type RpcNode, type RpcOutcome, type RpcRoute } from './answer.js';

/** What the probe of a CometBFT RPC observed. */
export interface RpcObservation extends HttpTransport {
  /** The answer to /status, or to /block where that is refused. */
  readonly node: RpcOutcome;
  /** The answer to /status once more: balancers over nodes of two chains report one and then the other. */
  readonly secondNode: RpcNode | null;
  /** Why /status was not answered, where /block was. */
  readonly statusProblem: Problem | null;
  /** Of the status, or else of a POST to the url itself. */
  readonly redirect: Redirect | null;
  readonly cors: Cors;
  readonly phasesMs: PhasesMs;
}

/** How long the second answer, which was requested with the first, may take after it. */
const graceMs = 500;

/**
 * Requests the status: on the first attempt twice at once, on one connection, later once. Where /status is refused, the newest block tells
 * the chain and its head.
 */
export function probeRpc(context: ProbeContext, attempt: number): Promise<RpcObservation> {
  return probeFollowing(
    context,
    '/status',
    (own) => probeAt(own, attempt, own.target === context.target),
    ({ node }) => (node.kind === 'problem' ? node.problem : null),
  );
}

/** Of a target that was followed to, only the status counts. */
async function probeAt(context: ProbeContext, attempt: number, isListed: boolean): Promise<RpcObservation> {
  const { target, clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const node = await nameOtherKind(context, { kind: 'problem', problem: opened.failure });
    const { secure } = target;
    return { ...nothingElse, connection: null, secure, node, statusProblem: null, phasesMs: clock.read() };
  }
  const connection = opened.value;
  try {
    const getStatus = get(context, 'status');
    const first = getStatus(connection);
    const again = attempt === 1 ? getStatus(connection) : null;
    const answer = await first;
    // On the first attempt another request follows it.
    const own = again === null ? answer : await callAgainIfReset(context, answer, getStatus);
    const second = again === null ? null : await waitAtMost(again, graceMs);
    const isAnswered = second !== null && second !== aborted && second.kind === 'result';
    // What is refused once in two for a limit is answered all the same.
    const status = isAnswered && findCode(reclassify(own)) === 'net/rate-limited' ? second : own;
    // A request that is not answered holds up all that follow it on the connection.
    const block = mayBeBlocked(status)
      ? await getHeader(context, second === aborted ? null : connection)
      : null;
    const phasesMs = clock.read();
    const node = await nameOtherKind(context, block === null ? status : chooseOutcome(status, block));
    const path = appendPath(target.path, status.kind === 'result' ? '/status' : '/block');
    // A request that is not answered holds up those that follow it.
    const mayPost = isListed && status.kind === 'result' && second !== aborted;
    return {
      ...nothingElse,
      connection: pickPeer(connection),
      secure: target.secure,
      node,
      secondNode: status.kind === 'result' && isAnswered ? second.node : null,
      statusProblem: node.kind === 'result' && status.kind === 'problem' ? status.problem : null,
      redirect: mayPost ? await findPostRedirect(context, connection) : null,
      cors: node.kind === 'result' ? await checkCors(context, { method: 'GET', path }) : null,
      phasesMs,
    };
  } finally {
    connection.close();
  }
}

/** What only an endpoint that answers tells. */
const nothingElse = { secondNode: null, redirect: null, cors: null } as const;

/** A GET of a route, to be made on any connection. */
function get({ target }: ProbeContext, route: RpcRoute): HttpCall<RpcOutcome> {
  return async (connection) => {
    const answer = await connection.get({}, appendPath(target.path, `/${route}`));
    return answer.ok ? readRpcAnswer(route, answer.value) : { kind: 'problem', problem: answer.failure };
  };
}

/** Whether /status is refused in a way in which providers refuse a single route. */
function mayBeBlocked(status: RpcOutcome): boolean {
  if (status.kind === 'result') return false;
  const { code, data } = status.problem;
  if (code === 'http/status') return [404, 405].includes(data.status);
  return ['http/forbidden', 'rpc/method-missing', 'rpc/rpc-error'].includes(code);
}

/** The newest block, or its header alone where the block is larger than what is read; on a connection of its own where none is given. */
async function getHeader(context: ProbeContext, connection: HttpConnection | null): Promise<RpcOutcome> {
  const getBlock = get(context, 'block');
  const block =
    connection === null
      ? await callAlone(context, getBlock, context.budgetMs)
      : await callAgainIfReset(context, await getBlock(connection), getBlock);
  if (findCode(block) !== 'net/response-too-large') return block;
  const commit = await callAlone(context, get(context, 'commit'), context.budgetMs);
  return commit.kind === 'result' ? commit : block;
}

/** Of a refused status and the block that was requested in its place: the block, or why there is neither. */
function chooseOutcome(status: RpcOutcome, block: RpcOutcome): RpcOutcome {
  return block.kind === 'result' || isOpen(block.problem) ? block : status;
}

/** The outcome, or that the endpoint is of another kind where it answers as one. */
async function nameOtherKind(context: ProbeContext, outcome: RpcOutcome): Promise<RpcOutcome> {
  const answers = ['rpc/not-json', 'rpc/method-missing', 'rpc/bad-envelope', 'rpc/malformed-response'];
  const kind = await findOtherKind(context, findCode(outcome) ?? '', { listedAs: 'rpc', answers });
  return kind === null ? outcome : { kind: 'problem', problem: { code: 'rpc/other-kind', data: { kind } } };
}
