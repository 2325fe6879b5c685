import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, diffArrays } from 'diff';
import { createFence } from './escape-markdown.js';
import { defuseRunnerCommands, escapeTerminal } from './escape.js';
import { maskKeys } from './mask.js';

export interface ChangedText {
  /** Relative to the directory in which the diff is applied. */
  readonly path: string;
  readonly beforeText: string;
  readonly afterText: string;
  /** True if its encoding changes too, which a diff of lines cannot show. */
  readonly recoded: boolean;
}

const context = 3;

/**
 * Renders changes as a unified diff for `git apply` and `patch -p1`: paths with the prefixes a/ and b/, quoted as by git. A file whose encoding
 * changes is only named, in a line that these programs ignore.
 */
export function renderDiff(changes: readonly ChangedText[]): string {
  return changes.map(renderChange).join('');
}

/** Renders a change as a code block of Markdown for people. Keys are masked and controls escaped, so it is not for `git apply`. */
export function renderFileDiff(change: ChangedText): string {
  const lines = renderChange(change).trimEnd().split(/\r?\n/);
  const text = lines.map((line) => defuseRunnerCommands(escapeTerminal(maskKeys(line)))).join('\n');
  const fence = createFence(text, 3);
  return `${fence}diff\n${text}\n${fence}\n\n`;
}

function renderChange({ path, beforeText, afterText, recoded }: ChangedText): string {
  if (recoded) return `# ${JSON.stringify(path)}: to be saved as UTF-8, which a diff cannot show\n`;
  const [oldFileName, newFileName] = [`a/${path}`, `b/${path}`];
  const headers = { oldHeader: undefined, newHeader: undefined };
  const hunks = listHunks(splitLines(beforeText), splitLines(afterText));
  const text = formatPatch({ oldFileName, newFileName, ...headers, hunks: [...hunks] }, FILE_HEADERS_ONLY);
  // GNU patch reads a name up to the first blank, unless a tab ends it, as in git's output (`diff.c`, "needs_tab").
  return path.includes(' ') ? text.replace(/^(--- a\/.*)\n(\+\+\+ b\/.*)\n/, '$1\t\n$2\t\n') : text;
}

/** Keeps line ends, so that a last line without one differs from one that has it. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Combines changes that are close to each other, and adds the lines around them. */
function listHunks(before: readonly string[], after: readonly string[]): readonly StructuredPatchHunk[] {
  const changes = listChanges(matchLines(before, after), after.length);
  const groups: Lines[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group === undefined || last === undefined || change.from - last.to > 2 * context)
      groups.push([change]);
    else group.push(change);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) return [];
    const from = Math.max(0, first.from - context);
    const to = Math.min(before.length, last.to + context);
    const oldLines = to - from;
    const newStart = first.fromAfter - (first.from - from);
    const newLines = last.toAfter + (to - last.to) - newStart;
    const keep = (start: number, end: number) => before.slice(start, end).flatMap((line) => mark(' ', line));
    const lines = group.flatMap((change, index) => [
      ...keep(group[index - 1]?.to ?? from, change.from),
      ...before.slice(change.from, change.to).flatMap((line) => mark('-', line)),
      ...after.slice(change.fromAfter, change.toAfter).flatMap((line) => mark('+', line)),
    ]);
    return {
      oldStart: from + 1,
      oldLines,
      newStart: newStart + 1,
      newLines,
      lines: [...lines, ...keep(last.to, to)],
    };
  });
}

/** Lines of the text before and of that after, up to `to` and `toAfter`: a change, or what is between two equal lines. */
interface Lines {
  readonly from: number;
  readonly to: number;
  readonly fromAfter: number;
  readonly toAfter: number;
}

function listChanges(matched: readonly (number | null)[], lengthAfter: number): readonly Lines[] {
  const changes: Lines[] = [];
  let [from, fromAfter] = [0, 0];
  for (const [index, at] of [...matched, lengthAfter].entries()) {
    if (at === null) continue;
    if (index > from || at > fromAfter) changes.push({ from, to: index, fromAfter, toAfter: at });
    [from, fromAfter] = [index + 1, at + 1];
  }
  return changes;
}

function mark(sign: string, line: string): readonly string[] {
  return line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'];
}

/** Maximum number of lines between two anchors to find the shortest diff of, which takes quadratic time. */
const maxLines = 64;

/**
 * Matches lines: for each line of `before`, the index of the line in `after` that it corresponds to, or null if it is gone; in order. Lines that
 * occur once in both texts are anchors (patience diff), so the time grows with the texts, not with their differences.
 */
function matchLines(before: readonly string[], after: readonly string[]): readonly (number | null)[] {
  const matched = before.map((): number | null => null);
  let [from, fromAfter] = [0, 0];
  for (const [at, atAfter] of [...findAnchors(before, after), [before.length, after.length] as const]) {
    matchBetween(before, after, matched, { from, to: at, fromAfter, toAfter: atAfter });
    matched[at] = atAfter;
    [from, fromAfter] = [at + 1, atAfter + 1];
  }
  return matched.slice(0, before.length);
}

/** Matches equal lines at both ends of a gap. Compares the rest if it is short; otherwise it counts as rewritten. */
function matchBetween(
  before: readonly string[],
  after: readonly string[],
  matched: (number | null)[],
  gap: Lines,
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
