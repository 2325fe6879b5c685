import type { JsonObject } from '../../../model/json.js';
import { noPhases } from '../../facts.js';
import type { PeerObservation } from './probe.js';

/** The report's facts of a peer. */
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
