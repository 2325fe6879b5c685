import type { Problem } from '../../../model/rule.js';
import type { JudgeClaim } from '../../check.js';
import { judgeCors } from '../../http/cors-judge.js';
import { judgeArchive } from '../archive.js';
import { judgeCosmosClaim, judgeHead, listDistinctIds } from '../judge.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import { judgeHttpTransport } from '../../node/transport.js';
import type { RpcNode } from './answer.js';
import type { RpcObservation } from './probe.js';

/** The problems of a CometBFT RPC, whatever chain it should serve. */
export function judgeRpc(observation: RpcObservation, now: Date): readonly Problem[] {
  const { node, second, redirect, refusal, cors } = observation;
  const redirected = redirect === null ? [] : [redirect];
  if (node.kind === 'problem') return [node.problem, ...redirected];
  const deviation = second?.deviation ?? node.deviation;
  return [
    ...judgeSync(node.node, now),
    ...judgeArchive('rpc', observation.archive),
    ...(refusal === null ? [] : [{ code: refusal.code, data: { detail: describeBriefly(refusal.problem) } }]),
    ...(deviation === null ? [] : [{ code: 'rpc/nonstandard-answer', data: { reason: deviation } }]),
    ...redirected,
    ...judgeHttpTransport(observation, now),
    ...judgeCors(cors),
  ];
}

function judgeSync({ isCatchingUp, head }: RpcNode, now: Date): Problem[] {
  // Comes first: a node without a block reports that it is catching up (CometBFT 0.34 to 0.38, while it waits for state sync or peers).
  if (head === null) return [{ code: 'rpc/no-block', data: {} }];
  return isCatchingUp === true ? [{ code: 'rpc/syncing', data: {} }] : judgeHead('rpc', head, now);
}

/** Whether a CometBFT RPC serves the chain that is claimed. */
export function judgeRpcClaim(observation: RpcObservation): JudgeClaim {
  if (observation.node.kind === 'problem') return () => [];
  const ids = listRpcIds(observation);
  return (claim) => judgeCosmosClaim('rpc', ids, claim);
}

/** The distinct chain ids that an endpoint reported, the first one first. */
export function listRpcIds({ node, second }: RpcObservation): readonly string[] {
  return listDistinctIds([node.kind === 'result' ? node.node.chainId : '', second?.node.chainId]);
}
