import { LRUCache } from 'lru-cache';
import type { EntryInput } from '../engine/report-entry.js';
import { keyOf } from '../engine/run.js';
import { type Answer, createAnswer } from '../http-server/reply.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import { truncate } from '../model/text.js';

/** Why service discovery does not list an entry. One with a key in the url is probed, but would make the key a label. */
type Omission = 'key' | 'skipped' | 'invalid' | 'kind';

/** An address of the registry, as Prometheus names it: by kind, url and chain. */
export interface ListedEntry extends EntryInput {
  /** The key of its target, by which probes are shared; null if it is not probed. */
  readonly key: string | null;
  /** Null if service discovery lists it. */
  readonly omission: Omission | null;
}

/** What a request names an entry by; without a chain if its kind and url are enough. */
export interface TargetName {
  readonly kind: string;
  readonly target: string;
  readonly chain: string | null;
}

/** How many addresses of the exporter have their lists kept: a client may send any Host header. */
const addressLimit = 4;

/** The entries of a registry, by the parameters of requests. */
export class TargetIndex {
  /** One for each kind, url and chain; the first of those that agree in all three. */
  readonly entries: readonly ListedEntry[];
  /** Those of service discovery. */
  readonly targets: readonly ListedEntry[];
  /** How many targets each kind has, and how many other entries there are, by why they are left out. */
  readonly counts: Readonly<Record<'targets' | 'leftOut', Readonly<Record<string, number>>>>;
  readonly #byUrl = new Map<string, ListedEntry[]>();
  readonly #answers = new LRUCache<string, Answer>({ max: addressLimit });

  constructor(
    entries: readonly Entry[],
    context: {
      readonly problems: readonly PlacedProblem[];
      readonly excluded: ReadonlyMap<Entry, string>;
      readonly only: ReadonlySet<string>;
    },
  ) {
    const problemsByEntry = groupBy(context.problems, ({ entry }) => entry);
    for (const entry of entries) {
      const { kind, url, chain, target } = entry;
      if (url === null) continue;
      const same = this.#byUrl.get(url) ?? [];
      this.#byUrl.set(url, same);
      if (same.some((listed) => listed.entry.kind === kind && listed.entry.chain === chain)) continue;
      const problems = problemsByEntry.get(entry) ?? [];
      const excluded = context.excluded.get(entry) ?? null;
      const hasKey = problems.some(({ problem }) => problem.code === 'entry/url-key');
      const about = { entry, problems, excluded };
      if (entry.skipReason !== null || excluded !== null)
        same.push({ ...about, key: null, omission: 'skipped' });
      else if (target === null) same.push({ ...about, key: null, omission: 'invalid' });
      else if (!context.only.has(kind)) same.push({ ...about, key: null, omission: 'kind' });
      else same.push({ ...about, key: keyOf(kind, target), omission: hasKey ? 'key' : null });
    }
    this.entries = [...this.#byUrl.values()].flat();
    this.targets = this.entries.filter(({ omission }) => omission === null);
    const omissions = this.entries.flatMap(({ omission }) => omission ?? []);
    this.counts = {
      targets: countEach(this.targets.map(({ entry }) => entry.kind)),
      leftOut: { key: 0, skipped: 0, invalid: 0, kind: 0, ...countEach(omissions) },
    };
  }

  /** The entry that the registry writes exactly so. Of several chains, if none is named, the one outside of all chains, if there is one. */
  find({ kind, target, chain }: TargetName): ListedEntry | undefined {
    const same = this.listUrl(target).filter(({ entry }) => entry.kind === kind);
    return chain === null && same.length === 1 ? same[0] : same.find(({ entry }) => entry.chain === chain);
  }

  /** The entries with exactly this url, of all kinds and chains. */
  listUrl(url: string): readonly ListedEntry[] {
    return this.#byUrl.get(url) ?? [];
  }

  /** The targets for Prometheus' service discovery, which reaches the exporter by an address. */
  answerTargets(address: string): Answer {
    const answer = this.#answers.get(address) ?? createAnswer(formatTargets(this.targets, address));
    this.#answers.set(address, answer);
    return answer;
  }
}

function countEach(names: readonly string[]): Readonly<Record<string, number>> {
  const groups = groupBy([...names].sort(), (name) => name);
  return Object.fromEntries([...groups].map(([name, { length }]) => [name, length]));
}

/** Formats targets for https://prometheus.io/docs/prometheus/latest/http_sd/: each is a group of this exporter, with labels that lead to its probe. */
function formatTargets(targets: readonly ListedEntry[], address: string): string {
  return JSON.stringify(targets.map(({ entry }) => ({ targets: [address], labels: listLabels(entry) })));
}

/** Labels without a value are left out: for Prometheus they are the same. */
function listLabels({ kind, url, chain, provider, place }: Entry): Readonly<Record<string, string>> {
  const labels = {
    __metrics_path__: '/probe',
    __param_kind: kind,
    __param_target: url,
    __param_chain: chain,
    instance: url,
    chain,
    kind,
    provider: truncate(provider ?? ''),
    file: place.file,
  };
  const named = Object.entries(labels).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return Object.fromEntries(named);
}
