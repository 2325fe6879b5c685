import { groupBy } from '../../model/group-by.js';
import { describeAddress } from '../../model/kind.js';
import type { Entry } from '../../model/entry.js';
import type { LoadedFile } from '../load-file.js';

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
