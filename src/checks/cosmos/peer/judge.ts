import type { JsonObject } from '../../../model/json.js';
import type { Problem } from '../../../model/rule.js';
import type { JudgeClaim } from '../../check.js';
import { noPhases } from '../../node/facts.js';
import { judgeCosmosClaim, listDistinctIds } from '../judge.js';
import type { PeerObservation } from './probe.js';

export function judgePeer({ failure, peerId, expectedId }: PeerObservation): readonly Problem[] {
  // A proven id counts, whatever failed after it.
  if (peerId !== null && peerId !== expectedId)
    return [{ code: 'peer/wrong-id', data: { expected: expectedId, actual: peerId } }];
  return failure === null ? [] : [failure];
}

/** Whether a peer is in the network that is claimed. Not judged with a wrong id, or without the peer's node info. */
export function judgePeerClaim({ failure, peerId, expectedId, info }: PeerObservation): JudgeClaim {
  return (claim) =>
    failure !== null || info === null || peerId !== expectedId
      ? []
      : judgeCosmosClaim('peer', listDistinctIds([info.network]), claim);
}

export function describePeer(observation: PeerObservation | null): JsonObject {
  return {
    address: observation?.address ?? null,
    chainId: observation?.info?.network ?? null,
    peerId: observation?.peerId ?? null,
    moniker: observation?.info?.moniker ?? null,
    version: observation?.info?.version ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
