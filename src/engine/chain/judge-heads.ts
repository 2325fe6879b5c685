import { toleranceBlocks, toleranceMs } from '../../checks/node/observation.js';
import { groupBy } from '../../model/group-by.js';
import type { ProblemOf } from '../../model/rule.js';
import type { Witness } from './judge-chain.js';
import type { ChainData } from './rules.js';

export interface Head {
  readonly height: number;
  /** When it was made, in milliseconds since 1970. */
  readonly timeMs: number;
  /** How old the block was when it was reported, between two bounds, in milliseconds. Negative for a time in the future. */
  readonly leastAgeMs: number;
  readonly mostAgeMs: number;
}

/** A witness and its head; null if it reported none. */
export interface HeadWitness extends Witness {
  readonly head: Head | null;
  /** The IP address and port that answered: two names of it may be one node. Null if unknown. */
  readonly server: string | null;
}

export interface HeadJudgement<Of extends HeadWitness> {
  readonly problems: readonly {
    readonly witness: Of;
    readonly problem: ProblemOf<Pick<ChainData, 'chain/behind'>>;
  }[];
  /**
   * Witnesses that are behind other witnesses, or have the same newest block as another node: their old head is not reported. A chain may have
   * halted, or make blocks only when there are transactions.
   */
  readonly explained: ReadonlySet<Of>;
}

/**
 * Compares the newest blocks of the endpoints that serve the same chain. Pure. Ages are compared rather than heights alone, since a long run
 * probes endpoints minutes apart; nodes of a halted chain are equally old, so none of them is behind.
 */
export function judgeHeads<Of extends HeadWitness>(witnesses: readonly Of[]): HeadJudgement<Of> {
  const problems: HeadJudgement<Of>['problems'][number][] = [];
  const explained = new Set<Of>();
  for (const peers of groupBy(witnesses, ({ family, chainId }) => `${family} ${chainId ?? ''}`).values()) {
    const headed = peers.flatMap((witness) =>
      // A block of the future cannot be a reference.
      witness.chainId === null || witness.head === null || witness.head.mostAgeMs < -toleranceMs
        ? []
        : [{ witness, head: witness.head }],
    );
    const [first, ...rest] = headed;
    if (first === undefined) continue;
    const top = rest.reduce((best, { head }) => (head.height > best.height ? head : best), first.head);
    const atTop = new Set(
      headed.filter(({ head }) => isNear(head, top)).map(({ witness }) => witness.server),
    );
    for (const { witness, head } of headed) {
      const isLate = isBehind(head, top);
      // A node under two names does not explain itself.
      const isShared = isNear(head, top) && atTop.size > 1;
      if (isLate || isShared) explained.add(witness);
      if (witness.unchanged || !isLate) continue;
      const blocks = top.height - head.height;
      const data = { height: head.height, blocks, behindMs: head.leastAgeMs - top.mostAgeMs };
      problems.push({ witness, problem: { code: 'chain/behind', data } });
    }
  }
  return { problems, explained };
}

/** Whether two heads show the same state of a chain. */
function isNear(head: Head, top: Head): boolean {
  return top.height - head.height <= toleranceBlocks && Math.abs(top.timeMs - head.timeMs) <= toleranceMs;
}

function isBehind(head: Head, top: Head): boolean {
  return top.height - head.height > toleranceBlocks && head.leastAgeMs - top.mostAgeMs > toleranceMs;
}
