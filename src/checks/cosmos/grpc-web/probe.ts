import type { Problem } from '../../../model/rule.js';
import {
  type CallDefinition,
  findFirstBlock,
  getLatestBlock,
  getNodeInfo,
  getSyncing,
  type NodeInfo,
} from '../../../net/grpc/messages.js';
import { findState, getLowestState, searchTx } from '../../../net/grpc/node-status.js';
import type { HttpConnection } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { type NodeAnswers, noAnswers, type NodeObservation } from '../../node/observation.js';
import type { PageRequest } from '../../http/cors.js';
import { callAlone, callNext, callOnce, type HttpCall, reclassify } from '../../http/calls.js';
import { type FailedOutcome, findCode } from '../../http/outcome.js';
import { grpcWebFields, pageFields, writeFrame } from '../../http/grpc-web-frames.js';
import { type Requests, resultOf } from '../../http/requests.js';
import { type HttpNodeAnswers, probeOverHttp } from '../../node/probe-over-http.js';
import { appendPath } from '../../url/http-url.js';
import { type ArchiveAnswer, readArchiveRefusal } from '../archive.js';
import { type CosmosCalls, createFurther } from '../capabilities.js';
import { describeGrpcNode, type GrpcNodeAnswers } from '../judge.js';
import { type CallOutcome, readAnswer } from './answer.js';

/** How long the newest block may take on another connection. */
const graceMs = 2_000;

/**
 * Requests the node's info; on the first attempt also once more, with the chain's head and the state of syncing, each twice, on the same connection.
 * Later attempts make only the required call, so that an endpoint that refuses a burst is not blamed for it.
 */
export function probeGrpcWeb(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  const first = { method: 'POST', route: getNodeInfo.path } as const;
  return probeOverHttp({ first, ask, listing }, context, attempt);
}

/** The answers that may come from an endpoint of another kind. */
const listing = { listedAs: 'grpc-web', answers: ['grpc-web/not-grpc-web'] } as const;

async function ask(requests: Requests): Promise<HttpNodeAnswers> {
  const { context, connection } = requests;
  const [info, block] = [callOf(context, getNodeInfo), callOf(context, getLatestBlock)];
  const first = requests.ask(info);
  // Answers come in order. The largest are requested last, since an answer beyond the limit ends the connection.
  const second = requests.ask(info);
  const states = [getSyncing, getSyncing].map((call) => requests.ask(callOf(context, call)));
  const heads = [requests.ask(block), requests.ask(block)] as const;
  const pages = [getInfoOf(context)];
  const required = await first.required();
  const code = findCode(required);
  if (context.signal.aborted || (code !== null && !possibleLimits.includes(code)))
    return { ...describeAnswers(required, null), pages };
  const [otherInfo, syncing, blocks] = await Promise.all([
    second.extra(),
    Promise.all(states.map(({ extra }) => extra())),
    Promise.all(heads.map(({ extra }) => extra())),
  ]);
  const isAnswered = [otherInfo, ...syncing, ...blocks].some((outcome) => outcome?.kind === 'result');
  const nodeInfo = chooseInfo(isAnswered ? reclassify(required) : required, otherInfo);
  if (nodeInfo.kind === 'problem') return { ...describeAnswers(nodeInfo, null), pages };
  const [newest = null, older = null] = blocks;
  // A server may close after each answer (RFC 9112 section 9.6): the block then gets a second connection.
  const isReset = newest !== null && findCode(newest) === 'net/reset';
  const head = isReset ? reclassify(await callAlone(context, block, graceMs)) : newest;
  const answers = {
    infos: [nodeInfo, otherInfo].flatMap((outcome) => resultOf(outcome)?.result ?? []),
    blocks: [head, older].flatMap((outcome) => resultOf(outcome)?.result ?? []),
    syncing: syncing.flatMap((outcome) => resultOf(outcome)?.result ?? []),
    headProblem: head?.kind === 'problem' ? head.problem : null,
  };
  const node = describeAnswers(nodeInfo, answers);
  return {
    ...node,
    pages,
    further: createFurther('grpc-web', node.facts['txIndex'], (limited, isOnce) =>
      createCalls(limited, connection, isOnce ? callOnce : callNext),
    ),
  };
}

/** Failures of a call that mean a limit if another call is answered. */
const possibleLimits: readonly string[] = ['net/rate-limited', 'http/upstream-down'];

/** The outcome of the required call, or the second answer if a limit refused it. */
function chooseInfo(
  info: CallOutcome<NodeInfo> | FailedOutcome,
  second: CallOutcome<NodeInfo> | FailedOutcome | null,
): CallOutcome<NodeInfo> | FailedOutcome {
  return findCode(info) === 'net/rate-limited' && second?.kind === 'result' ? second : info;
}

function describeAnswers(
  nodeInfo: CallOutcome<NodeInfo> | FailedOutcome,
  answers: GrpcNodeAnswers | null,
): NodeAnswers & { readonly problem: Problem | null } {
  if (nodeInfo.kind === 'problem') return { ...noAnswers, problem: nodeInfo.problem };
  const { result, isText } = nodeInfo;
  const node = describeGrpcNode(
    'grpc-web',
    answers ?? { infos: [result], blocks: [], syncing: [], headProblem: null },
  );
  return {
    ...node,
    problems: [...node.problems, ...(isText ? [{ code: 'grpc-web/text-answer', data: {} }] : [])],
    problem: null,
  };
}

/** The required call, as a page would make it. */
function getInfoOf({ target }: ProbeContext): PageRequest {
  const path = appendPath(target.path, getNodeInfo.path);
  return { method: 'POST', path, headers: pageFields, body: writeFrame(getNodeInfo.request) };
}

/** A call, to be made on any connection. */
function callOf<Answer>(
  { target }: ProbeContext,
  definition: CallDefinition<Answer>,
): HttpCall<CallOutcome<Answer>> {
  const path = appendPath(target.path, definition.path);
  const headers = { ...grpcWebFields, ...definition.metadata };
  return async (http) => {
    const answer = await http.post(writeFrame(definition.request), headers, path);
    return answer.ok ? readAnswer(definition, answer.value) : { kind: 'problem', problem: answer.failure };
  };
}

function createCalls(context: ProbeContext, connection: HttpConnection, send: typeof callOnce): CosmosCalls {
  const call = <Answer>(definition: CallDefinition<Answer>) =>
    send(context, connection, callOf(context, definition));
  const read = <Answer>(outcome: CallOutcome<Answer> | FailedOutcome): ArchiveAnswer<Answer> =>
    outcome.kind === 'problem' ? readArchiveRefusal(outcome) : outcome.result;
  return {
    getBlock: async (height) => read(await call(findFirstBlock(height))),
    getLowestState: async () => read(await call(getLowestState)),
    getState: async (height) => read(await call(findState(height))),
    searchTx: async () => read(await call(searchTx)),
  };
}
