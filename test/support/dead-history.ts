import { findAddress } from '../../src/history/entry-address.js';
import { renderHistory } from '../../src/history/parse-history.js';
import type { HistoryLine } from '../../src/model/history.js';

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
