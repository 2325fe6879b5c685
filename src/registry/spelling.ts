import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { Place } from '../model/place.js';

/** A provider, the entry that names it, and where. */
export interface ProviderMention {
  readonly entry: Entry;
  readonly provider: string;
  readonly providerPlace: Place;
}

/**
 * Finds providers that most other entries spell differently: the same letters and digits with other capitals, spaces or punctuation. Where
 * two spellings are equally common, neither is reported.
 */
export function findOddSpellings(entries: readonly ProviderMention[]): PlacedProblem[] {
  const spellings = new Map<string, Spelling>();
  for (const { provider } of entries) {
    const spelling = spellings.get(provider);
    if (spelling === undefined) spellings.set(provider, { provider, count: 1 });
    else spelling.count += 1;
  }
  const groups = new Map<string, Spelling[]>();
  for (const spelling of spellings.values()) {
    const folded = fold(spelling.provider);
    const group = groups.get(folded);
    if (group === undefined) groups.set(folded, [spelling]);
    else group.push(spelling);
  }
  const usuals = new Map<string, Spelling>();
  for (const group of groups.values()) {
    const usual = group.reduce((most, spelling) => (spelling.count > most.count ? spelling : most));
    for (const { provider, count } of group) if (count < usual.count) usuals.set(provider, usual);
  }
  return entries.flatMap(({ entry, provider, providerPlace: place }) => {
    const usual = usuals.get(provider);
    if (usual === undefined) return [];
    const data = { provider, usual: usual.provider, count: usual.count };
    return [{ problem: { code: 'entry/provider-spelling', data }, place, entry }];
  });
}

/** A spelling and how often it occurs. */
interface Spelling {
  readonly provider: string;
  count: number;
}

/** Letters and digits only; a name without any is left as it is. */
function fold(provider: string): string {
  const folded = provider.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return folded === '' ? provider : folded;
}
