import type { EntryInput } from '../engine/report-entry.js';
import { keyOf } from '../engine/run.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';

/** An address of the registry, as Prometheus names it: by kind, url and chain. */
export interface ListedEntry extends EntryInput {
  /** The key of its target, by which probes are shared; null if it is not probed. */
  readonly key: string | null;
}

/** The result for a request: one entry, none, or entries of several chains. */
export type Found =
  | { readonly listed: ListedEntry }
  | { readonly chains: readonly string[] }
  | { readonly kinds: readonly string[] };

/** The entries of a registry, by the parameters of requests. */
export class TargetIndex {
  /** One for each kind, url and chain, in the order of the files; the first of those that agree in all three. */
  readonly entries: readonly ListedEntry[];
  /** Those of service discovery, and those with a key in the url, which would become a label. */
  readonly targets: readonly ListedEntry[];
  readonly leftOut: readonly ListedEntry[];
  readonly #byAddress = new Map<string, ListedEntry[]>();
  readonly #kindsByUrl = new Map<string, Set<string>>();

  constructor(
    entries: readonly Entry[],
    context: {
      readonly problems: readonly PlacedProblem[];
      readonly excluded: ReadonlyMap<Entry, string>;
      /** The kinds that are probed. */
      readonly only: ReadonlySet<string>;
    },
  ) {
    const problems = groupByEntry(context.problems);
    for (const entry of entries) {
      const { kind, url, chain, target } = entry;
      if (url === null) continue;
      const excluded = context.excluded.get(entry) ?? null;
      const isProbed =
        target !== null && excluded === null && entry.skipReason === null && context.only.has(kind);
      const same = this.#byAddress.get(joinAddress(kind, url)) ?? [];
      this.#byAddress.set(joinAddress(kind, url), same);
      this.#kindsByUrl.set(url, (this.#kindsByUrl.get(url) ?? new Set()).add(kind));
      if (same.some(({ entry: listed }) => listed.chain === chain)) continue;
      same.push({
        entry,
        problems: problems.get(entry) ?? [],
        excluded,
        key: isProbed ? keyOf(kind, target) : null,
      });
    }
    this.entries = [...this.#byAddress.values()].flat();
    this.targets = this.entries.filter(isTarget);
    this.leftOut = this.entries.filter((listed) => !isTarget(listed));
  }

  /**
   * Finds an entry by exactly what the registry writes. If an address is in several chains and none is named, the entry outside of all chains is
   * found, if there is one.
   */
  find(kind: string, url: string, chain: string | null): Found {
    const same = this.#byAddress.get(joinAddress(kind, url)) ?? [];
    const [listed] =
      chain === null && same.length === 1 ? same : same.filter(({ entry }) => entry.chain === chain);
    if (listed !== undefined) return { listed };
    if (same.length > 0) return { chains: same.flatMap(({ entry }) => entry.chain ?? []) };
    return { kinds: [...(this.#kindsByUrl.get(url) ?? [])] };
  }

  /** The keys of everything that may be probed. */
  listKeys(): ReadonlySet<string> {
    return new Set(this.entries.flatMap(({ key }) => key ?? []));
  }
}

function isTarget({ key, problems }: ListedEntry): boolean {
  return key !== null && !problems.some(({ problem }) => problem.code === 'entry/url-key');
}

function joinAddress(kind: string, url: string): string {
  return `${kind} ${url}`;
}

function groupByEntry(problems: readonly PlacedProblem[]): ReadonlyMap<Entry, PlacedProblem[]> {
  const grouped = new Map<Entry, PlacedProblem[]>();
  for (const problem of problems) {
    if (problem.entry === null) continue;
    const entryProblems = grouped.get(problem.entry);
    if (entryProblems === undefined) grouped.set(problem.entry, [problem]);
    else entryProblems.push(problem);
  }
  return grouped;
}
