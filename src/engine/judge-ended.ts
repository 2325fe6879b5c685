import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import type { Place } from '../model/place.js';
import type { Outcome } from './report.js';

/** A chain makes blocks if its newest one is not older, in milliseconds. */
const aliveMs = 3_600_000;

export function judgeEnded(
  outcomes: readonly Outcome[],
  ended: ReadonlyMap<Entry, Place>,
): readonly PlacedProblem[] {
  const blocks = outcomes.flatMap((outcome) => {
    const place = ended.get(outcome.entry);
    if (place === undefined || !('result' in outcome)) return [];
    const { observation, observedAt } = outcome.result;
    const { blockHeight: height, blockTime: time } = observation.facts;
    if (typeof time !== 'string' || observedAt - Date.parse(time) >= aliveMs) return [];
    return [
      {
        place,
        height: typeof height === 'string' || typeof height === 'number' ? String(height) : null,
        time,
      },
    ];
  });
  return [...groupBy(blocks, ({ place }) => place)].flatMap(([place, group]) => {
    const [newest] = group.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
    if (newest === undefined) return [];
    const asked = [...ended.values()].filter((candidate) => candidate === place).length;
    const data = { alive: group.length, asked, height: newest.height, time: newest.time };
    return [{ problem: { code: 'chain/still-alive', data }, place, entry: null }];
  });
}
