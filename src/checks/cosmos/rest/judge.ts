import type { Problem } from '../../../model/rule.js';
import type { JudgeClaim } from '../../check.js';
import { judgeCors } from '../../http/cors-judge.js';
import { judgeArchive } from '../archive.js';
import { judgeCosmosClaim, judgeHead, listDistinctIds } from '../judge.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import { judgeUnknownHead } from '../head-unknown.js';
import { judgeHttpTransport } from '../../http/transport.js';
import type { RestObservation } from './probe.js';

/** The problems of a REST API, whatever chain it should serve. */
export function judgeRest(observation: RestObservation, now: Date): readonly Problem[] {
  const { problem, redirect, cors } = observation;
  const redirected = redirect === null ? [] : [redirect];
  if (problem !== null) return [problem, ...redirected];
  return [
    ...judgeSync(observation, now),
    ...judgeArchive('rest', observation.archive),
    ...judgeForm(observation),
    ...redirected,
    ...judgeHttpTransport(observation, now),
    ...judgeCors(cors),
  ];
}

function judgeSync({ syncing, nodeInfo, block }: RestObservation, now: Date): Problem[] {
  const notAnswered: Problem[] =
    nodeInfo?.kind === 'problem'
      ? [{ code: 'rest/node-info-unavailable', data: { detail: describeBriefly(nodeInfo.problem) } }]
      : [];
  if (syncing === true) return [{ code: 'rest/syncing', data: {} }, ...notAnswered];
  const head: Problem[] =
    block?.kind === 'result'
      ? judgeHead('rest', block.value, now)
      : block?.kind === 'problem'
        ? judgeUnknownHead('rest', block.problem)
        : [];
  return [...head, ...notAnswered];
}

/** How the answers depart from the specifications, though they can be read. */
function judgeForm({ nodeInfo, block }: RestObservation): Problem[] {
  const reasons = [nodeInfo, block].flatMap((outcome) =>
    outcome?.kind === 'result' && outcome.deviation !== null ? outcome.deviation : [],
  );
  return [...new Set(reasons)].map((reason) => ({ code: 'rest/nonstandard-answer', data: { reason } }));
}

/** Whether a REST API serves the chain that is claimed. */
export function judgeRestClaim(observation: RestObservation): JudgeClaim {
  const { nodeInfo, problem } = observation;
  if (problem !== null || nodeInfo === null) return () => [];
  const ids = listRestIds(observation);
  return (claim) => judgeCosmosClaim('rest', ids, claim);
}

/** The distinct chain ids that an endpoint reported: of the node first, then of its newest block. */
export function listRestIds({ nodeInfo, block }: RestObservation): readonly string[] {
  return listDistinctIds(
    [nodeInfo, block].map((outcome) => (outcome?.kind === 'result' ? outcome.value.chainId : '')),
  );
}
