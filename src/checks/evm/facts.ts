import type { JsonObject } from '../../model/json.js';
import { noPhases, toIso } from '../facts.js';
import { readBlock } from './block.js';
import { readChainId } from './judge.js';
import type { EvmObservation } from './probe.js';

/** The report's facts of an EVM endpoint. Numbers beyond 2^53 are strings, so that none is rounded. */
export function describeEvm(seen: EvmObservation | null): JsonObject {
  const read =
    seen?.block.kind === 'result' && seen.block.result !== null ? readBlock(seen.block.result) : null;
  const block = read === null || 'reason' in read ? null : read;
  return {
    address: seen?.connection?.address ?? null,
    chainId: toNumber(readChainId(seen?.chainId ?? null)),
    blockHeight: toNumber(block?.number ?? null),
    blockTime: block === null ? null : toIso(Number(block.timestamp) * 1_000),
    certificateExpiresAt: seen?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(seen?.phasesMs ?? noPhases) },
  };
}

function toNumber(value: bigint | null): number | string | null {
  if (value === null) return null;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}
