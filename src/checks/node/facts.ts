import type { JsonObject } from '../../model/json.js';
import { noPhases, toIso } from '../facts.js';
import { describeCors, judgeNode } from './judge.js';
import { describeArchive } from './archive.js';
import { findNewest, findOtherHead, type OtherHead, type NodeObservation } from './observation.js';
import type { Head } from '../block/stale.js';
import { type Check, type CheckDefinition, defineCheck } from '../check.js';

/**
 * The report's facts of an endpoint; null without an observation. `kindFacts` names those that only its kind has. Heights and chain ids beyond 2^53
 * are strings, so that none is rounded.
 */
export function describeNode(observation: NodeObservation | null, kindFacts: JsonObject): JsonObject {
  const [chainId = null, otherChainId = null] = [...new Set(observation?.chainIds)];
  return {
    address: observation?.connection?.address ?? null,
    chainId,
    otherChainId,
    ...kindFacts,
    ...observation?.facts,
    ...describeHead(findNewest(observation?.heads ?? [])),
    otherHead: observation === null ? null : describeOtherHead(findOtherHead(observation)),
    archive: describeArchive(observation?.archive ?? null),
    cors: describeCors(observation?.cors),
    ...observation?.capabilities?.facts,
    tlsVersion: observation?.connection?.tlsVersion ?? null,
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}

function describeHead(head: Head | null): { blockHeight: Head['height'] | null; blockTime: string | null } {
  return { blockHeight: head?.height ?? null, blockTime: head === null ? null : toIso(head.timeMs) };
}

function describeOtherHead(other: OtherHead | null): JsonObject | null {
  return other === null ? null : { ...describeHead(other.head), syncing: other.isSyncing };
}

/** How one kind of endpoint of nodes is checked: its probe, its rules, and the facts that only it has. */
export interface NodeCheckDefinition extends Omit<
  CheckDefinition<NodeObservation>,
  'judge' | 'judgeClaim' | 'describe'
> {
  /** The facts that only it has, each null. */
  readonly kindFacts: JsonObject;
}

/** Makes the check of a kind of endpoint of nodes. */
export function defineNodeCheck({ kindFacts, ...definition }: NodeCheckDefinition): Check {
  return defineCheck<NodeObservation>({
    ...definition,
    judge: (observation, now, { blockTimeMs }) => judgeNode(definition.kind, observation, now, blockTimeMs),
    judgeClaim: ({ problem, judgeClaim }) => (problem === null ? judgeClaim : () => []),
    describe: (observation) => describeNode(observation, kindFacts),
  });
}
