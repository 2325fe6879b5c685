import type { JsonObject } from '../../../model/json.js';
import { describeCors } from '../../http/cors-judge.js';
import { noPhases, toIso } from '../../facts.js';
import { listChainIds } from './judge.js';
import type { GrpcWebObservation } from './probe.js';

/** The report's facts of a gRPC-web endpoint. */
export function describeGrpcWeb(observation: GrpcWebObservation | null): JsonObject {
  const info = observation?.nodeInfo.kind === 'result' ? observation.nodeInfo.result : null;
  const [chainId, otherChainId] = observation === null ? [] : listChainIds(observation);
  return {
    address: observation?.connection?.address ?? null,
    chainId: chainId ?? (info === null ? null : ''),
    otherChainId: otherChainId ?? null,
    moniker: info?.moniker ?? null,
    sdkVersion: info?.sdkVersion ?? null,
    appVersion: info?.appVersion ?? null,
    blockHeight: observation?.latestBlock?.height ?? null,
    blockTime: observation?.latestBlock == null ? null : toIso(observation.latestBlock.timeMs),
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    cors: describeCors(observation?.cors),
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
