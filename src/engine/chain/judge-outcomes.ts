import type { Entry, Target } from '../../model/entry.js';
import type { PlacedProblem } from '../../model/finding.js';
import { appendPointer } from '../../model/json.js';
import type { Outcome } from '../report.js';
import { judgeChains } from './judge-chains.js';

/** What the outcomes of a run show of their chains. */
export interface JudgedOutcomes {
  readonly problems: readonly PlacedProblem[];
  /** Entries whose claim the endpoints of their chain outvote, so that it is not held against them. */
  readonly outvoted: ReadonlySet<Entry>;
  /** Entries whose old head the endpoints of their chain explain. */
  readonly explained: ReadonlySet<Entry>;
}

/** Judges what the endpoints of each chain show together: a problem of an entry is at its url, one of a claim at the claim. */
export function judgeOutcomes(
  outcomes: readonly Outcome[],
  keyOf: (kind: string, target: Target) => string,
): JudgedOutcomes {
  const { problems, outvoted, explained } = judgeChains(
    outcomes.flatMap((outcome) => {
      // What was not probed shows nothing, and may be all of a large registry.
      if (!('result' in outcome)) return [];
      const { entry, state, result } = outcome;
      const { kind, target, place, chain, claim } = entry;
      return {
        entry,
        file: place.file,
        chain,
        kind,
        address: target === null ? '' : keyOf(kind, target),
        claim,
        facts: result.observation.facts,
        probedMs: { earliest: result.observedAt, latest: result.observedAt },
        unchanged: state === 'reference',
      };
    }),
  );
  // Once for each claim, however many entries it is about.
  const claims = new Map<string, PlacedProblem>();
  for (const [{ file, claim, entry }, problem] of outvoted) {
    const pointer = appendPointer('', claim?.field ?? '');
    const place = entry.claimPlace ?? { file, pointer, range: null };
    claims.set(`${file ?? ''}${pointer}`, { problem, place, entry: null });
  }
  return {
    problems: [
      ...problems.map(({ member: { entry }, problem }) => ({ problem, place: entry.urlPlace, entry })),
      ...claims.values(),
    ],
    outvoted: new Set([...outvoted.keys()].map(({ entry }) => entry)),
    explained: new Set([...explained].map(({ entry }) => entry)),
  };
}
