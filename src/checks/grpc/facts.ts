import type { JsonObject } from '../../model/json.js';
import { noPhases, toIso } from '../facts.js';
import { readNames } from './judge.js';
import type { GrpcObservation } from './probe.js';

/** A node has some dozens; a hostile one fills memory with them. */
const servicesShown = 500;

/** The report's facts of a gRPC endpoint; of services the first five hundred. */
export function describeGrpc(seen: GrpcObservation | null): JsonObject {
  const info = seen?.nodeInfo?.kind === 'answer' ? seen.nodeInfo.answer : null;
  const services = readNames(seen?.reflection?.result);
  return {
    transport: seen?.transport ?? null,
    address: seen?.connection?.address ?? null,
    reflection: services === null ? null : (seen?.reflection?.version ?? null),
    services: services?.slice(0, servicesShown) ?? null,
    chainId: info?.network ?? null,
    moniker: info?.moniker ?? null,
    sdkVersion: info?.sdkVersion ?? null,
    appVersion: info?.appVersion ?? null,
    blockHeight: seen?.latestBlock?.height ?? null,
    blockTime: seen?.latestBlock == null ? null : toIso(seen.latestBlock.timeMs),
    certificateExpiresAt: seen?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(seen?.phasesMs ?? noPhases) },
  };
}
