import type { Failure } from '../../../model/failure.js';
import type { Problem } from '../../../model/rule.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import type { CallResult, GrpcConnection } from '../../../net/grpc/connection.js';
import {
  findFirstBlock,
  getLatestBlock,
  getNodeInfo,
  getSyncing,
  type BlockSummary,
  listServices,
  type NodeInfo,
  type ServiceList,
} from '../../../net/grpc/messages.js';
import { type Archive, findArchive } from '../archive.js';
import { reclassifyLimit } from '../../http/reclassify-limit.js';
import { answered } from './choose-transport.js';

/** The answers of a node to the calls of a probe. */
export interface GrpcAnswers {
  readonly reflection: Reflection | null;
  readonly nodeInfo: CallResult<NodeInfo> | null;
  readonly syncing: boolean | null;
  readonly latestBlock: BlockSummary | null;
  /** Why the latest block, which was requested, is not known; else null. */
  readonly headProblem: Problem | null;
  /** A second answer of GetNodeInfo: balancers over nodes of two chains report one and then the other. */
  readonly secondInfo: NodeInfo | null;
}

/** The answer of the version that counts. */
export interface Reflection {
  readonly version: 'v1' | 'v1alpha';
  readonly result: CallResult<ServiceList>;
}

/** Grace period for optional calls after the required ones complete. */
const graceMs = 2_000;

/** What stays unknown without the optional calls. */
export const noOptionalAnswers: Omit<GrpcAnswers, 'reflection' | 'nodeInfo'> = {
  syncing: null,
  latestBlock: null,
  headProblem: null,
  secondInfo: null,
};

/** Makes one call on the connection. */
export type Call = GrpcConnection['call'];

/** Makes all calls at once. */
export async function callAtOnce(call: Call): Promise<GrpcAnswers> {
  // The required calls first: a proxy that cuts off a burst cuts off its end.
  const [info, v1alpha, v1] = [call(getNodeInfo), call(listServices('v1alpha')), call(listServices('v1'))];
  const optional = [call(getSyncing), call(getLatestBlock), call(getNodeInfo)] as const;
  const [reflection, nodeInfo] = await Promise.all([chooseReflection(v1, v1alpha), info]);
  if (nodeInfo.kind !== 'answer') return { reflection, nodeInfo, ...noOptionalAnswers };
  // Each call has its own timeout, so that one that hangs does not hold up the others.
  const [syncing, latestBlock, second] = await Promise.all([
    waitAtMost(optional[0], graceMs),
    waitAtMost(optional[1], graceMs),
    waitAtMost(optional[2], graceMs),
  ]);
  return {
    reflection,
    nodeInfo,
    syncing: readAnswer(syncing),
    latestBlock: readAnswer(latestBlock),
    headProblem: findHeadProblem(latestBlock),
    secondInfo: readAnswer(second),
  };
}

/** Makes the required calls, one after another. */
export async function callInTurn(call: Call): Promise<GrpcAnswers> {
  const v1 = await call(listServices('v1'));
  const reflection: Reflection =
    v1.kind === 'answer'
      ? { version: 'v1', result: v1 }
      : { version: 'v1alpha', result: await call(listServices('v1alpha')) };
  return { reflection, nodeInfo: await call(getNodeInfo), ...noOptionalAnswers };
}

/** The answers of a connection on which the server answered at least one call itself. */
export function reclassifyLimits(answers: GrpcAnswers): GrpcAnswers {
  const name = <Answer>(result: CallResult<Answer>): CallResult<Answer> =>
    result.kind === 'failure' ? { kind: 'failure', failure: reclassifyLimit(result.failure) } : result;
  const { reflection, nodeInfo } = answers;
  return {
    ...answers,
    reflection: reflection && { ...reflection, result: name(reflection.result) },
    nodeInfo: nodeInfo && name(nodeInfo),
  };
}

/** Whether a node that is listed as an archive has its first blocks; null if the entry claims nothing, or the node does not answer. */
export async function findArchiveOverGrpc(
  { target }: ProbeContext,
  call: Call,
  { nodeInfo }: GrpcAnswers,
): Promise<Archive | null> {
  if (target.claimsArchive !== true || nodeInfo?.kind !== 'answer') return null;
  return findArchive(async (height) => {
    const result = await call(findFirstBlock(height));
    if (result.kind === 'answer') return result.answer;
    return result.kind === 'status' ? { refusal: result.status.details } : null;
  });
}

/** v1 if it answers, else v1alpha; once v1alpha has answered, v1 has a grace period. */
async function chooseReflection(
  v1: Promise<CallResult<ServiceList>>,
  v1alpha: Promise<CallResult<ServiceList>>,
): Promise<Reflection> {
  const overdue = v1alpha.then((older) => (older.kind === 'answer' ? waitAtMost(v1, graceMs) : v1));
  const newer = await Promise.race([v1, overdue]);
  return newer !== aborted && newer.kind === 'answer'
    ? { version: 'v1', result: newer }
    : { version: 'v1alpha', result: await v1alpha };
}

/** Why there is no answer of GetLatestBlock beside one of GetNodeInfo; null if there is one. */
function findHeadProblem(result: CallResult<BlockSummary> | typeof aborted): Problem | null {
  if (result === aborted) return { code: 'net/response-timeout', data: { limitMs: graceMs } };
  switch (result.kind) {
    case 'answer':
      return null;
    case 'failure':
      return reclassifyLimit(result.failure);
    case 'status': {
      const { name: status, details } = result.status;
      return { code: 'grpc/node-error', data: { call: getLatestBlock.name, status, details } };
    }
  }
}

function readAnswer<Answer>(result: CallResult<Answer> | typeof aborted): Answer | null {
  return result !== aborted && result.kind === 'answer' ? result.answer : null;
}

/** The failure of both required calls if it is the same, or if neither came as far as HTTP/2: then the connection failed, not a call. */
export function findSharedFailure({ reflection, nodeInfo }: GrpcAnswers): Failure | null {
  const list = reflection?.result;
  if (list?.kind !== 'failure' || nodeInfo?.kind !== 'failure') return null;
  const isShared =
    list.failure.code === nodeInfo.failure.code || [list, nodeInfo].every(({ failure }) => isEarly(failure));
  return isShared ? nodeInfo.failure : null;
}

/** Whether a connection failed before the server spoke HTTP/2. A time-out may come before that or after. */
function isEarly({ code }: Failure): boolean {
  return code === 'grpc/not-http2' || (code.startsWith('net/') && !answered.includes(code));
}
