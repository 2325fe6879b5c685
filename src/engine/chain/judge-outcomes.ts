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
}

/** Judges what the endpoints of each chain show together: a problem of an entry is at its url, one of a claim at the claim. */
export function judgeOutcomes(
  outcomes: readonly Outcome[],
  keyOf: (kind: string, target: Target) => string,
): JudgedOutcomes {
  const { problems, outvoted } = judgeChains(
    outcomes.map((outcome) => {
      const { entry, noFacts } = outcome;
      const { kind, target, place } = entry;
      return {
        ...entry,
        entry,
        file: place.file,
        address: target === null ? '' : keyOf(kind, target),
        facts: 'result' in outcome ? outcome.result.observation.facts : noFacts,
        probedMs: readProbedMs(outcome),
        unchanged: outcome.state === 'skipped' || outcome.state === 'reference',
      };
    }),
  );
  // Once for each claim, however many entries it is about.
  const claims = new Map<string, PlacedProblem>();
  for (const [{ file, claim, claimPlace }, problem] of outvoted) {
    const pointer = appendPointer('', claim?.field ?? '');
    const place = claimPlace ?? { file, pointer, range: null };
    claims.set(`${file ?? ''}${pointer}`, { problem, place, entry: null });
  }
  return {
    problems: [
      ...problems.map(({ member: { entry }, problem }) => ({ problem, place: entry.urlPlace, entry })),
      ...claims.values(),
    ],
    outvoted: new Set([...outvoted.keys()].map(({ entry }) => entry)),
  };
}

function readProbedMs(outcome: Outcome): { readonly earliest: number; readonly latest: number } {
  const at = 'result' in outcome ? outcome.result.observedAt : 0;
  return { earliest: at, latest: at };
}
