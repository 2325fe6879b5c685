import type { JsonObject } from '../../../model/json.js';
import { noPhases, toIso } from '../../facts.js';
import { describeSubscription } from '../../websocket/subscription.js';
import type { WsObservation } from './probe.js';

/** The report's facts of a CometBFT websocket. */
export function describeWs(observation: WsObservation | null): JsonObject {
  const status = observation?.status.kind === 'result' ? observation.status.result : null;
  return {
    address: observation?.connection?.address ?? null,
    chainId: status?.chainId ?? null,
    moniker: status?.moniker ?? null,
    version: status?.version ?? null,
    blockHeight: status?.blockHeight ?? null,
    blockTime: status === null ? null : toIso(status.blockTimeMs),
    subscription: describeSubscription(observation?.subscription ?? null),
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
