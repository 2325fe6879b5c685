import type { ProblemOf } from '../../model/rule.js';
import type { Witness } from './judge-chain.js';
import type { ChainData } from './rules.js';

/** The newest block that a node reported. */
export interface Head {
  readonly height: number;
  /** How old the block was when it was reported, between two bounds, in milliseconds. Negative for a time in the future. */
  readonly leastAgeMs: number;
  readonly mostAgeMs: number;
}

/** A witness and its head; null where it reported none. */
export interface HeadWitness extends Witness {
  readonly head: Head | null;
}

/** Nodes of one chain differ by a few blocks, and their clocks by seconds. */
const toleranceBlocks = 20;
const toleranceMs = 60_000;

/**
 * Compares the newest blocks of the endpoints that serve the same chain. Pure. Ages are compared rather than heights alone, since a long run
 * probes endpoints minutes apart; nodes of a halted chain are equally old, so none of them is behind.
 */
export function judgeHeads<Of extends HeadWitness>(
  witnesses: readonly Of[],
): readonly { readonly witness: Of; readonly problem: ProblemOf<Pick<ChainData, 'chain/behind'>> }[] {
  const best = new Map<string, Head>();
  const keyOf = ({ family, chainId }: Of) => `${family} ${chainId ?? ''}`;
  for (const witness of witnesses) {
    const { head } = witness;
    // A block of the future cannot be the reference for others.
    if (witness.chainId === null || head === null || head.mostAgeMs < -toleranceMs) continue;
    const known = best.get(keyOf(witness));
    if (known === undefined || head.height > known.height) best.set(keyOf(witness), head);
  }
  return witnesses.flatMap((witness) => {
    const { head, chainId, unchanged } = witness;
    const top = best.get(keyOf(witness));
    if (head === null || chainId === null || unchanged || top === undefined) return [];
    const blocks = top.height - head.height;
    const behindMs = head.leastAgeMs - top.mostAgeMs;
    if (blocks <= toleranceBlocks || behindMs <= toleranceMs) return [];
    return [{ witness, problem: { code: 'chain/behind', data: { height: head.height, blocks, behindMs } } }];
  });
}
