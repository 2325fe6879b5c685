import { groupBy } from '../../model/group-by.js';
import { describeAddress } from '../../model/kind.js';
import type { Entry } from '../../model/entry.js';
import type { LoadedFile } from '../load-file.js';
import { isBlank } from '../../model/text.js';
import type { PlacedProblem } from '../../model/finding.js';
import type { ProblemOf } from '../../model/rule.js';
import { fileTop } from '../rules.js';
import { foldProvider } from '../spelling.js';
import type { ChangeData } from '../listing-rules.js';

export interface EntryMatches {
  /** The older entry by the newer one; an added entry has none. */
  readonly earlier: ReadonlyMap<Entry, Entry>;
  readonly added: readonly Entry[];
  readonly moved: ReadonlySet<Entry>;
  /** Older entries that are in no file any more, each with its file. */
  readonly removed: readonly Entry[];
}

/**
 * Matches entries with those of an older revision: in the same file by chain, kind and url, then by kind and address; what is left by kind and address
 * with other files. Of several, one with the same provider comes first. The entries of an older file whose newer version is not readable match nothing,
 * and are not removed.
 */
export function matchEntries(files: readonly LoadedFile[], before: readonly LoadedFile[]): EntryMatches {
  const baseFiles = new Map(before.map((file) => [file.path, file]));
  const earlier = new Map<Entry, Entry>();
  for (const { path, entries } of files) {
    const base = baseFiles.get(path);
    if (base !== undefined)
      match(entries, base.entries, [identifyExactly, identify, identifyAddress], earlier);
  }
  const taken = new Set(earlier.values());
  const unreadable = new Set(files.filter(({ complete }) => !complete).map(({ path }) => path));
  const gone = before
    .filter(({ path }) => !unreadable.has(path))
    .flatMap(({ entries }) => entries.filter((entry) => !taken.has(entry)));
  const fresh = files.flatMap(({ entries }) => entries.filter((entry) => !earlier.has(entry)));
  const origins = new Map<Entry, Entry>();
  match(fresh, gone, [identifyOperator, identifyAddress], origins);
  for (const [entry, origin] of origins) earlier.set(entry, origin);
  const arrived = new Set(origins.values());
  return {
    earlier,
    added: fresh.filter((entry) => !origins.has(entry)),
    moved: new Set(origins.keys()),
    removed: gone.filter((entry) => !arrived.has(entry)),
  };
}

/** Adds the older entry of each newer one to `matches`, each once, by the first key that both share. */
function match(
  entries: readonly Entry[],
  older: readonly Entry[],
  keys: readonly ((entry: Entry) => string)[],
  matches: Map<Entry, Entry>,
): void {
  const taken = new Set<Entry>();
  for (const keyOf of keys) {
    // In reverse, since removing the last of many items is cheap, unlike the first.
    const waiting = groupBy(
      older.toReversed().filter((entry) => !taken.has(entry)),
      keyOf,
    );
    for (const entry of entries) {
      const origin = matches.has(entry) ? undefined : waiting.get(keyOf(entry))?.pop();
      if (origin === undefined) continue;
      taken.add(origin);
      matches.set(entry, origin);
    }
  }
}

function identifyExactly({ chain, kind, url, provider }: Entry): string {
  return JSON.stringify([chain, kind, url, provider]);
}

export function identify({ chain, kind, url, provider }: Entry): string {
  return JSON.stringify(url === null ? [chain, kind, null, provider] : [chain, kind, url]);
}

function identifyOperator(entry: Entry): string {
  return JSON.stringify([identifyAddress(entry), entry.provider]);
}

/** An address is the same in any spelling, and with any scheme. */
function identifyAddress({ kind, url, target, provider }: Entry): string {
  return JSON.stringify([
    kind,
    target === null ? url : describeAddress(target),
    url === null ? provider : null,
  ]);
}

export function judgeChanges(
  files: readonly LoadedFile[],
  before: readonly LoadedFile[],
  { earlier, added, removed }: EntryMatches,
): PlacedProblem[] {
  const paths = new Set(files.map(({ path }) => path));
  const isGone = (path: string | null) => !paths.has(path ?? '');
  const byFile = groupBy(removed, ({ place }) => place.file);
  // If all entries of a file are in another one, it was renamed.
  const gone = before.filter(
    ({ path, entries }) => isGone(path) && (byFile.has(path) || entries.length === 0),
  );
  const lost = removed.filter(({ place }) => !isGone(place.file));
  const gaining = new Set(added.map(foldOperator));
  const isOfOthers = (entry: Entry) => entry.provider !== null && !gaining.has(foldOperator(entry));
  return [
    ...gone.map(({ path, entries }) => {
      const data = { chain: nameChain(entries), count: byFile.get(path)?.length ?? 0 };
      return placeProblem(path, { code: 'change/file-gone', data });
    }),
    ...[...groupBy(lost.filter(isOfOthers), foldOperator).values()].map((entries) => {
      const files = [...new Set(entries.flatMap(({ place }) => place.file ?? []))].sort();
      const data = { provider: entries[0]?.provider ?? '', count: entries.length, files };
      return placeProblem(files[0] ?? null, { code: 'change/removed-others', data });
    }),
    ...removed.map(({ place: { file, range, source }, kind, provider, url }) => {
      const data = { kind, provider, url, line: source?.line ?? range?.line ?? 1 };
      const place = { file: source?.file ?? file, pointer: '', range: null };
      return { problem: { code: 'change/removed', data }, place, entry: null };
    }),
    ...[...earlier].flatMap(([entry, origin]) => judgeProvider(entry, origin)),
  ];
}

function judgeProvider(entry: Entry, { provider: before }: Entry): PlacedProblem[] {
  const { provider: after, place, isDerived } = entry;
  if (before === null || after === null || before === after || isBlank(after) || isDerived === true)
    return [];
  return [{ problem: { code: 'change/provider', data: { before, after } }, place, entry }];
}

function placeProblem(file: string | null, problem: ProblemOf<ChangeData>): PlacedProblem {
  return { problem, place: { file, pointer: '', range: fileTop }, entry: null };
}

function nameChain(entries: readonly Entry[]): string | null {
  const [chain = null, ...more] = new Set(entries.map((entry) => entry.chain));
  return more.length > 0 ? null : chain;
}

function foldOperator({ provider }: Entry): string {
  return foldProvider(provider ?? '');
}
