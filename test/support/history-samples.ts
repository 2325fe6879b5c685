import { dayMs } from '../../src/history/days.js';
import type { RunResult } from '../../src/history/read-run.js';
import { reportHistory } from '../../src/history/report-history.js';
import { updateHistory } from '../../src/history/update-history.js';
import type { HistoryLine, ReportedHistory } from '../../src/model/history.js';

/** When the reports of `report-samples.ts` began. */
const now = '2026-01-01T00:00:00.000Z';

const gone = {
  result: 'fail',
  rules: ['net/refused'],
  structural: true,
  lost: true,
  latencyMs: null,
} as const;
const results: Readonly<Record<string, Omit<RunResult, 'kind' | 'address' | 'chains'>>> = {
  P: { result: 'pass', rules: [], structural: false, lost: false, latencyMs: 40 },
  F: gone,
  X: { ...gone, rules: ['http/forbidden'], structural: false, lost: false },
  I: { result: 'inconclusive', rules: [], structural: false, lost: false, latencyMs: null },
};

/**
 * The history of an endpoint that had a run a day, the last of them that of the report: `P` passed, `F` nothing was there, `X` failed otherwise, `I`
 * inconclusive, `M` passed and then failed an hour later, `.` no run.
 */
export function live(days: string): ReportedHistory {
  let lines: readonly HistoryLine[] = [];
  Array.from(days).forEach((day, at) => {
    Array.from(day === 'M' ? 'PF' : day).forEach((outcome, hour) => {
      const result = results[outcome];
      if (result === undefined) return;
      const startedAt = new Date(
        Date.parse(now) - (days.length - 1 - at) * dayMs + hour * 3_600_000,
      ).toISOString();
      const run = {
        startedAt,
        uncounted: null,
        results: [{ kind: 'evm', address: 'a.example', chains: ['kava'], ...result }],
      };
      lines = updateHistory(lines, run).lines;
    });
  });
  const [line] = lines;
  if (line === undefined) throw new Error(`no run in ${days}`);
  return reportHistory(line, now);
}
