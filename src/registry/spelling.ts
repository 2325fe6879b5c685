import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import type { Place } from '../model/place.js';

export interface ProviderMention {
  readonly entry: Entry;
  readonly provider: string;
  readonly providerPlace: Place;
}

/**
 * Finds providers that most other entries spell differently: the same letters and digits with other capitals, spaces or punctuation. If two
 * spellings share the first place, none is reported. `uncheckedEntries` count too, but are not reported.
 */
export function findSpellingVariants(
  entries: readonly ProviderMention[],
  uncheckedEntries: readonly ProviderMention[] = [],
): PlacedProblem[] {
  const spellings = new Map<string, Spelling>();
  for (const { provider } of [...entries, ...uncheckedEntries]) {
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
  return judgeSpellings(entries, commonSpellings);
}

export function judgeSpellings(
  entries: readonly ProviderMention[],
  commonSpellings: ReadonlyMap<string, Readonly<Spelling>>,
): PlacedProblem[] {
  return entries.flatMap(({ entry, provider, providerPlace: place }) => {
    const common = commonSpellings.get(provider);
    if (common === undefined) return [];
    const data = { provider, usual: common.provider, count: common.count };
    return [{ problem: { code: 'entry/provider-spelling', data }, place, entry }];
  });
}

/** The more common spellings that problems of `findSpellingVariants` name, by the spelling that they replace. */
export function listCommonSpellings(problems: readonly PlacedProblem[]): ReadonlyMap<string, Spelling> {
  return new Map(
    problems.flatMap(({ problem: { code, data } }): [string, Spelling][] => {
      const { provider, usual, count } = data;
      return code === 'entry/provider-spelling' && typeof provider === 'string' && typeof usual === 'string'
        ? [[provider, { provider: usual, count: Number(count) }]]
        : [];
    }),
  );
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
