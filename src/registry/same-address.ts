import { describeAddress } from '../model/describe-address.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { KindDefinition } from '../model/kind.js';

/**
 * Finds addresses that are listed as two kinds that seldom share one, or for two chains with different ids. Each of the entries is told of
 * another one. Entries of chains that have ended don't count. Takes linear time.
 */
export function findSameAddresses(
  entries: readonly Entry[],
  kinds: readonly KindDefinition[],
): PlacedProblem[] {
  // Most addresses are listed once.
  const groups = new Map<string, Entry | Entry[]>();
  for (const entry of entries) {
    if (entry.target === null || entry.chainStatus === 'killed') continue;
    const address = describeAddress(entry.target);
    const same = groups.get(address);
    if (same === undefined) groups.set(address, entry);
    else if (Array.isArray(same)) same.push(entry);
    else groups.set(address, [same, entry]);
  }
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return [...groups.values()].flatMap((same) => (Array.isArray(same) ? judgeGroup(same, byName) : []));
}

function judgeGroup(same: readonly Entry[], kinds: ReadonlyMap<string, KindDefinition>): PlacedProblem[] {
  // The first entry of each kind, and of each claimed id.
  const byKind = new Map<string, Entry>();
  const byId = new Map<string, Entry>();
  for (const entry of same) {
    if (!byKind.has(entry.kind)) byKind.set(entry.kind, entry);
    const id = readId(entry, kinds);
    if (id !== null && !byId.has(id)) byId.set(id, entry);
  }
  return same.flatMap((entry) => {
    const other = findOtherKind(entry, byKind, kinds) ?? findOtherChain(entry, byId, kinds);
    if (other === undefined) return [];
    const { kind, chain, urlPlace } = other;
    const data = {
      kind,
      chain,
      file: urlPlace.file ?? '',
      line: urlPlace.range?.line ?? 1,
      // A file can list several chains, whose names then tell the entries apart.
      sameFile: urlPlace.file === entry.urlPlace.file && chain === entry.chain,
    };
    return [{ problem: { code: 'entry/same-address', data }, place: entry.urlPlace, entry }];
  });
}

function findOtherKind(
  { kind }: Entry,
  byKind: ReadonlyMap<string, Entry>,
  kinds: ReadonlyMap<string, KindDefinition>,
): Entry | undefined {
  return [...byKind.values()].find((other) => !mayShare(kind, other.kind, kinds));
}

/** Where all kinds may share the address, their chain ids are of one sort. */
function findOtherChain(
  entry: Entry,
  byId: ReadonlyMap<string, Entry>,
  kinds: ReadonlyMap<string, KindDefinition>,
): Entry | undefined {
  const id = readId(entry, kinds);
  if (id === null) return undefined;
  // Of two ids at least one is another than its own.
  const [first, second] = byId.keys();
  const other = first === id ? second : first;
  return other === undefined ? undefined : byId.get(other);
}

function readId({ kind, claim }: Entry, kinds: ReadonlyMap<string, KindDefinition>): string | null {
  return claim === null || claim.derived ? null : (kinds.get(kind)?.normalizeChainId(claim.chainId) ?? null);
}

function mayShare(one: string, other: string, kinds: ReadonlyMap<string, KindDefinition>): boolean {
  return (
    one === other ||
    kinds.get(one)?.sharesAddressWith?.includes(other) === true ||
    kinds.get(other)?.sharesAddressWith?.includes(one) === true
  );
}
