import type { JsonObject } from '../../model/json.js';
import { noPhases } from '../phases.js';
import { readBlock } from './block.js';
import { readChainId } from './judge.js';
import type { EvmObservation } from './probe.js';

/** The report's facts of an EVM endpoint. Numbers beyond 2^53 are texts, so that none is rounded. */
export function describeEvm(seen: EvmObservation | null): JsonObject {
  const read =
    seen?.block.kind === 'result' && seen.block.result !== null ? readBlock(seen.block.result) : null;
  const block = read === null || 'reason' in read ? null : read;
  return {
    address: seen?.connection?.address ?? null,
    chainId: toNumber(readChainId(seen?.chainId ?? null)),
    blockNumber: toNumber(block?.number ?? null),
    blockTimestamp: toIso(block?.timestamp ?? null),
    certificateExpiresAt: seen?.connection?.certificateExpiresAt ?? null,
    phasesMs: { ...(seen?.phasesMs ?? noPhases) },
  };
}

function toNumber(value: bigint | null): number | string | null {
  if (value === null) return null;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}

/** A time that a Date can't hold is no time. */
function toIso(seconds: bigint | null): string | null {
  if (seconds === null) return null;
  const date = new Date(Number(seconds) * 1_000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
