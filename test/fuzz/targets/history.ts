import assert from 'node:assert/strict';
import {
  addDay,
  countUptime,
  dayMs,
  findLastFailureMs,
  keptDays,
  takeDays,
} from '../../../src/history/days.js';
import { parseHistory, renderHistory } from '../../../src/history/history-file.js';
import { updateHistory } from '../../../src/history/update-history.js';
import { reportHistory } from '../../../src/history/report-history.js';
import { isDead, isFlaky, defaultDeadLimits } from '../../../src/history/judge-line.js';
import type { Target } from './target.js';

const line = (address: string, days: string) =>
  `{"kind":"grpc","address":"${address}","chains":["kava"],"firstSeen":"2026-01-01T00:00:00.000Z","lastSeen":"2026-03-01T00:00:00.000Z","lastRun":"2026-03-01T00:00:00.000Z","lastPass":null,"streak":{"verdict":"fail","runs":20,"since":"2026-02-01T00:00:00.000Z","rules":["net/refused"]},"structural":{"runs":20,"since":"2026-02-01T00:00:00.000Z"},"days":"${days}","latencyMs":null}\n`;

/** The history file: a readable one is written again byte for byte but for the form of its numbers, and runs leave it readable. */
export const historyTarget: Target = {
  name: 'history',
  seeds: [
    line('a.example:443', 'PF.MI'),
    line('a.example:443', 'F') + line('b.example:443', 'P'.repeat(keptDays)),
    '<<<<<<< HEAD\n',
    '\n',
    '{"kind":"grpc"}\n',
  ],
  check: (text) => {
    const parsed = parseHistory(text);
    if ('reason' in parsed) {
      assert.ok(
        parsed.line >= 1 && parsed.line <= text.split('\n').length && parsed.reason !== '',
        'no such line',
      );
      return;
    }
    assert.deepEqual(parseHistory(renderHistory(parsed.lines)), parsed, 'not read as it was written');
    for (const parsedLine of parsed.lines) {
      const { days, lastRun } = parsedLine;
      for (const now of [
        '2026-03-01T00:00:00.000Z',
        '2026-12-31T23:59:59.999Z',
        '1970-01-01T00:00:00.000Z',
      ]) {
        for (const count of [7, 30, keptDays])
          assert.equal(takeDays(days, lastRun, now, count).length, count);
        const added = addDay(days, lastRun, now, 'F');
        assert.match(added, /^[.PFMI]{1,90}$/);
        const last = added.at(-1);
        assert.ok(last === 'F' || last === 'M');
        reportHistory(parsedLine, now);
        isDead(parsedLine, defaultDeadLimits);
        isFlaky(parsedLine, now);
      }
      const uptime = countUptime(days);
      assert.ok(uptime === null || (uptime >= 0 && uptime <= 1));
      const lastFailure = findLastFailureMs(parsedLine);
      assert.ok(
        (lastFailure <= Date.parse(lastRun) && lastFailure > Date.parse(lastRun) - (keptDays + 1) * dayMs) ||
          lastFailure === Number.NEGATIVE_INFINITY,
      );
    }
    const startedAt = '2026-11-01T00:00:00.000Z';
    const results = parsed.lines.map(({ kind, address, chains }, index) => ({
      kind,
      address,
      chains,
      result: index % 2 === 0 ? ('fail' as const) : ('pass' as const),
      rules: ['net/refused'],
      structural: index % 2 === 0,
      lost: false,
      latencyMs: 1,
    }));
    const updated = updateHistory(parsed.lines, { startedAt, uncounted: null, results });
    const written = renderHistory(updated.lines);
    assert.deepEqual(parseHistory(written), { lines: updated.lines }, 'a run leaves it unreadable');
  },
};
