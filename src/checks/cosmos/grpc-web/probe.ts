import type { RuleProblem } from '../../../model/rule.js';
import { frameMessage } from '../../../net/grpc/message-reader.js';
import {
  type CallDefinition,
  getLatestBlock,
  getNodeInfo,
  getSyncing,
  type NodeInfo,
} from '../../../net/grpc/messages.js';
import type { HttpAnswer } from '../../../net/http.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { callAlone, type HttpCall, postOf, reclassify, type Requests } from '../../http/requests.js';
import { grpcWebFields, pageFields } from '../../http/grpc-web-frames.js';
import { findCode } from '../../http/outcome.js';
import { noAnswers, type NodeAnswers, type NodeObservation } from '../../node/observation.js';
import { type HttpNodeAnswers, probeOverHttp } from '../../node/probe-over-http.js';
import { appendPath } from '../../url/http-url.js';
import { readArchiveRefusal } from '../archive.js';
import { createFurther } from '../capabilities.js';
import { createGrpcCalls } from '../grpc-calls.js';
import { describeGrpcNode, type GrpcNodeAnswers } from '../judge.js';
import { type CallOutcome, readAnswer } from './answer.js';

/** How long the newest block may take on another connection. */
const graceMs = 2_000;

/** Requests the node's info; on the first attempt once more, with the head and the state of syncing, each twice, on the same connection. */
export function probe(context: ProbeContext, attempt: number): Promise<NodeObservation> {
  const first = { method: 'POST', route: getNodeInfo.path } as const;
  return probeOverHttp({ first, ask, listing }, context, attempt);
}

const listing = { listedAs: 'grpc-web', answers: ['grpc-web/not-grpc-web'] } as const;

async function ask(requests: Requests): Promise<HttpNodeAnswers> {
  const { context } = requests;
  const [info, block] = [callOf(context, getNodeInfo), callOf(context, getLatestBlock)];
  const first = requests.ask(info);
  // Answers come in order. The largest are requested last, since an answer beyond the limit ends the connection.
  const second = requests.ask(info);
  const states = [getSyncing, getSyncing].map((call) => requests.ask(callOf(context, call)));
  const heads = [requests.ask(block), requests.ask(block)] as const;
  const body = frameMessage(getNodeInfo.request);
  const path = appendPath(context.target.path, getNodeInfo.path);
  const pages = [{ method: 'POST', path, headers: pageFields, body } as const];
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
  const shared = isAnswered ? reclassify(required) : required;
  const isLimited = findCode(shared) === 'net/rate-limited';
  const nodeInfo = isLimited && otherInfo?.kind === 'result' ? otherInfo : shared;
  if (nodeInfo.kind === 'problem') return { ...describeAnswers(nodeInfo, null), pages };
  const [newest = null, older = null] = blocks;
  // A server may close after each answer (RFC 9112 section 9.6): the block then gets a second connection.
  const isReset = newest !== null && findCode(newest) === 'net/reset';
  const head = isReset ? reclassify(await callAlone(context, block, graceMs)) : newest;
  const results = <Of>(outcomes: readonly (CallOutcome<Of> | null)[]) =>
    outcomes.flatMap((outcome) => (outcome?.kind === 'result' ? [outcome.result] : []));
  const node = describeAnswers(nodeInfo, {
    infos: results([nodeInfo, otherInfo]),
    blocks: results([head, older]),
    syncing: results(syncing),
    headProblem: head?.kind === 'problem' ? head.problem : null,
  });
  const further = createFurther('grpc-web', node, (limited, isOnce) => {
    const send = requests.createSend(limited, isOnce);
    return createGrpcCalls(async (definition) => {
      const outcome = await send(callOf(context, definition));
      return outcome.kind === 'problem' ? readArchiveRefusal(outcome) : outcome.result;
    });
  });
  return { ...node, pages, further };
}

/** Failures of a call that mean a limit if another call is answered. */
const possibleLimits: readonly string[] = ['net/rate-limited', 'http/upstream-down'];

function describeAnswers(
  nodeInfo: CallOutcome<NodeInfo>,
  answers: GrpcNodeAnswers | null,
): NodeAnswers & { readonly problem: RuleProblem | null } {
  if (nodeInfo.kind === 'problem') return { ...noAnswers, problem: nodeInfo.problem };
  const { result, isText } = nodeInfo;
  const onlyInfo = { infos: [result], blocks: [], syncing: [], headProblem: null };
  const node = describeGrpcNode('grpc-web', answers ?? onlyInfo);
  const textProblem = isText ? [{ code: 'grpc-web/text-answer', data: {} } as const] : [];
  return { ...node, problems: [...node.problems, ...textProblem], problem: null };
}

function callOf<Answer>(
  { target }: ProbeContext,
  definition: CallDefinition<Answer>,
): HttpCall<CallOutcome<Answer>> {
  const path = appendPath(target.path, definition.path);
  const headers = { ...grpcWebFields, ...definition.metadata };
  const read = (answer: HttpAnswer) => readAnswer(definition, answer);
  return postOf(path, frameMessage(definition.request), read, headers);
}
