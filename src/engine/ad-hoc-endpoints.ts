import type { Check } from '../checks/check.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { WriteOption } from '../model/write-option.js';
import { addClaims } from '../model/kind.js';
import { nowhere } from '../model/place.js';
import type { RunInput } from './run.js';

/** Makes entries of urls that are in no file. A malformed url becomes an entry without a target, with its problems. */
export function createAdHocEntries(
  check: Check,
  urls: readonly string[],
  options: {
    readonly chainId: string | null;
    readonly allowPrivate: boolean;
    readonly writeOption: WriteOption;
  },
): RunInput {
  const claim =
    options.chainId === null
      ? null
      : { chainId: options.chainId, field: options.writeOption('chainId'), derived: false };
  const problems: PlacedProblem[] = [];
  const entries = urls.map((url): Entry => {
    const { target, problems: urlProblems } = check.readUrl(url, {
      ...check.adHocForms,
      ...(options.allowPrivate ? { allowPlaintext: true } : {}),
    });
    const entry: Entry = {
      chain: null,
      kind: check.kind,
      place: nowhere,
      urlPlace: nowhere,
      claimPlace: null,
      provider: null,
      url,
      target: addClaims(target, check, { claim }),
      claim,
      chainStatus: 'live',
      skipReason: null,
    };
    problems.push(...urlProblems.map((problem) => ({ problem, place: nowhere, entry })));
    return entry;
  });
  return { files: [], entries, problems };
}
