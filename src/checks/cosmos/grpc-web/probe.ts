import type { Problem } from '../../../model/rule.js';
import type { PhasesMs } from '../../../model/report.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import {
  type CallDefinition,
  getLatestBlock,
  getNodeInfo,
  getSyncing,
  type BlockSummary,
  type NodeInfo,
} from '../../../net/grpc/messages.js';
import { type HttpConnection, openHttp } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { checkCors, type Cors } from '../../http/cors.js';
import { probeFollowing, type Redirect } from '../../http/follow-redirect.js';
import { callAgainIfConfused, callAlone, findCode, type HttpCall, reclassify } from '../../http/calls.js';
import { type HttpTransport, pickPeer } from '../../node/transport.js';
import { appendPath } from '../../url/http-url.js';
import { nameOtherKind } from '../../http/identify.js';
import { type CallOutcome, readAnswer } from './answer.js';
import { grpcWebFields, pageFields, writeFrame } from '../../http/grpc-web-frames.js';

/** What the probe of a gRPC-web endpoint observed. */
export interface GrpcWebObservation extends HttpTransport {
  readonly nodeInfo: CallOutcome<NodeInfo>;
  /** A second answer of GetNodeInfo: balancers over nodes of two chains report one and then the other. */
  readonly secondInfo: NodeInfo | null;
  readonly syncing: boolean | null;
  readonly latestBlock: BlockSummary | null;
  /** Why the latest block, which was requested, is not known; else null. */
  readonly headProblem: Problem | null;
  readonly redirect: Redirect | null;
  /** Null as well if the endpoint did not answer. */
  readonly cors: Cors;
  readonly phasesMs: PhasesMs;
}

/** Grace period for optional calls after the required one completes. */
const graceMs = 2_000;

/**
 * Requests the node's info; on the first attempt also once more, with the chain's head and the state of syncing, on the same connection.
 * Later attempts make only the required call, so that an endpoint that refuses a burst is not blamed for it.
 */
export function probeGrpcWeb(context: ProbeContext, attempt: number): Promise<GrpcWebObservation> {
  return probeFollowing(
    context,
    { method: 'POST', route: getNodeInfo.path },
    (targetContext) => probeAt(targetContext, attempt),
    ({ nodeInfo }) => (nodeInfo.kind === 'problem' ? nodeInfo.problem : null),
  );
}

async function probeAt(context: ProbeContext, attempt: number): Promise<GrpcWebObservation> {
  const { target, clock } = context;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const nodeInfo = await nameOtherKind(context, { kind: 'problem', problem: opened.failure }, listing);
    return {
      ...noOptionalAnswers,
      connection: null,
      secure: target.secure,
      nodeInfo,
      redirect: null,
      cors: null,
      phasesMs: clock.read(),
    };
  }
  const connection = opened.value;
  try {
    const answers =
      attempt === 1
        ? await callAtOnce(context, connection)
        : { ...noOptionalAnswers, nodeInfo: await callOf(context, getNodeInfo)(connection) };
    const nodeInfo = await nameOtherKind(context, answers.nodeInfo, listing);
    return {
      ...answers,
      nodeInfo,
      connection: pickPeer(connection),
      secure: target.secure,
      redirect: null,
      phasesMs: clock.read(),
      cors: nodeInfo.kind === 'result' ? await checkPages(context) : null,
    };
  } finally {
    connection.close();
  }
}

type Answers = Omit<GrpcWebObservation, keyof HttpTransport | 'phasesMs' | 'redirect' | 'cors'>;

/** Failures of a call that mean a limit if another call is answered. */
const possibleLimits: readonly string[] = ['net/rate-limited', 'http/upstream-down'];

/** What stays unknown without the optional calls. */
const noOptionalAnswers: Omit<Answers, 'nodeInfo'> = {
  secondInfo: null,
  syncing: null,
  latestBlock: null,
  headProblem: null,
};

async function callAtOnce(context: ProbeContext, connection: HttpConnection): Promise<Answers> {
  const info = callOf(context, getNodeInfo);
  const block = callOf(context, getLatestBlock);
  const first = info(connection);
  // Answers come in order. The largest is requested last, since an answer beyond the limit ends the connection.
  const optional = [info(connection), callOf(context, getSyncing)(connection), block(connection)] as const;
  const required = await callAgainIfConfused(context, await first, info);
  const code = findCode(required);
  if (context.signal.aborted || (code !== null && !possibleLimits.includes(code)))
    return { ...noOptionalAnswers, nodeInfo: required };
  const [second, syncing, latest] = await Promise.all([
    waitAtMost(optional[0], graceMs),
    waitAtMost(optional[1], graceMs),
    waitAtMost(optional[2], graceMs),
  ]);
  const nodeInfo = chooseInfo(required, second, [syncing, latest]);
  if (nodeInfo.kind === 'problem') return { ...noOptionalAnswers, nodeInfo };
  // A server may close after each answer (RFC 9112 section 9.6): the block then gets a second connection.
  const isReset = latest !== aborted && findCode(latest) === 'net/reset';
  const head: Optional<BlockSummary> = isReset ? await callAlone(context, block, graceMs) : latest;
  return {
    nodeInfo,
    secondInfo: readOptional(second),
    syncing: readOptional(syncing),
    latestBlock: readOptional(head),
    headProblem: findHeadProblem(head),
  };
}

type Optional<Answer> = CallOutcome<Answer> | typeof aborted;

/** The outcome of the required call: a rate limit if it was refused and other calls were answered, or the second answer if there is one. */
function chooseInfo(
  info: CallOutcome<NodeInfo>,
  second: Optional<NodeInfo>,
  optionalCalls: readonly Optional<unknown>[],
): CallOutcome<NodeInfo> {
  const all: readonly Optional<unknown>[] = [second, ...optionalCalls];
  const isAnswered = all.some((optional) => readOptional(optional) !== null);
  const outcome = isAnswered ? reclassify(info) : info;
  const isLimited = findCode(outcome) === 'net/rate-limited';
  return isLimited && second !== aborted && second.kind === 'result' ? second : outcome;
}

function readOptional<Answer>(outcome: Optional<Answer>): Answer | null {
  return outcome !== aborted && outcome.kind === 'result' ? outcome.result : null;
}

/** Why there is no answer of GetLatestBlock beside one of GetNodeInfo; null if there is one. */
function findHeadProblem(outcome: Optional<unknown>): Problem | null {
  if (outcome === aborted) return { code: 'net/response-timeout', data: { limitMs: graceMs } };
  const read = reclassify(outcome);
  return read.kind === 'problem' ? read.problem : null;
}

/** Whether pages of other origins may make the required call. */
function checkPages(context: ProbeContext): Promise<Cors> {
  const path = appendPath(context.target.path, getNodeInfo.path);
  const body = writeFrame(getNodeInfo.request);
  return checkCors(context, { method: 'POST', path, headers: pageFields, body });
}

/** A call, to be made on any connection. */
function callOf<Answer>(
  { target }: ProbeContext,
  definition: CallDefinition<Answer>,
): HttpCall<CallOutcome<Answer>> {
  const path = appendPath(target.path, definition.path);
  return async ({ post }) => {
    const answer = await post(writeFrame(definition.request), grpcWebFields, path);
    return answer.ok ? readAnswer(definition, answer.value) : { kind: 'problem', problem: answer.failure };
  };
}

/** The answers that may come from an endpoint of another kind. */
const listing = { listedAs: 'grpc-web', answers: ['grpc-web/not-grpc-web'] } as const;
