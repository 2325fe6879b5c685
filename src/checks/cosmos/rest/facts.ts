import type { JsonObject } from '../../../model/json.js';
import { describeCors } from '../../http/cors-judge.js';
import { noPhases, toIso } from '../../facts.js';
import { listRestIds } from './judge.js';
import type { RestObservation } from './probe.js';

/** The report's facts of a REST API. Heights beyond 2^53 are strings, so that none is rounded. */
export function describeRest(observation: RestObservation | null): JsonObject {
  const info = observation?.nodeInfo?.kind === 'result' ? observation.nodeInfo.value : null;
  const block = observation?.block?.kind === 'result' ? observation.block.value : null;
  const [chainId, otherChainId] = observation === null ? [] : listRestIds(observation);
  return {
    address: observation?.connection?.address ?? null,
    chainId: chainId ?? info?.chainId ?? block?.chainId ?? null,
    otherChainId: otherChainId ?? null,
    moniker: info?.moniker ?? null,
    version: info?.version ?? null,
    sdkVersion: info?.sdkVersion ?? null,
    appVersion: info?.appVersion ?? null,
    blockHeight: block?.height ?? null,
    blockTime: block === null ? null : toIso(block.timeMs),
    archive: observation?.archive?.isWhole ?? null,
    cors: describeCors(observation?.cors),
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
