import { describe, expect, it } from 'vitest';
import { addDay, countUptime, keptDays, takeDays } from './days.js';

describe('the result of a run is added to its day', () => {
  it.each([
    ['the first', '', '2026-11-01T02:00:00Z', '2026-11-01T02:00:00Z', 'P', 'P'],
    ['the next day', 'P', '2026-11-01T23:59:59Z', '2026-11-02T00:00:00Z', 'F', 'PF'],
    ['days later', 'P', '2026-11-01T02:00:00Z', '2026-11-04T02:00:00Z', 'F', 'P..F'],
    ['the same day, the same', 'PF', '2026-11-02T02:00:00Z', '2026-11-02T14:00:00Z', 'F', 'PF'],
    ['the same day, another', 'PF', '2026-11-02T02:00:00Z', '2026-11-02T14:00:00Z', 'P', 'PM'],
    ['a mixed day stays mixed', 'PM', '2026-11-02T02:00:00Z', '2026-11-02T14:00:00Z', 'P', 'PM'],
    ['nothing proved on a day that passed', 'P', '2026-11-02T02:00:00Z', '2026-11-02T14:00:00Z', 'I', 'P'],
    ['something proved on a day that had not', 'I', '2026-11-02T02:00:00Z', '2026-11-02T14:00:00Z', 'F', 'F'],
    ['nothing proved, twice', 'I', '2026-11-02T02:00:00Z', '2026-11-02T14:00:00Z', 'I', 'I'],
    ['a clock that went back', 'PF', '2026-11-02T02:00:00Z', '2026-10-01T02:00:00Z', 'F', 'PF'],
  ] as const)('%s', (_, days, lastRun, run, result, after) => {
    expect(addDay(days, lastRun, run, result)).toBe(after);
  });

  it('and no more than 90 days are kept', () => {
    const full = 'P'.repeat(keptDays);
    expect(addDay(full, '2026-11-01T02:00:00Z', '2026-11-02T02:00:00Z', 'F')).toBe(`${full.slice(1)}F`);
    expect(addDay(full, '2020-01-01T02:00:00Z', '2026-11-02T02:00:00Z', 'F')).toBe(`${'.'.repeat(89)}F`);
  });
});

describe('the last days up to now', () => {
  it.each([
    ['today', 'PPF', '2026-11-03T02:00:00Z', 3, 'PPF'],
    ['days since the last run', 'PPF', '2026-11-05T02:00:00Z', 3, 'F..'],
    ['months since', 'PPF', '2027-11-05T02:00:00Z', 3, '...'],
    ['more than there are', 'PPF', '2026-11-03T02:00:00Z', 5, '..PPF'],
  ] as const)('%s', (_, days, now, count, taken) => {
    expect(takeDays(days, '2026-11-03T01:00:00Z', now, count)).toBe(taken);
  });
});

describe('uptime is the share of days with a result', () => {
  it.each([
    ['.....', null],
    ['II..', null],
    ['PPPP', 1],
    ['P.F.', 0.5],
    ['PPM.', 2.5 / 3],
    ['FIF', 0],
  ] as const)('%s', (days, uptime) => {
    expect(countUptime(days)).toBe(uptime);
  });
});
