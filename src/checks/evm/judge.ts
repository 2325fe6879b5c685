import type { ChainClaim } from '../../model/entry.js';
import type { Problem } from '../../model/rule.js';
import { describeImplausibleTime, readBlockTime } from '../block/time.js';
import { parseQuantity, readChainId } from './chain-id.js';
import { describeBriefly } from '../rules/describe-briefly.js';
import { describeQuantity, readBlock } from './block.js';
import type { EvmOutcome, EvmResult } from './outcome.js';
import { staleAfterMs } from '../block/stale.js';

/** The problems of the newest block of an EVM node. Pure. */
export function judgeEvmBlock(kind: string, { result, limitBytes }: EvmResult, now: Date): Problem[] {
  if (result === null) return [{ code: `${kind}/no-block`, data: {} }];
  const block = readBlock(result);
  if ('reason' in block && limitBytes !== undefined)
    return [{ code: `${kind}/head-unknown`, data: { limitBytes } }];
  if ('reason' in block) return [{ code: `${kind}/malformed-block`, data: { reason: block.reason } }];
  const number = Number(block.number);
  const time = readBlockTime(block.timestamp);
  const timeFault = describeImplausibleTime(time, now);
  const ageMs = now.getTime() - time.timeMs;
  return [
    ...(timeFault === null ? [] : [{ code: `${kind}/odd-timestamp`, data: { number, reason: timeFault } }]),
    ...(ageMs > staleAfterMs ? [{ code: `${kind}/stale`, data: { number, ageMs } }] : []),
  ];
}

/** The answers of an EVM node to the calls that every kind makes. */
interface EvmAnswers {
  readonly block: EvmOutcome;
  readonly chainId: EvmOutcome | null;
}

/**
 * Whether clients get the chain id, which they request first. An endpoint that limits the rate may answer other clients, and a node without a block
 * has none yet. Pure.
 */
export function judgeEvmChainId(kind: string, { block, chainId: outcome }: EvmAnswers): Problem[] {
  if (block.kind === 'result' && block.result === null) return [];
  if (outcome === null || readChainId(outcome) !== null) return [];
  if (outcome.kind === 'problem' && outcome.problem.code === 'net/rate-limited') return [];
  return [{ code: `${kind}/chain-unknown`, data: { detail: describeNoChainId(outcome) } }];
}

function describeNoChainId(outcome: EvmOutcome): string {
  return outcome.kind === 'problem' ? describeBriefly(outcome.problem) : 'not a chain id';
}

/** How the answers depart from the specifications, though they can be read. Pure. */
export function judgeEvmForm(kind: string, { block, chainId }: EvmAnswers): Problem[] {
  const deviations = [block, chainId].flatMap((outcome) =>
    outcome?.kind === 'result' && outcome.deviation !== undefined ? outcome.deviation : [],
  );
  const read = block.kind === 'result' ? readBlock(block.result) : null;
  const reasons = new Set([
    ...deviations,
    ...(read === null || 'reason' in read ? [] : read.deviations),
    ...describeChainId(chainId),
  ]);
  return [...reasons].map((reason) => ({ code: `${kind}/nonstandard-answer`, data: { reason } }));
}

function describeChainId(outcome: EvmOutcome | null): readonly string[] {
  if (outcome?.kind !== 'result' || readChainId(outcome) === null) return [];
  const { result } = outcome;
  if (typeof result !== 'string' || !result.startsWith('0x')) return ['eth_chainId answers a decimal number'];
  return describeQuantity(result) === null ? [] : ['the answer to eth_chainId has leading zeros'];
}

/** The answers of an EVM node about its chain. */
interface EvmIds {
  /** Null if it was not requested. */
  readonly chainId: EvmOutcome | null;
  readonly secondChainId: EvmOutcome | null;
  readonly networkId: EvmOutcome | null;
}

/** Whether an EVM node serves the chain that is claimed. Pure. */
export function judgeEvmIds(
  kind: string,
  { chainId: outcome, secondChainId, networkId }: EvmIds,
  { chainId: expected, field, derived }: ChainClaim,
): Problem[] {
  if (outcome === null) return [];
  // An endpoint that limits the rate may serve this chain or another.
  if (outcome.kind === 'problem' && outcome.problem.code === 'net/rate-limited') return [outcome.problem];
  const actual = readChainId(outcome);
  if (actual === null) {
    const network = readChainId(networkId);
    if (network === null || network === parseQuantity(expected)) return [];
    const data = { expected, detail: describeNoChainId(outcome), networkId: network.toString() };
    return [{ code: `${kind}/network-differs`, data }];
  }
  // If one of two ids is right, `chain/unsteady` reports the other.
  if ([actual, readChainId(secondChainId)].includes(parseQuantity(expected))) return [];
  const data = { expected, actual: `${actual} (0x${actual.toString(16)})`, field, derived };
  return [{ code: `${kind}/wrong-chain`, data }];
}
