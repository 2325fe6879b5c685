import type { JsonObject } from '../../../model/json.js';
import { readBlockTime } from '../../block/time.js';
import { readBlock } from '../block.js';
import { readChainId } from '../chain-id.js';
import { noPhases, toIso, toQuantity } from '../../facts.js';
import { describeSubscription } from '../../websocket/subscription.js';
import type { EvmWsObservation } from './probe.js';

/** The report's facts of an EVM websocket. Numbers beyond 2^53 are strings, so that none is rounded. */
export function describeEvmWs(observation: EvmWsObservation | null): JsonObject {
  const read =
    observation?.block.kind === 'result' && observation.block.result !== null
      ? readBlock(observation.block.result)
      : null;
  const block = read === null || 'reason' in read ? null : read;
  return {
    address: observation?.connection?.address ?? null,
    chainId: toQuantity(readChainId(observation?.chainId ?? null)),
    blockHeight: toQuantity(block?.number ?? null),
    blockTime: block === null ? null : toIso(readBlockTime(block.timestamp).timeMs),
    subscription: describeSubscription(observation?.subscription ?? null),
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
