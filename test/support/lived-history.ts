import { dayMs } from '../../src/history/days.js';
import type { RunResult } from '../../src/history/read-run.js';
import { updateHistory } from '../../src/history/update-history.js';
import type { HistoryLine } from '../../src/model/history.js';

/** When the last run of every life began. */
export const lastNight = '2026-11-22T02:00:00.000Z';

/** What a letter of a life is: the rules of the run's errors; null for one that passed, undefined for one that proved nothing. */
const rulesOf: Readonly<Record<string, readonly string[] | null | undefined>> = {
  P: null,
  I: undefined,
  /** Gone. */
  D: ['net/dns-not-found'],
  F: ['net/refused'],
  /** Silent. */
  C: ['net/connect-timeout'],
  E: ['net/unreachable'],
  /** Refused. */
  X: ['http/forbidden'],
  N: ['http/status'],
  U: ['http/upstream-down'],
  T: ['tls/certificate-expired', 'tls/wrong-host'],
  W: ['ws/upgrade-refused'],
  /** Neither. */
  S: ['evm/stale'],
  B: ['evm/stale', 'http/forbidden'],
  R: ['net/response-timeout'],
};

/**
 * The history of endpoints, by kind and address, that lived through these nights, a letter each (`rulesOf`), a dot for one on which it was not probed;
 * all end with `lastNight`. `end` moves the last one, in days.
 */
export function liveTogether(lives: Readonly<Record<string, string>>, end = 0): readonly HistoryLine[] {
  const nights = Math.max(...Object.values(lives).map((life) => life.length));
  let lines: readonly HistoryLine[] = [];
  for (let night = 0; night < nights; night++) {
    const results = Object.entries(lives).flatMap(([key, life]): readonly RunResult[] => {
      const letter = life.charAt(night - nights + life.length);
      const [kind = '', address = ''] = key.split(' ');
      return letter === '' || letter === '.' ? [] : [toResult(kind, address, letter)];
    });
    const startedAt = new Date(Date.parse(lastNight) + (night - nights + 1 + end) * dayMs).toISOString();
    lines = updateHistory(lines, { startedAt, uncounted: null, results }).lines;
  }
  return lines;
}

function toResult(kind: string, address: string, letter: string): RunResult {
  const rules = rulesOf[letter];
  const isGone = 'DFCE'.includes(letter);
  return {
    kind,
    address,
    chains: ['kava'],
    result: rules === null ? 'pass' : rules === undefined ? 'inconclusive' : 'fail',
    rules: rules ?? [],
    structural: isGone,
    lost: isGone,
    latencyMs: rules === null ? 80 : null,
  };
}

/** A life of so many nights of one sort: `many('F', 14)`. */
export function many(letter: string, nights: number): string {
  return letter.repeat(nights);
}
