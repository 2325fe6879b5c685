import { diffArrays } from 'diff';

/** Maximum number of lines between two anchors to find the shortest diff of, which takes quadratic time. */
const maxLines = 64;

/**
 * Matches lines: for each line of `before`, the index of the line in `after` that it corresponds to, or null if it is gone; in order. Lines that
 * occur once in both texts are anchors (patience diff), so the time grows with the texts, not with their differences.
 */
export function matchLines(before: readonly string[], after: readonly string[]): readonly (number | null)[] {
  const matched = before.map((): number | null => null);
  let [from, fromAfter] = [0, 0];
  for (const [at, atAfter] of [...findAnchors(before, after), [before.length, after.length] as const]) {
    matchBetween(before, after, matched, { from, to: at, fromAfter, toAfter: atAfter });
    matched[at] = atAfter;
    [from, fromAfter] = [at + 1, atAfter + 1];
  }
  return matched.slice(0, before.length);
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly fromAfter: number;
  readonly toAfter: number;
}

/** Matches equal lines at both ends of a gap. Compares the rest if it is short; otherwise it counts as rewritten. */
function matchBetween(
  before: readonly string[],
  after: readonly string[],
  matched: (number | null)[],
  gap: Gap,
): void {
  let { from, to, fromAfter, toAfter } = gap;
  while (from < to && fromAfter < toAfter && before[from] === after[fromAfter]) matched[from++] = fromAfter++;
  while (from < to && fromAfter < toAfter && before[to - 1] === after[toAfter - 1]) matched[--to] = --toAfter;
  if (from === to || fromAfter === toAfter || to - from > maxLines || toAfter - fromAfter > maxLines) return;
  for (const { count, added, removed } of diffArrays(
    before.slice(from, to),
    after.slice(fromAfter, toAfter),
  )) {
    for (let each = 0; each < count; each++) {
      if (!added && !removed) matched[from] = fromAfter;
      if (!added) from += 1;
      if (!removed) fromAfter += 1;
    }
  }
}

type Pair = readonly [at: number, atAfter: number];

/** The longest increasing sequence of lines that occur once in both texts, by patience sorting. */
function findAnchors(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const places = indexUnique(after);
  const pairs = [...indexUnique(before)].flatMap(([line, at]): readonly Pair[] => {
    const atAfter = places.get(line);
    return atAfter === undefined ? [] : [[at, atAfter]];
  });
  interface Link {
    readonly pair: Pair;
    readonly previous: Link | undefined;
  }
  const piles: Link[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    piles[low] = { pair, previous: piles[low - 1] };
  }
  const anchors: Pair[] = [];
  for (let link = piles.at(-1); link !== undefined; link = link.previous) anchors.push(link.pair);
  return anchors.reverse();
}

/** The index of each line that occurs once, in order. */
function indexUnique(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    else places.set(line, index);
  }
  for (const line of repeated) places.delete(line);
  return places;
}
