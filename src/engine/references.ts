import { getCheck } from '../checks/index.js';
import type { Entry } from '../model/entry.js';
import { chainKeyOf, readChainId } from './chain/judge-chains.js';
import type { ProbedTarget } from './local-failure.js';
import type { ListedTarget, Targets } from './probe-all.js';

export interface ReferenceOptions {
  readonly isUnchanged: (entry: Entry) => boolean;
  /** How many are enough for a chain; at most five times as many are probed. None with 0. */
  readonly references: number;
  readonly keyOf: (listed: ListedTarget) => string;
  readonly isProbed: (kind: string) => boolean;
  readonly probe: (targets: Targets) => Promise<ReadonlyMap<string, ProbedTarget>>;
}

interface Group {
  readonly waiting: { readonly key: string; readonly listed: ListedTarget }[];
  needed: number;
  left: number;
}

const triesPerReference = 5;

/**
 * Probes unchanged entries of the chains in which a new entry reported an id that no claim confirms, to compare with, until enough have reported an
 * id. Resolves to their results, by key. Without them, new entries of another chain would outvote a right claim.
 */
export async function probeReferences(
  entries: readonly Entry[],
  results: ReadonlyMap<string, ProbedTarget>,
  { isUnchanged, references, keyOf, isProbed, probe }: ReferenceOptions,
): Promise<ReadonlyMap<string, ProbedTarget>> {
  const groups = new Map<string, Group>();
  const list = ({ kind, target }: Entry) => {
    if (target === null) return null;
    const listed = { kind, target };
    return { key: keyOf(listed), listed };
  };
  for (const entry of entries) {
    const probed = list(entry);
    const result = probed === null ? undefined : results.get(probed.key);
    if (references === 0 || isUnchanged(entry) || !hasId(result) || isConfirmed(entry, result)) continue;
    groups.set(groupOf(entry), { waiting: [], needed: references, left: references * triesPerReference });
  }
  const keys = new Set(results.keys());
  for (const entry of entries.filter(isUnchanged)) {
    const probed = list(entry);
    if (probed === null || keys.has(probed.key) || !isProbed(entry.kind)) continue;
    keys.add(probed.key);
    groups.get(groupOf(entry))?.waiting.push(probed);
  }
  const witnesses = new Map<string, ProbedTarget>();
  for (;;) {
    const batches = [...groups.values()].map((group) => ({ group, batch: takeBatch(group) }));
    const targets = new Map(
      batches.flatMap(({ batch }) => batch.map(({ key, listed }) => [key, listed] as const)),
    );
    if (targets.size === 0) return witnesses;
    for (const [key, result] of await probe(targets)) witnesses.set(key, result);
    for (const { group, batch } of batches) {
      group.needed -= batch.filter(({ key }) => hasId(witnesses.get(key))).length;
    }
  }
}

function takeBatch(group: Group): Group['waiting'] {
  const batch = group.waiting.splice(0, Math.min(group.needed, group.left));
  group.left -= batch.length;
  return batch;
}

/** Chains by name, their kinds grouped by comparable ids. */
function groupOf(entry: Entry): string {
  return `${getCheck(entry.kind).idFamily} ${chainKeyOf({ chain: entry.chain, file: entry.place.file }) ?? ''}`;
}

function isConfirmed({ claim }: Entry, probed: ProbedTarget | undefined): boolean {
  return claim !== null && probed?.result.observation.judgeClaim(claim).length === 0;
}

function hasId(probed: ProbedTarget | undefined): boolean {
  return probed !== undefined && readChainId(probed.result.observation.facts) !== null;
}
