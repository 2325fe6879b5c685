import type { RuleProblem } from '../../../model/rule.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import type { HttpConnection } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { noAnswers, type NodeAnswers, type NodeObservation } from '../../node/observation.js';
import {
  callAgainIfConfused,
  callAlone,
  getOf,
  type HttpCall,
  type Requests,
  type Send,
} from '../../http/requests.js';
import { findCode, isOpen } from '../../http/outcome.js';
import { type HttpNodeAnswers, probeOverHttp } from '../../node/probe-over-http.js';
import { appendPath } from '../../url/http-url.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import { type CosmosCalls, createFurther } from '../capabilities.js';
import { createCometCalls } from '../comet.js';
import { describeCosmosNode } from '../judge.js';
import { readRpcAnswer, readRpcResult, type RpcOutcome, type RpcRoute } from './answer.js';
import { confirmPost, findPostRedirect, findRefusal, formatPost, graceMs, post } from './post.js';

/** The status by GET, as browsers do, and by POST, as CosmJS does. If neither is answered, the newest block shows the chain and its head. */
export function probe(context: ProbeContext, attempt: number): Promise<NodeObservation> {
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
  const answers = describeAnswers(node, got.kind === 'result' ? posted : null, refusal);
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
    further: createFurther('rpc', answers, (limited, isOnce) =>
      createCalls(target.path, requests.createSend(limited, isOnce)),
    ),
  };
}

/** `node` is the answer to GET /status, else to POST, else to GET /block, `other` that to POST besides GET, which CosmJS reads. */
function describeAnswers(
  node: RpcOutcome,
  other: RpcOutcome | null,
  refusal: ReturnType<typeof findRefusal>,
): NodeAnswers {
  if (node.kind === 'problem') return noAnswers;
  const posted = other?.kind === 'result' ? other : null;
  const reason = posted?.deviation ?? node.deviation;
  const problems: RuleProblem[] = [];
  if (refusal !== null)
    problems.push({ code: refusal.code, data: { detail: describeBriefly(refusal.problem) } });
  if (reason !== null) problems.push({ code: 'rpc/nonstandard-answer', data: { reason } });
  const readings = posted === null ? [node.value] : [node.value, posted.value];
  return describeCosmosNode('rpc', readings, { problems });
}

/**
 * The outcomes of the status by GET and by POST; the latter is null if it was not requested, or not in time. Then it holds up all that follow it on
 * the connection, and `late` waits for it, if it decides.
 */
async function requestStatus({ context, connection, attempt }: Requests) {
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

function get({ target }: ProbeContext, route: RpcRoute): HttpCall<RpcOutcome> {
  return getOf(appendPath(target.path, `/${route}`), (answer) => readRpcAnswer(route, answer));
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

const listing = {
  listedAs: 'rpc',
  answers: ['rpc/not-json', 'rpc/method-missing', 'rpc/bad-envelope', 'rpc/malformed-response'],
} as const;

function createCalls(base: string, send: Send): CosmosCalls {
  return createCometCalls((method, params) => {
    // What is empty or false is the default, and left out.
    const fields = Object.entries(params).filter(([, value]) => value !== '' && value !== false);
    const query = fields.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    const path = appendPath(base, `/${method}?${query.join('&')}`);
    return send(getOf(path, (answer) => readRpcResult(method, answer)));
  });
}
