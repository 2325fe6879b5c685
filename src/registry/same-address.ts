import { describeAddress, type KindDefinition } from '../model/kind.js';
import type { Entry, Target } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';

/**
 * Finds addresses that are listed as two kinds that seldom share one, or for two chains with different ids: one problem for a pair, at the later
 * entry. Ignores entries of chains that have ended, and hosts that are gateways. Takes linear time.
 */
export function findSameAddresses(
  entries: readonly Entry[],
  kinds: readonly KindDefinition[],
): PlacedProblem[] {
  // A peer may belong to several chains, which its probe finds out; the host and port of a peer with an id are no address of a service.
  const apart = new Set<string>(kinds.flatMap(({ kind, peerToPeer }) => (peerToPeer === true ? kind : [])));
  const live = entries
    .filter(isLiving)
    .filter(({ kind, isDerived }) => !apart.has(kind) && isDerived !== true);
  // An array only if needed, since most addresses are listed once.
  const groups = new Map<string, Living | Living[]>();
  for (const entry of live) {
    const address = describeAddress(entry.target);
    const same = groups.get(address);
    if (same === undefined) groups.set(address, entry);
    else if (Array.isArray(same)) same.push(entry);
    else groups.set(address, [same, entry]);
  }
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const pairs = [...groups.values()].flatMap((same) => (Array.isArray(same) ? findPairs(same, byName) : []));
  const gateways = findGateways(live, new Set(pairs.map(([first]) => describeHost(first))), byName);
  return pairs
    .filter(([first]) => !gateways.has(describeHost(first)))
    .map(([first, second]) => ({ ...describePair(second, first), twin: describePair(first, second) }));
}

/** Reports each pair at the part of it that changed: at the first one if only that one did. */
export function reportPairsAtChanges(
  problems: readonly PlacedProblem[],
  untouched: ReadonlySet<object>,
): readonly PlacedProblem[] {
  return problems.map((problem) =>
    problem.twin !== undefined && isUntouched(problem, untouched) && !isUntouched(problem.twin, untouched)
      ? problem.twin
      : problem,
  );
}

/** Whether what a problem concerns did not change. One of the whole file counts as changed. */
export function isUntouched({ entry, subject }: PlacedProblem, untouched: ReadonlySet<object>): boolean {
  const concerned = subject ?? entry;
  return concerned !== null && untouched.has(concerned);
}

type Living = Entry & { readonly target: Target };

function isLiving(entry: Entry): entry is Living {
  return entry.target !== null && entry.chainStatus !== 'killed';
}

/** Pairs each entry of an address with the first entry before it that conflicts with it. Duplicates within one list have their own rule. */
function findPairs(
  same: readonly Living[],
  kinds: ReadonlyMap<string, KindDefinition>,
): (readonly [Living, Living])[] {
  const visited = new Set<string>();
  // The first entry of each kind, and of the first two claimed ids.
  const byKind = new Map<string, Living>();
  const byId = new Map<string, Living>();
  return [...same].sort(compareInFile).flatMap((entry) => {
    const key = JSON.stringify([entry.place.file, entry.chain, entry.kind]);
    if (visited.has(key)) return [];
    visited.add(key);
    const id = readId(entry, kinds);
    const before = [...byKind.values()];
    // A kind that was reported before, or may share an address with one, only counts if its chain differs.
    const isNewKind = !before.some(({ kind }) => canShareAddress(entry.kind, kind, kinds));
    const earlier =
      (isNewKind ? before[0] : undefined) ??
      (id === null ? undefined : [...byId].find(([claimed]) => claimed !== id)?.[1]);
    if (!byKind.has(entry.kind)) byKind.set(entry.kind, entry);
    if (id !== null && !byId.has(id) && byId.size < 2) byId.set(id, entry);
    return earlier === undefined ? [] : [[earlier, entry] as const];
  });
}

/** By line within a file; the order of files is kept. */
function compareInFile(a: Entry, b: Entry): number {
  return a.urlPlace.file === b.urlPlace.file
    ? (a.urlPlace.range?.line ?? 0) - (b.urlPlace.range?.line ?? 0)
    : 0;
}

/** A host with this many kinds or chains is a gateway rather than a copied line. */
const gatewayFrom = 3;

/** The hosts that serve three or more kinds that seldom share an address, or three or more chains by path. */
function findGateways(
  entries: readonly Living[],
  hosts: ReadonlySet<string>,
  kinds: ReadonlyMap<string, KindDefinition>,
): ReadonlySet<string> {
  const byHost = new Map<string, Served>();
  if (hosts.size === 0) return hosts;
  for (const entry of entries) {
    const host = describeHost(entry);
    if (!hosts.has(host)) continue;
    const served = byHost.get(host) ?? { kinds: new Set(), chains: new Set(), paths: new Set() };
    byHost.set(host, served);
    served.kinds.add(entry.kind);
    served.chains.add(entry.chain);
    served.paths.add(entry.target.path);
  }
  const isGateway = (served: Served) => {
    const apart: string[] = [];
    for (const kind of kinds.keys())
      if (served.kinds.has(kind) && !apart.some((other) => canShareAddress(kind, other, kinds)))
        apart.push(kind);
    return apart.length >= gatewayFrom || Math.min(served.chains.size, served.paths.size) >= gatewayFrom;
  };
  return new Set([...byHost].filter(([, served]) => isGateway(served)).map(([host]) => host));
}

interface Served {
  readonly kinds: Set<string>;
  readonly chains: Set<string | null>;
  readonly paths: Set<string>;
}

function describeHost({ target: { host, port } }: Living): string {
  return `${host} ${port}`;
}

function describePair(entry: Entry, partner: Entry): PlacedProblem {
  const { kind, chain } = partner;
  const [ownLine, otherLine] = [findLine(entry), findLine(partner)];
  const data = {
    kind,
    chain,
    file: otherLine.file ?? '',
    line: otherLine.line,
    // A file may list several chains, whose names then distinguish the entries.
    sameFile: otherLine.file === ownLine.file && chain === entry.chain,
    listedAs: entry.kind,
    listedOn: ownLine.line,
  };
  return { problem: { code: 'entry/same-address', data }, place: entry.urlPlace, entry };
}

/** The line of the list, even if a script copied it to another file. */
function findLine({ urlPlace: { file, range, source } }: Entry): {
  readonly file: string | null;
  readonly line: number;
} {
  return source ?? { file, line: range?.line ?? 1 };
}

function readId({ kind, claim }: Entry, kinds: ReadonlyMap<string, KindDefinition>): string | null {
  return claim === null || claim.derived ? null : (kinds.get(kind)?.normalizeChainId(claim.chainId) ?? null);
}

function canShareAddress(first: string, second: string, kinds: ReadonlyMap<string, KindDefinition>): boolean {
  return (
    first === second ||
    kinds.get(first)?.sharesAddressWith?.includes(second) === true ||
    kinds.get(second)?.sharesAddressWith?.includes(first) === true
  );
}
