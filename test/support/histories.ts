import { dayMs } from '../../src/history/days.js';
import type { RunResult } from '../../src/history/read-run.js';
import { reportHistory } from '../../src/history/report-history.js';
import { updateHistory } from '../../src/history/update-history.js';
import type { HistoryLine, ReportedHistory } from '../../src/model/history.js';
import { findAddress } from '../../src/history/entry-line.js';
import { renderHistory } from '../../src/history/history-file.js';

/** When the reports of `report-samples.ts` began. */
const now = '2026-01-01T00:00:00.000Z';

/**
 * The history of an endpoint that had a run a day, the last of them that of the report: `P` passed, `F` nothing was there, `X` failed otherwise, `I`
 * inconclusive, `M` passed and then failed an hour later, `.` no run.
 */
export function live(days: string): ReportedHistory {
  let lines: readonly HistoryLine[] = [];
  Array.from(days).forEach((day, at) => {
    Array.from(day === 'M' ? 'PF' : day).forEach((outcome, hour) => {
      if (outcome === '.') return;
      const startedAt = new Date(
        Date.parse(now) - (days.length - 1 - at) * dayMs + hour * 3_600_000,
      ).toISOString();
      const run = { startedAt, uncounted: null, results: [toResult('evm', 'a.example', outcome, 40)] };
      lines = updateHistory(lines, run).lines;
    });
  });
  const [line] = lines;
  if (line === undefined) throw new Error(`no run in ${days}`);
  return reportHistory(line, now);
}

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

function toResult(kind: string, address: string, letter: string, latencyMs = 80): RunResult {
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
    latencyMs: rules === null ? latencyMs : null,
  };
}

/** A life of so many nights of one sort: `many('F', 14)`. */
export function many(letter: string, nights: number): string {
  return letter.repeat(nights);
}

/** An endpoint and its history. */
export interface KnownEndpoint {
  readonly kind: string;
  readonly url: string;
  /** Dead by default. */
  readonly passes?: boolean;
  /** The chain; `kava` by default. */
  readonly chain?: string;
  /** Replaces fields of the usual line. */
  readonly line?: Partial<HistoryLine>;
}

const hourMs = 3_600_000;

/** A time some hours ago, in the form of histories. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * hourMs).toISOString();
}

/** The text of a history whose last run, an hour ago, probed the endpoints; at the dead ones, 20 runs on 20 days found nothing. */
export function writeHistory(endpoints: readonly KnownEndpoint[], lastRun = hoursAgo(1)): string {
  const since = new Date(Date.parse(lastRun) - 20 * 24 * hourMs).toISOString();
  const firstSeen = new Date(Date.parse(since) - 24 * hourMs).toISOString();
  const lines = endpoints.map(({ kind, url, passes = false, chain = 'kava', line }): HistoryLine => ({
    kind,
    address: findAddress(kind, url) ?? url,
    chains: [chain],
    firstSeen,
    lastSeen: lastRun,
    lastRun,
    lastPass: passes ? lastRun : firstSeen,
    streak: passes
      ? { verdict: 'pass', runs: 21, since: firstSeen, rules: [] }
      : { verdict: 'fail', runs: 20, since, rules: ['net/dns-not-found'] },
    structural: passes ? null : { runs: 20, since },
    days: passes ? 'P' : `P${'F'.repeat(20)}`,
    latencyMs: passes ? 80 : null,
    ...line,
  }));
  const keyOf = (line: HistoryLine) => `${line.kind} ${line.address}`;
  return renderHistory(lines.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
}
