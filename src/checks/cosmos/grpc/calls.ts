import type { Failure } from '../../../model/failure.js';
import type { RuleProblem } from '../../../model/rule.js';
import { aborted, waitAtMost } from '../../../net/abort.js';
import type { CallResult, GrpcConnection } from '../../../net/grpc/connection.js';
import {
  getLatestBlock,
  getNodeInfo,
  getSyncing,
  listServices,
  type NodeInfo,
  type ServiceList,
} from '../../../net/grpc/messages.js';
import { reclassifyLimit } from '../../http/outcome.js';
import type { ArchiveAnswer } from '../archive.js';
import type { GrpcNodeAnswers } from '../judge.js';

/** Codes of `net/` that mean that the server answered. */
export const answered: readonly string[] = ['net/rate-limited', 'net/response-too-large'];

export interface GrpcAnswers {
  /** The version of reflection that counts, and what it answered. */
  readonly version: 'v1' | 'v1alpha';
  readonly services: CallResult<ServiceList>;
  readonly nodeInfo: CallResult<NodeInfo>;
  /** All that it answered of itself, that too. */
  readonly node: GrpcNodeAnswers;
}

type Reflection = Pick<GrpcAnswers, 'version' | 'services'>;

/** Grace period for optional calls after the required ones complete. */
const graceMs = 2_000;

export type Call = GrpcConnection['call'];

/** Calls on the first attempt: those about the chain twice, since a balancer may pass them to several nodes. */
export async function callAtOnce(call: Call): Promise<GrpcAnswers> {
  // The required calls first: a proxy that cuts off a burst cuts off its end.
  const [info, v1alpha, v1] = [call(getNodeInfo), call(listServices('v1alpha')), call(listServices('v1'))];
  const again = [call(getNodeInfo)];
  const states = [call(getSyncing), call(getSyncing)];
  const heads = [call(getLatestBlock), call(getLatestBlock)] as const;
  const [reflection, nodeInfo] = await Promise.all([chooseReflection(v1, v1alpha), info]);
  if (nodeInfo.kind !== 'answer') return { ...reflection, nodeInfo, node: describeInfo(nodeInfo) };
  // Each call has its own timeout, so that one that hangs does not hold up the others.
  const inTime = <Answer>(pending: Promise<CallResult<Answer>>) => waitAtMost(pending, graceMs);
  const [syncing, blocks, otherInfos] = await Promise.all([
    Promise.all(states.map(inTime)),
    Promise.all(heads.map(inTime)),
    Promise.all(again.map(inTime)),
  ]);
  const [newest = aborted] = blocks;
  const node = {
    infos: listAnswers([nodeInfo, ...otherInfos]),
    blocks: listAnswers(blocks),
    syncing: listAnswers(syncing),
    headProblem: findHeadProblem(newest),
  };
  return { ...reflection, nodeInfo, node };
}

/** The required calls of later attempts, so that an endpoint that refuses a burst is not blamed for it. */
export async function callInTurn(call: Call): Promise<GrpcAnswers> {
  const v1 = await call(listServices('v1'));
  const reflection: Reflection =
    v1.kind === 'answer'
      ? { version: 'v1', services: v1 }
      : { version: 'v1alpha', services: await call(listServices('v1alpha')) };
  const nodeInfo = await call(getNodeInfo);
  return { ...reflection, nodeInfo, node: describeInfo(nodeInfo) };
}

function describeInfo(nodeInfo: CallResult<NodeInfo>): GrpcNodeAnswers {
  return { infos: listAnswers([nodeInfo]), blocks: [], syncing: [], headProblem: null };
}

/** v1 if it answers, else v1alpha; once v1alpha has answered, v1 has a grace period. */
async function chooseReflection(
  v1: Promise<CallResult<ServiceList>>,
  v1alpha: Promise<CallResult<ServiceList>>,
): Promise<Reflection> {
  const overdue = v1alpha.then((older) => (older.kind === 'answer' ? waitAtMost(v1, graceMs) : v1));
  const newer = await Promise.race([v1, overdue]);
  return newer !== aborted && newer.kind === 'answer'
    ? { version: 'v1', services: newer }
    : { version: 'v1alpha', services: await v1alpha };
}

function listAnswers<Answer>(results: readonly (CallResult<Answer> | typeof aborted)[]): readonly Answer[] {
  return results.flatMap((result) => (result !== aborted && result.kind === 'answer' ? [result.answer] : []));
}

/** Why there is no answer of GetLatestBlock beside one of GetNodeInfo; null if there is one. */
function findHeadProblem(result: CallResult<unknown> | typeof aborted): RuleProblem | null {
  if (result === aborted) return { code: 'net/response-timeout', data: { limitMs: graceMs } };
  switch (result.kind) {
    case 'answer':
      return null;
    case 'failure':
      return reclassifyLimit(result.failure);
    case 'status':
      return nodeError(getLatestBlock.name, result.status.name, result.status.details);
  }
}

export function nodeError(call: string, status: string, details: string): RuleProblem {
  return { code: 'grpc/node-error', data: { call, status, details } };
}

/** The answers of a connection on which the server answered at least one call itself. */
export function reclassifyLimits(answers: GrpcAnswers): GrpcAnswers {
  const name = <Answer>(result: CallResult<Answer>): CallResult<Answer> =>
    result.kind === 'failure' ? { kind: 'failure', failure: reclassifyLimit(result.failure) } : result;
  return { ...answers, services: name(answers.services), nodeInfo: name(answers.nodeInfo) };
}

/** The failure of both required calls if it is the same, or if neither came as far as HTTP/2: then the connection failed, not a call. */
export function findSharedFailure({ services, nodeInfo }: GrpcAnswers): Failure | null {
  if (services.kind !== 'failure' || nodeInfo.kind !== 'failure') return null;
  const isShared =
    services.failure.code === nodeInfo.failure.code ||
    [services, nodeInfo].every(({ failure }) => isEarly(failure));
  return isShared ? nodeInfo.failure : null;
}

/** Whether a connection failed before the server spoke HTTP/2. A time-out may come before that or after. */
function isEarly({ code }: Failure): boolean {
  return code === 'grpc/not-http2' || (code.startsWith('net/') && !answered.includes(code));
}

export function readArchiveAnswer<Answer>(result: CallResult<Answer>): ArchiveAnswer<Answer> {
  switch (result.kind) {
    case 'answer':
      return result.answer;
    case 'status':
      return { refusal: result.status.details };
    case 'failure':
      return { problem: reclassifyLimit(result.failure) };
  }
}
