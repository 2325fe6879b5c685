import { readDerivedEvmId } from '../../model/kind.js';
import { idFamilies, type IdFamily } from '../../model/endpoint-kind.generated.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/text.js';
import type { ChainData } from './rules.js';
import { toleranceBlocks, toleranceMs } from '../../checks/node/observation.js';
import { groupBy } from '../../model/group-by.js';

export interface Witness {
  /** Entries with the same address are one witness, however often they are listed. */
  readonly address: string;
  readonly family: IdFamily;
  /** Normalized for comparison; null if it reported none, so that it does not count. */
  readonly chainId: string | null;
  /** The id that the registry claims for it, normalized too; null if it claims none. */
  readonly claim: string | null;
  /** True if it was listed before the ref that the registry is compared with. */
  readonly unchanged: boolean;
}

interface ChainJudgement<Of extends Witness> {
  readonly problems: readonly { readonly witness: Of; readonly problem: ProblemOf<ChainData> }[];
  /** Claims that no witness confirms and at least two contradict together: no endpoint is blamed for differing from them. */
  readonly outvoted: readonly OutvotedClaim[];
}

interface OutvotedClaim {
  readonly family: IdFamily;
  readonly claim: string;
  readonly actual: string;
  readonly count: number;
}

/** Fewer agreeing endpoints than this prove nothing. */
const quorum = 2;
const idsShown = 5;

/**
 * Judges whether the endpoints of one chain serve the same chain. Pure. A lone endpoint is never blamed, and one that reported no id does not count.
 * If an id is claimed, `wrong-chain` blames endpoints that differ from it, unless the claim is outvoted.
 */
export function judgeChain<Of extends Witness>(witnesses: readonly Of[]): ChainJudgement<Of> {
  const families = idFamilies.map((family) =>
    judgeFamily(
      family,
      witnesses.filter((witness) => witness.family === family),
    ),
  );
  return {
    problems: [...families.flatMap(({ problems }) => problems), ...judgeKinds(witnesses)],
    outvoted: families.flatMap(({ outvoted }) => outvoted),
  };
}

function judgeFamily<Of extends Witness>(family: IdFamily, witnesses: readonly Of[]): ChainJudgement<Of> {
  const votes = countVotes(witnesses);
  const [actual, agreeing] = findMost(votes);
  const claims = new Set(witnesses.flatMap(({ claim }) => claim ?? []));
  const outvoted = [...claims].flatMap((claim) =>
    votes.has(claim) || agreeing < quorum ? [] : [{ family, claim, actual, count: agreeing }],
  );
  const outvotedClaims = new Set(outvoted.map(({ claim }) => claim));
  const isBlamed = ({ claim, unchanged }: Of) => !unchanged && (claim === null || outvotedClaims.has(claim));

  // Unchanged endpoints decide about new ones.
  const reference = findAgreed(countVotes(witnesses.filter(({ unchanged }) => unchanged)));
  const servesAnotherChain = ({ chainId, unchanged }: Of) =>
    reference !== null && !unchanged && chainId !== null && chainId !== reference.id;
  const rest = witnesses.filter((witness) => !servesAnotherChain(witness));
  const restVotes = countVotes(rest);
  const [most, count] = findMost(restVotes);
  const dissenters = [...restVotes].flatMap(([id, addresses]) => (id === most ? [] : [...addresses]));
  // A majority of new endpoints proves nothing against an unchanged one; those that agree with no unchanged one are reported.
  const unchangedIds = countVotes(witnesses.filter(({ unchanged }) => unchanged));
  const contradictsUnchanged = ({ chainId }: Of) =>
    chainId === most && unchangedIds.size > 0 && !unchangedIds.has(chainId);
  const problems = witnesses.filter(isBlamed).flatMap((witness) => {
    const problem =
      reference !== null && servesAnotherChain(witness)
        ? describeOddOneOut(witness, reference.id, reference.count)
        : contradictsUnchanged(witness)
          ? describeDisagreement(witness, restVotes)
          : judgeVote(witness, restVotes, { most, count, dissenters: dissenters.length });
    return problem === null ? [] : [{ witness, problem }];
  });
  return { problems, outvoted };
}

function judgeVote(
  witness: Witness,
  votes: Votes,
  { most, count, dissenters }: { readonly most: string; readonly count: number; readonly dissenters: number },
): ProblemOf<ChainData> | null {
  if (witness.chainId === null || dissenters === 0) return null;
  if (dissenters === 1 && count >= quorum) {
    return witness.chainId === most ? null : describeOddOneOut(witness, most, count);
  }
  return describeDisagreement(witness, votes);
}

function describeDisagreement({ chainId }: Witness, votes: Votes): ProblemOf<ChainData> {
  // Not all of them: a hostile chain has thousands, and as many witnesses.
  const keys = votes.keys();
  const ids = Array.from({ length: Math.min(votes.size, idsShown) }, () => truncate(keys.next().value ?? ''));
  return { code: 'chain/disagreement', data: { actual: truncate(chainId ?? ''), ids, count: votes.size } };
}

function describeOddOneOut({ chainId }: Witness, expected: string, count: number): ProblemOf<ChainData> {
  const data = { actual: truncate(chainId ?? ''), expected: truncate(expected), count };
  return { code: 'chain/odd-one-out', data };
}

function judgeKinds<Of extends Witness>(witnesses: readonly Of[]): ChainJudgement<Of>['problems'] {
  const evm = witnesses.filter(({ family, chainId }) => family === 'evm' && chainId !== null);
  const [cosmosId = '', ...otherIds] = countVotes(
    witnesses.filter(({ family }) => family === 'cosmos'),
  ).keys();
  const [actual = '', ...otherEvmIds] = countVotes(evm).keys();
  const expected = readDerivedEvmId(cosmosId);
  if (expected === null || otherIds.length > 0 || otherEvmIds.length > 0 || actual === expected) return [];
  const data = { actual: truncate(actual), expected, cosmosId: truncate(cosmosId) };
  return evm
    .filter(({ claim, unchanged }) => claim === null && !unchanged)
    .map((witness) => ({ witness, problem: { code: 'chain/kinds-disagree', data } }));
}

type Votes = ReadonlyMap<string, ReadonlySet<string>>;

function countVotes(witnesses: readonly Witness[]): Votes {
  const votes = new Map<string, Set<string>>();
  for (const { chainId, address } of witnesses) {
    if (chainId === null) continue;
    const voters = votes.get(chainId) ?? new Set();
    votes.set(chainId, voters.add(address));
  }
  return votes;
}

/** The id with the most votes; the first one if several have as many. */
function findMost(votes: Votes): readonly [id: string, count: number] {
  let most: readonly [string, number] = ['', 0];
  for (const [id, { size }] of votes) if (size > most[1]) most = [id, size];
  return most;
}

/** The only reported id, if enough endpoints reported it. */
function findAgreed(votes: Votes): { readonly id: string; readonly count: number } | null {
  const [id, count] = findMost(votes);
  return votes.size === 1 && count >= quorum ? { id, count } : null;
}

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

interface HeadJudgement<Of extends HeadWitness> {
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
