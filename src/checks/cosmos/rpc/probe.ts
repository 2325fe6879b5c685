import { aborted, waitAtMost } from '../../../net/abort.js';
import type { HttpConnection } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { type NodeAnswers, noAnswers, type NodeObservation } from '../../node/observation.js';
import { callAgainIfConfused, callAlone, callNext, callOnce, type HttpCall } from '../../http/calls.js';
import { findCode, isOpen } from '../../http/outcome.js';
import { type Requests } from '../../http/requests.js';
import { type HttpNodeAnswers, probeOverHttp } from '../../node/probe-over-http.js';
import { appendPath } from '../../url/http-url.js';
import {
  readArchiveBlock,
  readStateQuery,
  readStatusQuery,
  readTxSearch,
  stateQuery,
  statusQuery,
} from '../archive.js';
import { type CosmosCalls, createFurther } from '../capabilities.js';
import { readRpcAnswer, readRpcResult, type RpcAnswer, type RpcOutcome, type RpcRoute } from './answer.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import { describeCometNode } from '../comet-status.js';
import {
  confirmPost,
  findPostRedirect,
  formatPost,
  graceMs,
  post,
  findRefusal,
  type Refusal,
} from './post.js';

/**
 * Requests the status by GET, as browsers and monitors do, and by POST, as CosmJS does: on the first attempt at once, on one connection, later one
 * after the other. If neither is answered, the newest block shows the chain and its head.
 */
export function probeRpc(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  const first = { method: 'GET', route: '/status' } as const;
  return probeOverHttp({ first, ask, listing }, context, attempt);
}

async function ask(requests: Requests): Promise<HttpNodeAnswers> {
  const { context, connection } = requests;
  const { target } = context;
  const { got, posted: inTime, late, isFree } = await requestStatus(requests);
  const isBlocked = inTime?.kind !== 'result' && isPossiblyBlocked(got);
  const block = isBlocked ? await getHeader(context, isFree ? connection : null) : null;
  const posted = late === null || block?.kind === 'result' ? inTime : await late();
  const isOnlyPosted = got.kind === 'problem' && posted?.kind === 'result';
  const status = isOnlyPosted ? posted : got;
  const node = [block, posted].reduce<RpcOutcome>(chooseOutcome, status);
  const redirect = got.kind === 'result' ? await findPostRedirect(context, posted) : null;
  const refusal = redirect === null ? findRefusal(got, posted, node) : null;
  const path = appendPath(target.path, status.kind === 'result' ? '/status' : '/block');
  const answers = describeAnswers(
    node,
    got.kind === 'result' && posted?.kind === 'result' ? [posted] : [],
    refusal,
  );
  return {
    ...answers,
    problem: node.kind === 'problem' ? node.problem : null,
    firstProblem: refusal?.code === 'rpc/no-get' ? refusal.problem : null,
    redirect,
    // Explorers GET, CosmJS posts.
    pages: [
      ...(isOnlyPosted ? [] : [{ method: 'GET', path } as const]),
      ...(posted?.kind === 'result' ? [formatPost(target)] : []),
    ],
    further: createFurther('rpc', answers.facts['txIndex'], (limited, isOnce) =>
      createCalls(limited, connection, isOnce ? callOnce : callNext),
    ),
  };
}

/**
 * What the answers say of the node: `node` is that to GET /status, else to POST, else to GET /block, `others` that to POST besides GET. CosmJS reads
 * the latter.
 */
function describeAnswers(
  node: RpcOutcome,
  others: readonly RpcAnswer[],
  refusal: Refusal | null,
): NodeAnswers {
  if (node.kind === 'problem') return noAnswers;
  const answers = [node, ...others];
  const [deviation] = answers.flatMap((answer) => answer.deviation ?? []).reverse();
  return describeCometNode(
    'rpc',
    answers.map((answer) => answer.node),
    [
      ...(refusal === null
        ? []
        : [{ code: refusal.code, data: { detail: describeBriefly(refusal.problem) } }]),
      ...(deviation === undefined ? [] : [{ code: 'rpc/nonstandard-answer', data: { reason: deviation } }]),
    ],
  );
}

/** The outcomes of the status by GET and by POST; the latter is null if it was not requested, or not answered in time. */
interface Status {
  readonly got: RpcOutcome;
  readonly posted: RpcOutcome | null;
  /** Waits for the outcome by POST that did not come in time; null if it does not decide, as beside an answer to GET. */
  readonly late: (() => Promise<RpcOutcome>) | null;
  /** False if a request is not answered and holds up all that follow it on the connection. */
  readonly isFree: boolean;
}

async function requestStatus({ context, connection, attempt }: Requests): Promise<Status> {
  const getStatus = get(context, 'status');
  const first = getStatus(connection);
  const early = attempt === 1 ? post(context.target)(connection) : null;
  const answer = await first;
  // On the first attempt another request follows it.
  const got = early === null ? answer : await callAgainIfConfused(context, answer, getStatus);
  // Nothing more is requested after a limit or a failure.
  const isDecided = got.kind === 'problem' && isOpen(got.problem);
  const pending = early ?? (isDecided ? null : post(context.target)(connection));
  if (pending === null) return { got, posted: null, late: null, isFree: true };
  const confirm = (shared: RpcOutcome) => confirmPost(context, got, shared);
  const shared = await waitAtMost(pending, graceMs);
  if (shared !== aborted) return { got, posted: await confirm(shared), late: null, isFree: true };
  const isRequired = got.kind === 'problem' && !isDecided;
  return { got, posted: null, late: isRequired ? () => pending.then(confirm) : null, isFree: false };
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

/** What was requested in place of a refused status, if it has a result, or leaves open what the node would have answered. */
function chooseOutcome(status: RpcOutcome, other: RpcOutcome | null): RpcOutcome {
  if (other === null || status.kind === 'result' || isOpen(status.problem)) return status;
  return other.kind === 'result' || isOpen(other.problem) ? other : status;
}

/** The answers that may come from an endpoint of another kind. */
const listing = {
  listedAs: 'rpc',
  answers: ['rpc/not-json', 'rpc/method-missing', 'rpc/bad-envelope', 'rpc/malformed-response'],
} as const;

function createCalls(context: ProbeContext, connection: HttpConnection, send: typeof callOnce): CosmosCalls {
  const { path } = context.target;
  const request = (name: string, query: string) =>
    send(context, connection, async (on) => {
      const answer = await on.get({}, appendPath(path, `/${name}?${query}`));
      return answer.ok ? readRpcResult(name, answer.value) : { kind: 'problem', problem: answer.failure };
    });
  return {
    getBlock: async (height) => readArchiveBlock(await request('block', `height=${height}`), height),
    getLowestState: async () => readStatusQuery(await request('abci_query', `path="${statusQuery}"`)),
    getState: async (height) =>
      readStateQuery(await request('abci_query', `path="${stateQuery}"&height=${height}`)),
    searchTx: async () => readTxSearch(await request('tx_search', 'query="tx.height=1"&per_page=1')),
  };
}
