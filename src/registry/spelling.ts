import type { Entry } from '../model/entry.js';
import type { Fix, PlacedProblem } from '../model/finding.js';
import type { Place } from '../model/place.js';

/** A provider, the entry that names it, and where. */
export interface ProviderMention {
  readonly entry: Entry;
  readonly provider: string;
  readonly providerPlace: Place;
  /** Writes another spelling there. */
  readonly correct: (spelling: string) => Fix;
}

/**
 * Finds providers that most other entries spell differently: the same letters and digits with other capitals, spaces or punctuation. Where
 * two spellings are equally common, neither is reported. `others` count too, but are not reported themselves.
 */
export function findOddSpellings(
  entries: readonly ProviderMention[],
  others: readonly ProviderMention[] = [],
): PlacedProblem[] {
  const spellings = new Map<string, Spelling>();
  for (const { provider } of [...entries, ...others]) {
    const spelling = spellings.get(provider);
    if (spelling === undefined) spellings.set(provider, { provider, count: 1 });
    else spelling.count += 1;
  }
  const groups = new Map<string, Spelling[]>();
  for (const spelling of spellings.values()) {
    const folded = foldProvider(spelling.provider);
    const group = groups.get(folded);
    if (group === undefined) groups.set(folded, [spelling]);
    else group.push(spelling);
  }
  const usuals = new Map<string, Spelling>();
  for (const group of groups.values()) {
    const usual = group.reduce((most, spelling) => (spelling.count > most.count ? spelling : most));
    for (const { provider, count } of group) if (count < usual.count) usuals.set(provider, usual);
  }
  return judgeSpellings(entries, usuals);
}

/** The providers that have another usual spelling. */
export function judgeSpellings(
  entries: readonly ProviderMention[],
  usuals: ReadonlyMap<string, Readonly<Spelling>>,
): PlacedProblem[] {
  return entries.flatMap(({ entry, provider, providerPlace: place, correct }) => {
    const usual = usuals.get(provider);
    if (usual === undefined) return [];
    const data = { provider, usual: usual.provider, count: usual.count };
    const fix = correct(usual.provider);
    return [{ problem: { code: 'entry/provider-spelling', data }, place, entry, fix }];
  });
}

/** The usual spellings that problems of `findOddSpellings` name, by the odd ones. */
export function listUsualSpellings(problems: readonly PlacedProblem[]): ReadonlyMap<string, Spelling> {
  return new Map(
    problems.flatMap(({ problem: { code, data } }): [string, Spelling][] => {
      const { provider, usual, count } = data;
      return code === 'entry/provider-spelling' && typeof provider === 'string' && typeof usual === 'string'
        ? [[provider, { provider: usual, count: Number(count) }]]
        : [];
    }),
  );
}

/** A spelling and how often it occurs. */
interface Spelling {
  readonly provider: string;
  count: number;
}

/** A provider's name in lower case, letters and digits only; a name without any is left as it is. */
export function foldProvider(provider: string): string {
  const folded = provider.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return folded === '' ? provider : folded;
}
