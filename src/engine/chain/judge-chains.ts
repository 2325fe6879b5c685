import { getCheck } from '../../checks/index.js';
import { groupBy } from '../../model/group-by.js';
import { idFamilies } from '../../model/endpoint-kind.generated.js';
import { isJsonObject, type JsonObject } from '../../model/json.js';
import type { EndpointReport } from '../../model/report.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/text.js';
import { type Head, type HeadWitness, judgeChain, judgeHeads } from './judge-chain.js';
import type { ChainData } from './rules.js';

export interface ChainMember {
  readonly endpoint: Pick<EndpointReport, 'file' | 'chain' | 'kind' | 'claim' | 'facts'>;
  /** Distinguishes its target from other targets. */
  readonly address: string;
  /** When it was probed, between two bounds, in milliseconds since 1970. */
  readonly probedMs: { readonly earliest: number; readonly latest: number };
  /** True if it was listed before the ref that the registry is compared with. */
  readonly unchanged: boolean;
}

export interface ChainFindings<Of extends ChainMember> {
  readonly problems: readonly { readonly member: Of; readonly problem: ProblemOf<ChainData> }[];
  /** Members whose claim is not blamed on them, each with the problem of the claim. */
  readonly outvoted: ReadonlyMap<Of, ProblemOf<Pick<ChainData, 'chain/claim-outvoted'>>>;
  /** Members whose old head is explained by the heads of other members, so that `stale` is not reported for them. */
  readonly explained: ReadonlySet<Of>;
}

/** The key of a chain; null for endpoints without a file, which belong to no chain. */
export function chainKeyOf({ file, chain }: Pick<EndpointReport, 'file' | 'chain'>): string | null {
  if (file === null) return null;
  // A chain may have several files in one directory; files of other directories are other chains of the same name.
  return chain === null ? `file ${file}` : `chain ${file.slice(0, file.lastIndexOf('/') + 1)} ${chain}`;
}

export function readChainId({ chainId }: JsonObject): string | null {
  const isReported = (typeof chainId === 'string' && chainId !== '') || typeof chainId === 'number';
  return isReported ? String(chainId) : null;
}

/** Judges the endpoints of each chain by what they report together. Endpoints of no file belong to no chain. Pure. */
export function judgeChains<Of extends ChainMember>(members: readonly Of[]): ChainFindings<Of> {
  const chains = groupBy(
    members.filter(({ endpoint }) => endpoint.file !== null),
    ({ endpoint }) => chainKeyOf(endpoint),
  );
  const problems: ChainFindings<Of>['problems'][number][] = [];
  const explained = new Set<Of>();
  const outvoted = new Map<Of, ProblemOf<Pick<ChainData, 'chain/claim-outvoted'>>>();
  for (const member of members) {
    const problem = member.unchanged ? null : judgeSteadiness(member);
    if (problem !== null) problems.push({ member, problem });
  }
  const ofChains = [...chains.values()].map((chainMembers) => createWitnesses(chainMembers));
  for (const witnesses of ofChains) {
    const judged = judgeChain(witnesses);
    const heads = judgeHeads(witnesses);
    for (const { member } of heads.explained) explained.add(member);
    const chainProblems = [...judged.problems, ...heads.problems];
    // Not spread into arguments: the stack has room for some ten thousand of them.
    for (const { witness, problem } of chainProblems) problems.push({ member: witness.member, problem });
    const claims = new Map(
      judged.outvoted.map(({ family, claim, actual, count }) => [
        `${family} ${claim}`,
        { actual: truncate(actual), count },
      ]),
    );
    for (const { member, family, claim } of witnesses) {
      const vote = claims.get(`${family} ${claim ?? ''}`);
      if (vote === undefined) continue;
      const { field, chainId } = member.endpoint.claim ?? { field: '', chainId: '' };
      outvoted.set(member, {
        code: 'chain/claim-outvoted',
        data: { field, claimed: truncate(chainId), ...vote },
      });
    }
  }
  return { problems: [...problems, ...findListedTwice(ofChains)], outvoted, explained };
}

const chainsShown = 5;

/** Entries of chains whose endpoints agree on an id that the endpoints of another chain agree on too. */
function findListedTwice<Of extends ChainMember>(
  chains: readonly (readonly WitnessOf<Of>[])[],
): ChainFindings<Of>['problems'] {
  /** The endpoints of each chain, by the id that they report. */
  const listed = new Map<string, Map<string, readonly Of[]>>();
  for (const witnesses of chains) {
    for (const family of idFamilies) {
      const answered = witnesses.filter((witness) => witness.family === family && witness.chainId !== null);
      const ids = new Set(answered.map(({ chainId }) => chainId));
      const [first] = answered;
      if (first === undefined || ids.size > 1) continue;
      const key = `${family} ${first.chainId ?? ''}`;
      const { chain, file } = first.member.endpoint;
      const same = listed.get(key) ?? new Map<string, readonly Of[]>();
      const answeredMembers = answered.map(({ member }) => member);
      listed.set(key, same.set(chain ?? file ?? '', answeredMembers));
    }
  }
  return [...listed].flatMap(([key, same]) => {
    if (same.size < 2) return [];
    const chainId = truncate(key.slice(key.indexOf(' ') + 1));
    // One more than are shown, since a chain is left out of its own list.
    const candidates = [...same.keys()].slice(0, chainsShown + 1);
    return [...same].flatMap(([name, members]) => {
      const data = { chainId, chains: candidates.filter((chain) => chain !== name).slice(0, chainsShown) };
      return members
        .filter(({ unchanged }) => !unchanged)
        .map((member) => ({ member, problem: { code: 'chain/listed-twice' as const, data } }));
    });
  });
}

type WitnessOf<Of> = HeadWitness & { readonly member: Of };

/** An endpoint with two ids counts for neither, unless no other endpoint reports either of them: then it serves another chain. */
function createWitnesses<Of extends ChainMember>(members: readonly Of[]): readonly WitnessOf<Of>[] {
  const steady = members
    .filter((member) => readTwoIds(member) === null)
    .map((member) => createWitness(member, true));
  const steadyIds = new Set(steady.map(({ family, chainId }) => `${family} ${chainId ?? ''}`));
  const families = new Set(steady.flatMap(({ family, chainId }) => (chainId === null ? [] : family)));
  const unsteady = members.flatMap((member) => {
    const ids = readTwoIds(member);
    if (ids === null) return [];
    const { idFamily, normalizeChainId } = getCheck(member.endpoint.kind);
    const isKnown = ids.some((id) => steadyIds.has(`${idFamily} ${normalizeChainId(id)}`));
    return [createWitness(member, families.has(idFamily) && !isKnown)];
  });
  return [...steady, ...unsteady];
}

function createWitness<Of extends ChainMember>(member: Of, counts: boolean): WitnessOf<Of> {
  const { address, unchanged } = member;
  const { kind, claim, facts } = member.endpoint;
  const { idFamily: family, normalizeChainId } = getCheck(kind);
  const chainId = counts ? readChainId(facts) : null;
  return {
    member,
    address: nameNode(kind, address),
    family,
    chainId: chainId === null ? null : normalizeChainId(chainId),
    // An id that is only derived from another one blames no endpoint.
    claim: claim === null || claim.derived ? null : normalizeChainId(claim.chainId),
    unchanged,
    head: readHead(member),
    server: typeof facts['address'] === 'string' ? facts['address'] : address,
  };
}

/** The name that all endpoints of one node share, since a node is no second witness of its id. */
function nameNode(kind: string, address: string): string {
  const { servedBy } = getCheck(kind);
  return servedBy !== undefined && address.endsWith(servedBy.path)
    ? `${servedBy.kind} ${address.slice(0, -servedBy.path.length)}`
    : `${kind} ${address}`;
}

function readTwoIds({ endpoint: { facts } }: ChainMember): readonly [string, string] | null {
  const first = readChainId(facts);
  const second = readChainId({ chainId: facts['otherChainId'] ?? null });
  return first === null || second === null ? null : [first, second];
}

/** Whether two answers of an endpoint are those of nodes that do not agree. Nodes of two chains have other heads too. */
function judgeSteadiness(member: ChainMember): ProblemOf<Pick<ChainData, 'chain/unsteady'>> | null {
  const ids = readTwoIds(member);
  if (ids !== null) {
    const data = { ids: [truncate(ids[0]), truncate(ids[1])] as const, heights: null, isSyncing: false };
    return { code: 'chain/unsteady', data };
  }
  const { blockHeight, otherHead } = member.endpoint.facts;
  if (!isJsonObject(otherHead)) return null;
  const heights = [blockHeight, otherHead['blockHeight']].flatMap((height) =>
    typeof height === 'number' || typeof height === 'string' ? [String(height)] : [],
  );
  const [newest, other] = heights;
  const pair = newest === undefined || other === undefined ? null : ([newest, other] as const);
  return {
    code: 'chain/unsteady',
    data: { ids: null, heights: pair, isSyncing: otherHead['syncing'] === true },
  };
}

function readHead({ endpoint, probedMs }: ChainMember): Head | null {
  const { blockHeight, blockTime } = endpoint.facts;
  const timeMs = typeof blockTime === 'string' ? Date.parse(blockTime) : Number.NaN;
  return typeof blockHeight === 'number' && !Number.isNaN(timeMs)
    ? {
        height: blockHeight,
        timeMs,
        leastAgeMs: probedMs.earliest - timeMs,
        mostAgeMs: probedMs.latest - timeMs,
      }
    : null;
}
