import type { PhasesMs } from '../../../model/report.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import { type HttpAnswer, openHttp } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { checkCors, type Cors } from '../../http/cors.js';
import { probeFollowing, type Redirect } from '../../http/follow-redirect.js';
import { callAgainIfConfused, callAlone, callNext, type HttpCall, isOpen } from '../../http/calls.js';
import { type HttpTransport, pickPeer } from '../../http/transport.js';
import type { Archive } from '../archive.js';
import { findArchiveOverHttp } from '../archive-over-http.js';
import { appendPath } from '../../url/http-url.js';
import {
  formatRoute,
  readLatestBlock,
  readNodeInfo,
  readSyncing,
  type RestBlock,
  type RestNode,
  type RestOutcome,
  type RestProblem,
  type RestRoute,
} from './answer.js';
import { explainFailure } from './explain-failure.js';

/** What the probe of a REST API observed. */
export interface RestObservation extends HttpTransport {
  /** The failure of all requests. */
  readonly problem: RestProblem | null;
  /** Null if nothing was requested. */
  readonly nodeInfo: RestOutcome<RestNode> | null;
  readonly block: RestOutcome<RestBlock> | null;
  readonly syncing: boolean | null;
  readonly redirect: Redirect | null;
  /** Null if no entry claims an archive, or nothing is proved. */
  readonly archive: Archive | null;
  readonly cors: Cors;
  readonly phasesMs: PhasesMs;
}

/** Grace period for an optional answer after the required ones. */
const graceMs = 2_000;

/**
 * Requests the node's info and its newest block; either answer is enough. The first attempt sends both at once on one connection, with the state of
 * syncing; later ones send one after the other.
 */
export function probeRest(context: ProbeContext, attempt: number): Promise<RestObservation> {
  return probeFollowing(
    context,
    { method: 'GET', route: formatRoute('node_info') },
    (targetContext) => probeAt(targetContext, attempt),
    ({ problem }) => problem,
  );
}

async function probeAt(context: ProbeContext, attempt: number): Promise<RestObservation> {
  const { target, clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const problem = await explainFailure(context, opened.failure);
    return { ...nothing, connection: null, secure: target.secure, problem, phasesMs: clock.read() };
  }
  const connection = opened.value;
  try {
    const getInfo = get(context, 'node_info', readNodeInfo);
    const getBlock = get(context, 'blocks/latest', readLatestBlock);
    const first = getInfo(connection);
    const optional = attempt === 1 ? get(context, 'syncing', readSyncing)(connection) : null;
    // Last, since an answer beyond the limit ends the connection.
    const early = attempt === 1 ? getBlock(connection) : null;
    const answer = await first;
    // On the first attempt other requests follow it.
    const nodeInfo = early === null ? answer : await callAgainIfConfused(context, answer, getInfo);
    const block = isAnswered(nodeInfo)
      ? await callNext(context, connection, getBlock, early)
      : await callAgainIfConfused(context, await (early ?? getBlock(connection)), getBlock);
    const failed =
      nodeInfo.kind === 'problem' && block.kind === 'problem'
        ? chooseProblem(nodeInfo.problem, block.problem)
        : null;
    const syncing = await getSyncing(context, optional, failed);
    const phasesMs = clock.read();
    // If the block is beyond the limit, this answer shows that the endpoint is a REST API.
    const problem = failed?.code === 'net/response-too-large' && syncing !== null ? null : failed;
    const route = nodeInfo.kind === 'result' ? 'node_info' : 'blocks/latest';
    const path = appendPath(target.path, formatRoute(route));
    return {
      ...nothing,
      connection: pickPeer(connection),
      secure: target.secure,
      problem: problem === null ? null : await explainFailure(context, problem),
      nodeInfo,
      block,
      syncing,
      archive:
        problem === null
          ? await findArchiveOverHttp(context, connection, (height) =>
              appendPath(target.path, formatRoute(`blocks/${height}`)),
            )
          : null,
      cors: problem === null ? await checkCors(context, { method: 'GET', path }) : null,
      phasesMs,
    };
  } finally {
    connection.close();
  }
}

const nothing = {
  nodeInfo: null,
  block: null,
  syncing: null,
  redirect: null,
  archive: null,
  cors: null,
} as const;

/** A GET of a route, to be made on any connection. */
function get<Value>(
  { target }: ProbeContext,
  route: RestRoute,
  read: (answer: HttpAnswer) => RestOutcome<Value>,
): HttpCall<RestOutcome<Value>> {
  return async (connection) => {
    const answer = await connection.get({}, appendPath(target.path, formatRoute(route)));
    return answer.ok ? read(answer.value) : { kind: 'problem', problem: answer.failure };
  };
}

/** Whether the node is catching up, null if it does not answer in time. */
async function getSyncing(
  context: ProbeContext,
  early: Promise<RestOutcome<boolean>> | null,
  failed: RestProblem | null,
): Promise<boolean | null> {
  const isNeeded = early === null && failed?.code === 'net/response-too-large';
  const pending = isNeeded ? callAlone(context, get(context, 'syncing', readSyncing), graceMs) : early;
  const outcome = pending === null ? aborted : await waitAtMost(pending, graceMs);
  return outcome !== aborted && outcome.kind === 'result' ? outcome.value : null;
}

/** Whether the node itself answered, even with an error, so that HTTP 503 to the next request is a limit. */
function isAnswered(outcome: RestOutcome<unknown>): boolean {
  return (
    outcome.kind === 'result' || ['rest/node-error', 'rest/method-missing'].includes(outcome.problem.code)
  );
}

/** Why neither request was answered. A refusal of one request decides nothing if the other failed without an answer. */
function chooseProblem(nodeInfo: RestProblem, block: RestProblem): RestProblem {
  if (block.code === 'net/rate-limited' || block.code === 'http/challenged') return block;
  return isOpen(block) && !isOpen(nodeInfo) ? block : nodeInfo;
}
