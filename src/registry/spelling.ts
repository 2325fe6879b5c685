import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { Place } from '../model/place.js';

/** An entry with the place of its provider. */
export interface NamedEntry {
  readonly entry: Entry;
  readonly provider: string;
  readonly providerPlace: Place;
}

/**
 * Finds providers that are spelled otherwise in most other entries: the same letters and digits with other capitals, spaces or
 * signs. Where two spellings are equally common, nothing is said.
 */
export function findOddSpellings(entries: readonly NamedEntry[]): PlacedProblem[] {
  const groups = new Map<string, Map<string, number>>();
  for (const { provider } of entries) {
    const spellings = groups.get(fold(provider)) ?? new Map<string, number>();
    spellings.set(provider, (spellings.get(provider) ?? 0) + 1);
    groups.set(fold(provider), spellings);
  }
  const usuals = new Map([...groups].map(([folded, spellings]) => [folded, findUsual(spellings)]));
  return entries.flatMap(({ entry, provider, providerPlace: place }) => {
    const [usual, count] = usuals.get(fold(provider)) ?? [provider, 0];
    if (count <= (groups.get(fold(provider))?.get(provider) ?? 0)) return [];
    return [{ problem: { code: 'param/provider-spelling', data: { provider, usual, count } }, place, entry }];
  });
}

/** The most common spelling and how often it occurs; of equally common ones the first. */
function findUsual(spellings: ReadonlyMap<string, number>): readonly [string, number] {
  return [...spellings].reduce((usual, spelling) => (spelling[1] > usual[1] ? spelling : usual), ['', 0]);
}

/** Letters and digits alone; a name that has none is its own. */
function fold(provider: string): string {
  const folded = provider.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return folded === '' ? provider : folded;
}
