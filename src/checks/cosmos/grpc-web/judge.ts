import type { Problem } from '../../../model/rule.js';
import type { JudgeClaim } from '../../check.js';
import { judgeCors } from '../../http/cors-judge.js';
import { judgeCosmosClaim, judgeHead, listDistinctIds } from '../judge.js';
import { judgeUnknownHead } from '../head-unknown.js';
import { judgeHttpTransport } from '../../node/transport.js';
import type { GrpcWebObservation } from './probe.js';

/** The problems of a gRPC-web endpoint, whatever chain it should serve. */
export function judgeGrpcWeb(observation: GrpcWebObservation, now: Date): readonly Problem[] {
  const { nodeInfo, redirect } = observation;
  const redirected = redirect === null ? [] : [redirect];
  if (nodeInfo.kind === 'problem') return [nodeInfo.problem, ...redirected];
  return [
    ...judgeSync(observation, now),
    ...(nodeInfo.isText ? [{ code: 'grpc-web/text-answer', data: {} }] : []),
    ...redirected,
    ...judgeHttpTransport(observation, now),
    ...judgeCors(observation.cors),
  ];
}

function judgeSync({ syncing, latestBlock, headProblem }: GrpcWebObservation, now: Date): Problem[] {
  if (syncing === true) return [{ code: 'grpc-web/syncing', data: {} }];
  if (headProblem !== null) return judgeUnknownHead('grpc-web', headProblem);
  return latestBlock === null ? [] : judgeHead('grpc-web', latestBlock, now);
}

/** Whether a gRPC-web endpoint serves the chain that is claimed. */
export function judgeGrpcWebClaim(observation: GrpcWebObservation): JudgeClaim {
  if (observation.nodeInfo.kind === 'problem') return () => [];
  const ids = listChainIds(observation);
  return (claim) => judgeCosmosClaim('grpc-web', ids, claim);
}

/** The distinct chain ids that an endpoint reported: in its answers of GetNodeInfo, the first one first, and in its newest block. */
export function listChainIds({ nodeInfo, secondInfo, latestBlock }: GrpcWebObservation): readonly string[] {
  const first = nodeInfo.kind === 'result' ? nodeInfo.result.network : null;
  return listDistinctIds([first, secondInfo?.network, latestBlock?.chainId]);
}
