import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import type { Place } from '../model/place.js';

export interface ProviderMention {
  readonly entry: Entry;
  readonly provider: string;
  readonly providerPlace: Place;
}

/** The spelling that most entries have, by each of the others. */
export type CommonSpellings = ReadonlyMap<string, Readonly<Spelling>>;

/**
 * Finds the more common spelling of providers that most entries spell differently: the same letters and digits with other capitals, spaces or
 * punctuation. If two spellings share the first place, there is none.
 */
export function findCommonSpellings(mentions: readonly ProviderMention[]): CommonSpellings {
  const spellings = new Map<string, Spelling>();
  for (const { provider } of mentions) {
    const spelling = spellings.get(provider);
    if (spelling === undefined) spellings.set(provider, { provider, count: 1 });
    else spelling.count += 1;
  }
  const groups = groupBy([...spellings.values()], ({ provider }) => foldProvider(provider));
  const commonSpellings = new Map<string, Spelling>();
  for (const group of groups.values()) {
    const common = group.reduce((most, spelling) => (spelling.count > most.count ? spelling : most));
    // If two spellings are equally common, it is unknown which is right; rewriting a third one would decide it.
    if (group.filter(({ count }) => count === common.count).length > 1) continue;
    for (const { provider } of group) if (provider !== common.provider) commonSpellings.set(provider, common);
  }
  return commonSpellings;
}

export function judgeSpellings(
  entries: readonly ProviderMention[],
  commonSpellings: CommonSpellings,
): PlacedProblem[] {
  return entries.flatMap(({ entry, provider, providerPlace: place }) => {
    const common = commonSpellings.get(provider);
    if (common === undefined) return [];
    const data = { provider, usual: common.provider, count: common.count };
    return [{ problem: { code: 'entry/provider-spelling', data }, place, entry }];
  });
}

interface Spelling {
  readonly provider: string;
  count: number;
}

/** A provider's name in lower case, letters and digits only, without their styles (NFKC, UAX #15); unchanged if it has none. */
export function foldProvider(provider: string): string {
  const folded = provider
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return folded === '' ? provider : folded;
}
