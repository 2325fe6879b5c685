import type { Problem } from '../../model/rule.js';
import { judgeHeadTime } from '../block/stale.js';
import { describeBriefly } from '../rules/describe-briefly.js';
import { findNewest, type NodeObservation } from './observation.js';
import { judgeTransport } from './transport.js';

/** The problems of an endpoint, whatever chain it should serve. `blockTimeMs` is what its file states, if it does. Pure. */
export function judgeNode(
  kind: string,
  observation: NodeObservation,
  now: Date,
  blockTimeMs?: number,
): readonly Problem[] {
  const { problem, redirect, problems, archive, capabilities, cors } = observation;
  const redirected = redirect === null ? [] : [redirect];
  if (problem !== null) return [problem, ...redirected];
  return [
    ...problems,
    ...judgeHead(kind, observation, now, blockTimeMs),
    ...judgeArchive(kind, archive),
    ...(capabilities?.problems ?? []),
    ...redirected,
    ...judgeTransport(kind, observation, now),
    ...(cors?.allowed === false ? [{ code: 'http/no-cors', data: { reason: cors.reason } }] : []),
  ];
}

function judgeHead(kind: string, answers: NodeObservation, now: Date, blockTimeMs?: number): Problem[] {
  const { hasNoBlock, syncing, headProblem, heads, problems } = answers;
  // Comes first: a node without a block also reports that it is catching up.
  if (hasNoBlock) return [{ code: `${kind}/no-block`, data: {} }];
  // If only some answers say so, `chain/unsteady` tells it.
  if (syncing.length > 0 && syncing.every(Boolean)) return [{ code: `${kind}/syncing`, data: {} }];
  const newest = findNewest(heads);
  if (newest !== null) return judgeHeadTime(kind, newest, now, blockTimeMs);
  // A limit that withheld another answer too is one cause.
  const isReported = problems.some(({ code }) => code === headProblem?.code);
  return headProblem === null || isReported
    ? []
    : [{ code: `${kind}/head-unknown`, data: { detail: describeBriefly(headProblem) } }];
}

function judgeArchive(kind: string, archive: NodeObservation['archive']): Problem[] {
  if (archive === null || archive.kind === 'whole') return [];
  const { kind: outcome, ...data } = archive;
  return [{ code: `${kind}/${outcome === 'pruned' ? 'not-archive' : 'archive-unproved'}`, data }];
}
