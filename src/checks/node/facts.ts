import type { JsonObject } from '../../model/json.js';
import type { PhasesMs } from '../../model/report.js';
import type { Head } from '../block/stale.js';
import { type Check, type CheckDefinition, defineCheck } from '../check.js';
import { describeArchive } from './archive.js';
import { judgeNode } from './judge.js';
import { findNewest, findOtherHead, type NodeObservation } from './observation.js';

export const noPhases: PhasesMs = { dns: null, connect: null, tls: null, firstByte: null, total: null };

/** The report's facts; null without an observation. Heights and chain ids beyond 2^53 are strings, so that none is rounded. */
export function describeNode(observation: NodeObservation | null, kindFacts: JsonObject): JsonObject {
  const [chainId = null, otherChainId = null] = [...new Set(observation?.chainIds)];
  const other = observation === null ? null : findOtherHead(observation);
  return {
    address: observation?.connection?.address ?? null,
    chainId,
    otherChainId,
    ...kindFacts,
    ...observation?.facts,
    ...describeHead(findNewest(observation?.heads ?? [])),
    otherHead: other === null ? null : { ...describeHead(other.head), syncing: other.isSyncing },
    archive: describeArchive(observation?.archive ?? null),
    cors: observation?.cors?.allowed ?? null,
    ...observation?.capabilities?.facts,
    tlsVersion: observation?.connection?.tlsVersion ?? null,
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}

function describeHead(head: Head | null): JsonObject {
  return { blockHeight: head?.height ?? null, blockTime: head === null ? null : toIso(head.timeMs) };
}

/** A time in milliseconds since 1970 in ISO 8601, UTC; null if a Date cannot hold it. */
export function toIso(timeMs: number): string | null {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

type NodeCheckDefinition = Omit<CheckDefinition<NodeObservation>, 'judge' | 'judgeClaim' | 'describe'>;

/** `kindFacts` are the facts that only its endpoints have, each null. */
export function defineNodeCheck({
  kindFacts,
  ...definition
}: NodeCheckDefinition & { readonly kindFacts: JsonObject }): Check {
  return defineCheck<NodeObservation>({
    ...definition,
    judge: (observation, now, { blockTimeMs }) => judgeNode(definition.kind, observation, now, blockTimeMs),
    judgeClaim: ({ problem, judgeClaim }) => (problem === null ? judgeClaim : () => []),
    describe: (observation) => describeNode(observation, kindFacts),
  });
}
