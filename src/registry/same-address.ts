import { describeAddress } from '../model/describe-address.js';
import type { Entry, Target } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { KindDefinition } from '../model/kind.js';

/**
 * Finds addresses that are listed as two kinds that seldom share one, or for two chains with different ids: one problem for a pair, at the later
 * entry. Entries of chains that have ended don't count, nor do hosts that are gateways. Takes linear time.
 */
export function findSameAddresses(
  entries: readonly Entry[],
  kinds: readonly KindDefinition[],
): PlacedProblem[] {
  const living = entries.filter(isLiving);
  // Most addresses are listed once.
  const groups = new Map<string, Living | Living[]>();
  for (const entry of living) {
    const address = describeAddress(entry.target);
    const same = groups.get(address);
    if (same === undefined) groups.set(address, entry);
    else if (Array.isArray(same)) same.push(entry);
    else groups.set(address, [same, entry]);
  }
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const pairs = [...groups.values()].flatMap((same) => (Array.isArray(same) ? findPairs(same, byName) : []));
  const gateways = findGateways(living, new Set(pairs.map(([first]) => describeHost(first))), kinds);
  return pairs
    .filter(([first]) => !gateways.has(describeHost(first)))
    .map(([first, second]) => ({ ...tell(second, first), twin: tell(first, second) }));
}

/** The pairs as they concern the entries that changed: where only the first entry of one did, it is told there. */
export function turnPairs(
  problems: readonly PlacedProblem[],
  untouched: ReadonlySet<Entry>,
): readonly PlacedProblem[] {
  const isOld = ({ entry }: PlacedProblem) => entry !== null && untouched.has(entry);
  return problems.map((problem) =>
    problem.twin !== undefined && isOld(problem) && !isOld(problem.twin) ? problem.twin : problem,
  );
}

type Living = Entry & { readonly target: Target };

function isLiving(entry: Entry): entry is Living {
  return entry.target !== null && entry.chainStatus !== 'killed';
}

/** Each entry of an address with the first before it that it is at odds with. What one list has twice is told as that. */
function findPairs(
  same: readonly Living[],
  kinds: ReadonlyMap<string, KindDefinition>,
): (readonly [Living, Living])[] {
  const seen = new Set<string>();
  // The first entry of each kind, and of the first two claimed ids.
  const byKind = new Map<string, Living>();
  const byId = new Map<string, Living>();
  return [...same].sort(compareInFile).flatMap((entry) => {
    const key = JSON.stringify([entry.place.file, entry.chain, entry.kind]);
    if (seen.has(key)) return [];
    seen.add(key);
    const id = readId(entry, kinds);
    const before = [...byKind.values()];
    // Of a kind, or of a server, that was told before, only another chain is news.
    const isNewKind = !before.some(({ kind }) => mayShare(entry.kind, kind, kinds));
    const other =
      (isNewKind ? before[0] : undefined) ??
      (id === null ? undefined : [...byId].find(([one]) => one !== id)?.[1]);
    if (!byKind.has(entry.kind)) byKind.set(entry.kind, entry);
    if (id !== null && !byId.has(id) && byId.size < 2) byId.set(id, entry);
    return other === undefined ? [] : [[other, entry] as const];
  });
}

/** By line within a file; files stay in their order. */
function compareInFile(a: Entry, b: Entry): number {
  return a.urlPlace.file === b.urlPlace.file
    ? (a.urlPlace.range?.line ?? 0) - (b.urlPlace.range?.line ?? 0)
    : 0;
}

/** From three on, kinds or chains at one host are no copied line. */
const gatewayFrom = 3;

/** Which of the hosts serve three or more kinds that seldom share one, or three or more chains by path. */
function findGateways(
  entries: readonly Living[],
  hosts: ReadonlySet<string>,
  kinds: readonly KindDefinition[],
): ReadonlySet<string> {
  const served = new Map<string, { kinds: Set<string>; chains: Set<string | null>; paths: Set<string> }>();
  if (hosts.size === 0) return hosts;
  for (const entry of entries) {
    const host = describeHost(entry);
    if (!hosts.has(host)) continue;
    const own = served.get(host) ?? { kinds: new Set(), chains: new Set(), paths: new Set() };
    served.set(host, own);
    own.kinds.add(entry.kind);
    own.chains.add(entry.chain);
    own.paths.add(entry.target.path);
  }
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const isGateway = (own: { kinds: Set<string>; chains: Set<string | null>; paths: Set<string> }) => {
    const apart: string[] = [];
    for (const { kind } of kinds)
      if (own.kinds.has(kind) && !apart.some((one) => mayShare(kind, one, byName))) apart.push(kind);
    return apart.length >= gatewayFrom || Math.min(own.chains.size, own.paths.size) >= gatewayFrom;
  };
  return new Set([...served].filter(([, own]) => isGateway(own)).map(([host]) => host));
}

function describeHost({ target: { host, port } }: Living): string {
  return `${host} ${port}`;
}

/** The problem of a pair at one of its entries. */
function tell(entry: Entry, other: Entry): PlacedProblem {
  const { kind, chain, urlPlace } = other;
  const data = {
    kind,
    chain,
    file: urlPlace.file ?? '',
    line: urlPlace.range?.line ?? 1,
    // A file can list several chains, whose names then tell the entries apart.
    sameFile: urlPlace.file === entry.urlPlace.file && chain === entry.chain,
    listedAs: entry.kind,
    listedOn: entry.urlPlace.range?.line ?? 1,
  };
  return { problem: { code: 'entry/same-address', data }, place: entry.urlPlace, entry };
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
