import { describe, expect, it } from 'vitest';
import type { EndpointHistory } from '../model/history.js';
import { findChange, reportHistory } from './report-history.js';

const now = '2026-11-22T02:00:00.000Z';
const earlier = '2026-11-21T02:00:00.000Z';

function history(days: string, streak: Partial<EndpointHistory['streak']> = {}): EndpointHistory {
  return {
    chains: ['kava'],
    firstSeen: '2026-10-01T02:00:00.000Z',
    lastSeen: now,
    lastRun: now,
    lastPass: now,
    streak: { verdict: 'pass', runs: 1, since: now, rules: [], ...streak },
    structural: null,
    days,
    latencyMs: 120,
  };
}

it('a report has the line without its key, and the uptime of 30 days', () => {
  const line = { kind: 'grpc', address: 'a.example', ...history(`${'F'.repeat(20)}${'P'.repeat(29)}F`) };
  expect(reportHistory(line, now)).toEqual({ ...history(line.days), uptime30d: 29 / 30 });
});

describe('a run changes', () => {
  it.each([
    ['passed, and fails', 'PF', { verdict: 'fail' }, 'newly-failing'],
    ['passed, and fails on the same day', 'PM', { verdict: 'fail' }, 'newly-failing'],
    ['fails again', 'PFF', { verdict: 'fail', runs: 2, since: earlier }, null],
    ['failed before a pause, and after it', 'F........F', { verdict: 'fail' }, null],
    ['passed before a pause, and fails after it', 'P........IF', { verdict: 'fail' }, 'newly-failing'],
    ['failed, and passes', 'FP', {}, 'recovered'],
    ['passes again', 'FPP', { runs: 2, since: earlier }, null],
    ['passed after it failed, and now proves nothing', 'FPI', { since: earlier }, null],
    ['passes in its first run', 'P', {}, null],
    ['passes after runs that proved nothing', 'IIP', {}, null],
    ['proves nothing', 'PI', { runs: 5, since: earlier }, null],
  ] as const)('%s', (_, days, streak, change) => {
    expect(findChange({ ...history(days, streak), uptime30d: null }, now)).toBe(change);
  });

  it('nothing if the endpoint never passed', () => {
    const never = { ...history('F', { verdict: 'fail' }), lastPass: null, uptime30d: null };
    expect(findChange(never, now)).toBeNull();
  });

  it('nothing if the run was not recorded', () => {
    const before = {
      ...history('PF', { verdict: 'fail', since: earlier }),
      lastRun: earlier,
      uptime30d: null,
    };
    expect(findChange(before, now)).toBeNull();
  });
});
