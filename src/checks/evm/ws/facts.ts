import type { JsonObject } from '../../../model/json.js';
import { noPhases } from '../../facts.js';
import { describeSubscription } from '../../websocket/subscription.js';
import { readChainId } from '../chain-id.js';
import { describeBlock, toQuantity } from '../facts.js';
import type { EvmWsObservation } from './probe.js';

/** The report's facts of an EVM websocket. Numbers beyond 2^53 are strings, so that none is rounded. */
export function describeEvmWs(observation: EvmWsObservation | null): JsonObject {
  return {
    address: observation?.connection?.address ?? null,
    chainId: toQuantity(readChainId(observation?.chainId ?? null)),
    ...describeBlock(observation?.block),
    subscription: describeSubscription(observation?.subscription ?? null),
    certificateExpiresAt: observation?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}
