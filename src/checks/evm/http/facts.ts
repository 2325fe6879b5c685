import type { JsonObject } from '../../../model/json.js';
import { readBlockTime } from '../../block/time.js';
import { describeCors } from '../../http/cors-judge.js';
import { noPhases, toIso, toQuantity } from '../../facts.js';
import { readBlock } from '../block.js';
import { readChainId } from '../chain-id.js';
import type { EvmObservation } from './probe.js';

/** The report's facts of an EVM endpoint. Numbers beyond 2^53 are strings, so that none is rounded. */
export function describeEvm(observation: EvmObservation | null): JsonObject {
  const read =
    observation?.block.kind === 'result' && observation.block.result !== null
      ? readBlock(observation.block.result)
      : null;
  const block = read === null || 'reason' in read ? null : read;
  const chainId = readChainId(observation?.chainId ?? null);
  const second = readChainId(observation?.secondChainId ?? null);
  return {
    address: observation?.connection?.address ?? null,
    chainId: toQuantity(chainId),
    otherChainId: toQuantity(second === chainId ? null : second),
    blockHeight: toQuantity(block?.number ?? null),
    blockTime: block === null ? null : toIso(readBlockTime(block.timestamp).timeMs),
    cors: describeCors(observation?.cors),
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
