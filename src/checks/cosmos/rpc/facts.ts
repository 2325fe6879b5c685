import type { JsonObject } from '../../../model/json.js';
import { describeCors } from '../../http/cors-judge.js';
import { noPhases, toIso } from '../../facts.js';
import { listRpcIds } from './judge.js';
import type { RpcObservation } from './probe.js';

/** The report's facts of a CometBFT RPC. Heights beyond 2^53 are strings, so that none is rounded. */
export function describeRpc(observation: RpcObservation | null): JsonObject {
  const node = observation?.node.kind === 'result' ? observation.node.node : null;
  const [chainId, otherChainId] = observation === null ? [] : listRpcIds(observation);
  return {
    address: observation?.connection?.address ?? null,
    chainId: chainId ?? node?.chainId ?? null,
    otherChainId: otherChainId ?? null,
    moniker: node?.moniker ?? null,
    version: node?.version ?? null,
    blockHeight: node?.head?.height ?? null,
    blockTime: node?.head == null ? null : toIso(node.head.timeMs),
    archive: observation?.archive?.isWhole ?? null,
    cors: describeCors(observation?.cors),
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
