import { getCheck } from '../../checks/index.js';
import type { ChainClaim } from '../../model/entry.js';
import type { JsonObject } from '../../model/json.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';
import { judgeChain, type Witness } from './judge-chain.js';
import type { ChainData } from './rules.js';

/** An endpoint of a run or a report, as far as it matters to its chain. */
export interface ChainMember {
  readonly file: string | null;
  readonly chain: string | null;
  readonly kind: string;
  /** Tells its target from others. */
  readonly address: string;
  readonly claim: ChainClaim | null;
  readonly facts: JsonObject;
  /** True where it was listed before the ref that the registry is compared with. */
  readonly unchanged: boolean;
}

/** What the endpoints of all chains show together. */
export interface ChainFindings<Of extends ChainMember> {
  readonly problems: readonly { readonly member: Of; readonly problem: ProblemOf<ChainData> }[];
  /** Members whose claim is not held against them, each with the problem of the claim. */
  readonly outvoted: ReadonlyMap<Of, ProblemOf<Pick<ChainData, 'chain/claim-outvoted'>>>;
}

/** Judges the endpoints of each chain by what they report together. Endpoints of no file belong to no chain. Pure. */
export function judgeChains<Of extends ChainMember>(members: readonly Of[]): ChainFindings<Of> {
  const chains = new Map<string, (Witness & { readonly member: Of })[]>();
  for (const member of members) {
    if (member.file === null) continue;
    const key = member.chain === null ? `file ${member.file}` : `chain ${member.chain}`;
    const witnesses = chains.get(key) ?? [];
    witnesses.push(createWitness(member));
    chains.set(key, witnesses);
  }
  const problems: ChainFindings<Of>['problems'][number][] = [];
  const outvoted = new Map<Of, ProblemOf<Pick<ChainData, 'chain/claim-outvoted'>>>();
  for (const witnesses of chains.values()) {
    const judged = judgeChain(witnesses);
    problems.push(...judged.problems.map(({ witness, problem }) => ({ member: witness.member, problem })));
    for (const { family, claim, actual, count } of judged.outvoted) {
      for (const { member } of witnesses.filter(
        (other) => other.family === family && other.claim === claim,
      )) {
        const { field, chainId } = member.claim ?? { field: '', chainId: '' };
        const data = { field, claimed: truncate(chainId), actual: truncate(actual), count };
        outvoted.set(member, { code: 'chain/claim-outvoted', data });
      }
    }
  }
  return { problems, outvoted };
}

function createWitness<Of extends ChainMember>(member: Of): Witness & { readonly member: Of } {
  const { kind, address, claim, facts, unchanged } = member;
  const { idFamily: family, normalizeChainId } = getCheck(kind);
  const { chainId } = facts;
  const isGiven = (typeof chainId === 'string' && chainId !== '') || typeof chainId === 'number';
  return {
    member,
    address: `${kind} ${address}`,
    family,
    chainId: isGiven ? normalizeChainId(String(chainId)) : null,
    claim: claim === null ? null : normalizeChainId(claim.chainId),
    unchanged,
  };
}
