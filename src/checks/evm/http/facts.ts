import type { JsonObject } from '../../../model/json.js';
import { noPhases } from '../../facts.js';
import { describeCors } from '../../http/cors-judge.js';
import { readChainId } from '../chain-id.js';
import { describeBlock, toQuantity } from '../facts.js';
import type { EvmObservation } from './probe.js';

/** The report's facts of an EVM endpoint. Numbers beyond 2^53 are strings, so that none is rounded. */
export function describeEvm(observation: EvmObservation | null): JsonObject {
  const chainId = readChainId(observation?.chainId ?? null);
  const second = readChainId(observation?.secondChainId ?? null);
  return {
    address: observation?.connection?.address ?? null,
    chainId: toQuantity(chainId),
    otherChainId: toQuantity(second === chainId ? null : second),
    ...describeBlock(observation?.block),
    cors: describeCors(observation?.cors),
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
