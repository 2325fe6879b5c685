import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';

/** One of several parts of a registry: `index` from 1 to `count`. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Parses a part such as `2/8`; null for anything else, and for more than a thousand parts. */
export function parseShard(text: string): Shard | null {
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? [];
  return index === undefined || count === undefined || index > count || count > 1_000
    ? null
    : { index, count };
}

interface Splittable {
  readonly entries: readonly Entry[];
  readonly problems: readonly PlacedProblem[];
}

/**
 * Selects one part of a registry. Entries are split by host, so that the limit of connections to one host holds over all parts; entries and problems
 * without a host are split by file. The split is deterministic and even: hosts with the most entries first, each to the smallest part so far.
 */
export function selectShard<Input extends Splittable>(input: Input, { index, count }: Shard): Input {
  const amounts = new Map<string, number>();
  for (const entry of input.entries) amounts.set(keyOf(entry), (amounts.get(keyOf(entry)) ?? 0) + 1);
  for (const { entry, place } of input.problems) {
    if (entry === null) amounts.set(keyOfFile(place.file), amounts.get(keyOfFile(place.file)) ?? 0);
  }
  const sizes = Array.from({ length: count }, () => 0);
  const shards = new Map<string, number>();
  const largestFirst = [...amounts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  for (const [key, amount] of largestFirst) {
    const smallest = sizes.indexOf(Math.min(...sizes));
    sizes[smallest] = (sizes[smallest] ?? 0) + amount;
    shards.set(key, smallest + 1);
  }
  const isOwn = (key: string) => shards.get(key) === index;
  return {
    ...input,
    entries: input.entries.filter((entry) => isOwn(keyOf(entry))),
    problems: input.problems.filter((problem) => isOwn(keyOfProblem(problem))),
  };
}

function keyOfProblem({ entry, place }: PlacedProblem): string {
  return entry === null ? keyOfFile(place.file) : keyOf(entry);
}

function keyOf({ target, place }: Entry): string {
  return target === null ? keyOfFile(place.file) : `host ${target.host}`;
}

function keyOfFile(path: string | null): string {
  return `file ${path ?? ''}`;
}
