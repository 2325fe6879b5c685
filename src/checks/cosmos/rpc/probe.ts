import type { PhasesMs } from '../../../model/report.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import { type HttpConnection, openHttp } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { checkCors, type Cors } from '../../http/cors.js';
import { probeFollowing, type Redirect } from '../../http/follow-redirect.js';
import { callAgainIfConfused, callAlone, findCode, type HttpCall, isOpen } from '../../http/calls.js';
import { type HttpTransport, pickPeer } from '../../node/transport.js';
import type { Archive } from '../archive.js';
import { findArchiveOverHttp } from '../archive-over-http.js';
import { appendPath } from '../../url/http-url.js';
import { nameOtherKind } from '../../http/identify.js';
import { readRpcAnswer, type RpcAnswer, type RpcOutcome, type RpcRoute } from './answer.js';
import { confirmPost, findPostRedirect, formatPost, graceMs, post } from './post.js';
import { findRefusal, type Refusal } from './refusal.js';

/** What the probe of a CometBFT RPC observed. */
export interface RpcObservation extends HttpTransport {
  /** The answer to GET /status, else to POST, else to GET /block. */
  readonly node: RpcOutcome;
  /** The answer to POST besides that to GET: balancers over nodes of two chains report one and then the other. */
  readonly second: RpcAnswer | null;
  /** Which request was refused, if another one was answered. */
  readonly refusal: Refusal | null;
  /** Of the status, or else of a POST to the url itself. */
  readonly redirect: Redirect | null;
  /** Null if no entry claims an archive, or nothing is proved. */
  readonly archive: Archive | null;
  readonly cors: Cors;
  readonly phasesMs: PhasesMs;
}

/**
 * Requests the status by GET, as browsers and monitors do, and by POST, as CosmJS does: on the first attempt at once, on one connection, later one
 * after the other. If neither is answered, the newest block shows the chain and its head.
 */
export async function probeRpc(context: ProbeContext, attempt: number): Promise<RpcObservation> {
  const observations: RpcObservation[] = [];
  const last = await probeFollowing(
    context,
    { method: 'GET', route: '/status' },
    async (targetContext) => {
      const observation = await probeAt(targetContext, attempt);
      observations.push(observation);
      return observation;
    },
    ({ node, refusal }) => {
      if (node.kind === 'problem') return node.problem;
      return refusal?.code === 'rpc/no-get' ? refusal.problem : null;
    },
  );
  const [first = last] = observations;
  // If a redirect of the GET fails, the answer to the POST counts.
  return last.node.kind === 'problem' && first.node.kind === 'result' ? first : last;
}

async function probeAt(context: ProbeContext, attempt: number): Promise<RpcObservation> {
  const { target, clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const node = await nameOtherKind(context, { kind: 'problem', problem: opened.failure }, listing);
    const { secure } = target;
    return { ...unanswered, connection: null, secure, node, phasesMs: clock.read() };
  }
  const connection = opened.value;
  try {
    const { got, posted, isFree } = await requestStatus(context, connection, attempt);
    const isOnlyPosted = got.kind === 'problem' && posted?.kind === 'result';
    const status = isOnlyPosted ? posted : got;
    const block = isPossiblyBlocked(status) ? await getHeader(context, isFree ? connection : null) : null;
    const phasesMs = clock.read();
    const node = await nameOtherKind(
      context,
      block === null ? status : chooseOutcome(status, block),
      listing,
    );
    const redirect = got.kind === 'result' ? await findPostRedirect(context, posted) : null;
    const path = appendPath(target.path, status.kind === 'result' ? '/status' : '/block');
    const request = isOnlyPosted ? formatPost(target) : ({ method: 'GET', path } as const);
    return {
      connection: pickPeer(connection),
      secure: target.secure,
      node,
      second: got.kind === 'result' && posted?.kind === 'result' ? posted : null,
      refusal: redirect === null ? findRefusal(got, posted, node) : null,
      redirect,
      archive:
        node.kind === 'result'
          ? await findArchiveOverHttp(context, connection, (height) =>
              appendPath(target.path, `/block?height=${height}`),
            )
          : null,
      cors: node.kind === 'result' ? await checkCors(context, request) : null,
      phasesMs,
    };
  } finally {
    connection.close();
  }
}

/** What stays unknown of an endpoint that does not answer. */
const unanswered = { second: null, refusal: null, redirect: null, archive: null, cors: null } as const;

/** The outcomes of the status by GET and by POST; the latter is null if it was not requested, or not answered in time. */
interface Status {
  readonly got: RpcOutcome;
  readonly posted: RpcOutcome | null;
  /** False if a request is not answered and holds up all that follow it on the connection. */
  readonly isFree: boolean;
}

async function requestStatus(
  context: ProbeContext,
  connection: HttpConnection,
  attempt: number,
): Promise<Status> {
  const getStatus = get(context, 'status');
  const first = getStatus(connection);
  const early = attempt === 1 ? post(context.target)(connection) : null;
  const answer = await first;
  // On the first attempt another request follows it.
  const got = early === null ? answer : await callAgainIfConfused(context, answer, getStatus);
  // Nothing more is requested after a limit or a failure.
  const canPost = got.kind === 'result' || !isOpen(got.problem);
  const pending = early ?? (canPost ? post(context.target)(connection) : null);
  if (pending === null) return { got, posted: null, isFree: true };
  const shared = await waitAtMost(pending, graceMs);
  if (shared === aborted) return { got, posted: null, isFree: false };
  return { got, posted: await confirmPost(context, got, shared), isFree: true };
}

/** A GET of a route, to be made on any connection. */
function get({ target }: ProbeContext, route: RpcRoute): HttpCall<RpcOutcome> {
  return async (connection) => {
    const answer = await connection.get({}, appendPath(target.path, `/${route}`));
    return answer.ok ? readRpcAnswer(route, answer.value) : { kind: 'problem', problem: answer.failure };
  };
}

/** Whether /status is refused in the way in which providers refuse a single route. */
function isPossiblyBlocked(status: RpcOutcome): boolean {
  if (status.kind === 'result') return false;
  const { code, data } = status.problem;
  if (code === 'http/status') return [404, 405].includes(data.status);
  return ['http/forbidden', 'rpc/method-missing', 'rpc/rpc-error'].includes(code);
}

/** The newest block, or only its header if the block is beyond the limit; on a new connection if none is passed. */
async function getHeader(context: ProbeContext, connection: HttpConnection | null): Promise<RpcOutcome> {
  const getBlock = get(context, 'block');
  const block =
    connection === null
      ? await callAlone(context, getBlock, context.budgetMs)
      : await callAgainIfConfused(context, await getBlock(connection), getBlock);
  if (findCode(block) !== 'net/response-too-large') return block;
  const commit = await callAlone(context, get(context, 'commit'), context.budgetMs);
  return commit.kind === 'result' ? commit : block;
}

/** The block that was requested in place of a refused status, or why there is neither. */
function chooseOutcome(status: RpcOutcome, block: RpcOutcome): RpcOutcome {
  return block.kind === 'result' || isOpen(block.problem) ? block : status;
}

/** The answers that may come from an endpoint of another kind. */
const listing = {
  listedAs: 'rpc',
  answers: ['rpc/not-json', 'rpc/method-missing', 'rpc/bad-envelope', 'rpc/malformed-response'],
} as const;
