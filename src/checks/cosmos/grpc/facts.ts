import type { JsonObject } from '../../../model/json.js';
import { noPhases, toIso } from '../../facts.js';
import { listChainIds, readNames } from './judge.js';
import type { GrpcObservation } from './probe.js';

/** A node has some dozens; a hostile one fills memory with them. */
const servicesShown = 500;

/** The report's facts of a gRPC endpoint; of services the first five hundred. */
export function describeGrpc(observation: GrpcObservation | null): JsonObject {
  const info = observation?.nodeInfo?.kind === 'answer' ? observation.nodeInfo.answer : null;
  const [chainId, otherChainId] = observation === null ? [] : listChainIds(observation);
  const services = readNames(observation?.reflection?.result);
  return {
    transport: observation?.transport ?? null,
    address: observation?.connection?.address ?? null,
    reflection: services === null ? null : (observation?.reflection?.version ?? null),
    services: services?.slice(0, servicesShown) ?? null,
    chainId: chainId ?? (info === null ? null : ''),
    otherChainId: otherChainId ?? null,
    moniker: info?.moniker ?? null,
    sdkVersion: info?.sdkVersion ?? null,
    appVersion: info?.appVersion ?? null,
    blockHeight: observation?.latestBlock?.height ?? null,
    blockTime: observation?.latestBlock == null ? null : toIso(observation.latestBlock.timeMs),
    archive: observation?.archive?.isWhole ?? null,
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
