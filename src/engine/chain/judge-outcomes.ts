import { describeAddress } from '../../model/describe-address.js';
import type { Entry } from '../../model/entry.js';
import type { PlacedProblem } from '../../model/finding.js';
import { appendPointer } from '../../model/json.js';
import type { Outcome } from '../report.js';
import { judgeChains } from './judge-chains.js';

export interface JudgedOutcomes {
  readonly problems: readonly PlacedProblem[];
  /** Entries whose claim is outvoted, so that it is not blamed on them. */
  readonly outvoted: ReadonlySet<Entry>;
  /** Entries whose old head the endpoints of their chain explain. */
  readonly explained: ReadonlySet<Entry>;
}

/** On a chain that may not have begun, every problem on the network is a notice. */
export function limitUnbegun({ chainStatus }: Pick<Entry, 'chainStatus'>): { readonly atMost?: 'notice' } {
  return chainStatus === 'upcoming' ? { atMost: 'notice' } : {};
}

/** Judges what the endpoints of each chain show together: a problem of an entry is at its url, one of a claim at the claim. */
export function judgeOutcomes(outcomes: readonly Outcome[]): JudgedOutcomes {
  const { problems, outvoted, explained } = judgeChains(
    outcomes.flatMap((outcome) => {
      // Entries that were not probed show nothing, and may be almost all of a large registry.
      if (!('result' in outcome)) return [];
      const { entry, state, result } = outcome;
      const { kind, target, place, chain, claim } = entry;
      return {
        entry,
        file: place.file,
        chain,
        kind,
        address: target === null ? '' : describeAddress(target),
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
    // By its place: a file may hold several chains.
    claims.set(`${file ?? ''}${place.pointer}`, { problem, place, entry: null });
  }
  return {
    problems: [
      ...problems.map(({ member: { entry }, problem }) => ({
        problem,
        place: entry.urlPlace,
        entry,
        ...limitUnbegun(entry),
      })),
      ...claims.values(),
    ],
    outvoted: new Set([...outvoted.keys()].map(({ entry }) => entry)),
    explained: new Set([...explained].map(({ entry }) => entry)),
  };
}
