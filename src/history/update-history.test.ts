import { describe, expect, it } from 'vitest';
import type { HistoryLine } from '../model/history.js';
import { dayMs } from './days.js';
import { isDead, isFlaky, defaultDeadLimits } from './judge-line.js';
import type { Run, RunResult } from './read-run.js';
import { type Uncounted, updateHistory } from './update-history.js';

const start = Date.parse('2026-01-01T02:00:00Z');

/** The time of a night, counted from the first; fractions are hours of the day. */
function at(night: number): string {
  return new Date(start + night * dayMs).toISOString();
}

type Outcome =
  'pass' | 'gone' | 'silent' | 'unconfirmed' | 'blocked' | 'forbidden' | 'inconclusive' | 'unprobed';

const outcomes: Readonly<Record<Outcome, Omit<RunResult, 'kind' | 'address' | 'chains'>>> = {
  pass: { result: 'pass', rules: [], structural: false, lost: false, latencyMs: 120 },
  gone: { result: 'fail', rules: ['net/dns-not-found'], structural: true, lost: true, latencyMs: null },
  silent: { result: 'fail', rules: ['net/connect-timeout'], structural: true, lost: true, latencyMs: null },
  unconfirmed: {
    result: 'fail',
    rules: ['net/dns-not-found'],
    structural: null,
    lost: true,
    latencyMs: null,
  },
  blocked: {
    result: 'fail',
    rules: ['net/blocked-address'],
    structural: false,
    lost: true,
    misdirected: true,
    latencyMs: null,
  },
  forbidden: { result: 'fail', rules: ['http/forbidden'], structural: false, lost: false, latencyMs: null },
  inconclusive: { result: 'inconclusive', rules: [], structural: false, lost: false, latencyMs: null },
  unprobed: { result: null, rules: [], structural: false, lost: false, latencyMs: null },
};

function result(address: string, outcome: Outcome, chains: readonly string[] = ['kava']): RunResult {
  return { kind: 'grpc', address, chains, ...outcomes[outcome] };
}

function run(night: number, results: readonly RunResult[], uncounted: Run['uncounted'] = null): Run {
  return { startedAt: at(night), uncounted, results };
}

/** In a night `.` the endpoint was not listed. */
type Night = Outcome | '.';

/** The history after nights of one endpoint. */
function live(nights: readonly Night[]): {
  readonly lines: readonly HistoryLine[];
  readonly now: string;
} {
  let lines: readonly HistoryLine[] = [];
  nights.forEach((outcome, night) => {
    // Other endpoints make the runs count while it is not listed.
    const watched = outcome === '.' ? [] : [result('a.example', outcome)];
    lines = updateHistory(lines, run(night, [...watched, result('other.example', 'pass')])).lines;
  });
  return { lines, now: at(nights.length - 1) };
}

function find(lines: readonly HistoryLine[], address = 'a.example'): HistoryLine {
  const line = lines.find((candidate) => candidate.address === address);
  if (line === undefined) throw new Error(`no line of ${address}`);
  return line;
}

const nights = <Of extends Night>(count: number, outcome: Of) => Array.from({ length: count }, () => outcome);

describe('an endpoint is dead when nothing was there for 14 runs and 7 days', () => {
  it.each<[string, readonly Night[], boolean]>([
    ['for 13 nights', [...nights(3, 'pass'), ...nights(13, 'gone')], false],
    ['for 14 nights', [...nights(3, 'pass'), ...nights(14, 'gone')], true],
    ['for a year', nights(365, 'gone'), true],
    ['but for one pass', [...nights(13, 'gone'), 'pass', ...nights(13, 'gone')], false],
    ['but for a failure of another sort', [...nights(13, 'gone'), 'forbidden', ...nights(13, 'gone')], false],
    [
      'with nights that proved nothing in between',
      [...nights(7, 'gone'), ...nights(30, 'inconclusive'), ...nights(7, 'gone')],
      true,
    ],
    [
      'with nights on which it was not probed',
      [...nights(7, 'gone'), ...nights(5, 'unprobed'), ...nights(7, 'gone')],
      true,
    ],
    ['with 7 days without a run', [...nights(7, 'gone'), ...nights(7, '.'), ...nights(7, 'gone')], true],
    ['with a pause of 8 days', [...nights(13, 'gone'), ...nights(8, '.'), ...nights(13, 'gone')], false],
    [
      'with nights on which one name server alone said so',
      [...nights(7, 'gone'), ...nights(5, 'unconfirmed'), ...nights(7, 'gone')],
      true,
    ],
    ['as one name server alone says', nights(30, 'unconfirmed'), false],
    ['forbidden for a year', nights(365, 'forbidden'), false],
    ['limited for a year', nights(365, 'inconclusive'), false],
  ])('%s', (_, lived, dead) => {
    expect(isDead(find(live(lived).lines), defaultDeadLimits)).toBe(dead);
  });

  it('and not for 14 runs of one night', () => {
    let lines: readonly HistoryLine[] = [];
    for (let hour = 0; hour < 20; hour++)
      lines = updateHistory(lines, run(hour / 24, [result('a.example', 'gone')])).lines;
    // The days count up to the last run that failed.
    lines = updateHistory(lines, run(7.5, [result('a.example', 'inconclusive')])).lines;
    expect(find(lines).structural?.runs).toBe(20);
    expect(isDead(find(lines), defaultDeadLimits)).toBe(false);
  });
});

describe('the line of a year', () => {
  const { lines, now } = live([...nights(200, 'pass'), ...nights(100, 'forbidden'), ...nights(65, 'pass')]);

  it('has the last results, and since when', () => {
    expect(find(lines)).toEqual({
      kind: 'grpc',
      address: 'a.example',
      chains: ['kava'],
      firstSeen: at(0),
      lastSeen: now,
      lastRun: now,
      lastPass: now,
      streak: { verdict: 'pass', runs: 65, since: at(300), rules: [] },
      structural: null,
      days: 'F'.repeat(25) + 'P'.repeat(65),
      latencyMs: 120,
      head: null,
    });
  });

  it('has less than 1 kB, whatever the results', () => {
    const chains = Array.from({ length: 500 }, (_, index) => `chain-with-a-long-name-${index}`);
    const rules = Array.from({ length: 50 }, (_, index) => `net/a-long-name-of-a-rule-${index}`);
    const address = 'a'.repeat(253);
    const stopped = { ...result(address, 'pass', chains), stoppedAt: Number.MAX_SAFE_INTEGER };
    let lines: readonly HistoryLine[] = [];
    for (let night = 0; night < 100; night++) lines = updateHistory(lines, run(night, [stopped])).lines;
    lines = updateHistory(lines, run(100, [{ ...stopped, stoppedAt: null }])).lines;
    expect(lines[0]?.head?.until).toBe(at(100));
    expect(JSON.stringify(lines[0]).length).toBeLessThan(1_000);
    const wide = { ...result(address, 'gone', chains), rules };
    lines = updateHistory(lines, run(101, [wide])).lines;
    expect(JSON.stringify(lines[0]).length).toBeLessThan(1_000);
  });
});

describe('the streak', () => {
  it.each<[string, readonly Outcome[], object]>([
    [
      'of runs that proved nothing',
      nights(3, 'inconclusive'),
      { verdict: 'inconclusive', runs: 3, since: at(0) },
    ],
    ['begins with the first that did', ['inconclusive', 'pass'], { verdict: 'pass', runs: 1, since: at(1) }],
    [
      'is not ended by one that proved nothing',
      ['forbidden', 'forbidden', 'inconclusive', 'gone'],
      { verdict: 'fail', runs: 3, since: at(0), rules: ['http/forbidden', 'net/dns-not-found'] },
    ],
    [
      'remembers every sort of failure in it',
      [...nights(13, 'silent'), 'gone', 'gone'],
      { runs: 15, rules: ['net/connect-timeout', 'net/dns-not-found'] },
    ],
    ['and none of an earlier one', ['forbidden', 'pass', 'gone'], { runs: 1, rules: ['net/dns-not-found'] }],
    [
      'is ended by another verdict',
      ['forbidden', 'pass', 'pass'],
      { verdict: 'pass', runs: 2, since: at(1) },
    ],
  ])('%s', (_, lived, streak) => {
    expect(find(live(lived).lines).streak).toMatchObject(streak);
  });
});

it.each<[Outcome, object]>([
  ['gone', { verdict: 'fail', runs: 1, since: at(10), rules: ['net/dns-not-found'] }],
  ['inconclusive', { verdict: 'inconclusive', runs: 1, since: at(10) }],
])('a pause of more than 7 days ends a streak: then %s', (outcome, streak) => {
  const { lines } = live(['forbidden', 'silent', ...nights(8, '.'), outcome]);
  const structural = outcome === 'gone' ? { runs: 1 } : null;
  // The days before it still count for uptime.
  const days: unknown = expect.stringMatching(/^F.\.{8}.$/);
  expect(find(lines)).toMatchObject({ streak, structural, days });
});

it('a streak keeps those of many sorts of failures that tell what is dead', () => {
  const sorts = ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'net/unreachable'];
  let lines: readonly HistoryLine[] = [];
  sorts.forEach((rule, night) => {
    lines = updateHistory(lines, run(night, [{ ...result('a.example', 'forbidden'), rules: [rule] }])).lines;
  });
  expect(find(lines).streak.rules).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'net/unreachable']);
});

describe('an endpoint that flaps', () => {
  it.each<[string, readonly Outcome[], boolean]>([
    ['each day', Array.from({ length: 30 }, (_, night) => (night % 2 === 0 ? 'pass' : 'forbidden')), true],
    ['once a month', [...nights(29, 'pass'), 'forbidden', ...nights(10, 'pass')], false],
    ['not at all', nights(30, 'pass'), false],
    [
      'only between failing and proving nothing',
      Array.from({ length: 30 }, (_, night) => (night % 2 === 0 ? 'gone' : 'inconclusive')),
      false,
    ],
  ])('%s', (_, lived, flaky) => {
    const { lines, now } = live(lived);
    expect(isFlaky(find(lines), now)).toBe(flaky);
  });
});

describe('a run that proves nothing about the endpoints changes nothing', () => {
  const before = live(nights(3, 'pass')).lines;
  const many = Array.from({ length: 24 }, (_, index) => `${index}.example`);
  const all = (outcome: Outcome, count = many.length) =>
    many.map((address, index) => result(address, index < count ? outcome : 'pass'));

  it.each<[string, Run, Uncounted]>([
    ['interrupted', run(3, [result('a.example', 'gone')], 'interrupted'), 'interrupted'],
    ['offline', run(3, [result('a.example', 'gone')], 'offline'), 'offline'],
    ['probing nothing', run(3, [result('a.example', 'unprobed')]), 'nothing-probed'],
    ['the same run again', run(2, [result('a.example', 'gone')]), 'not-later'],
    ['a clock that went back', run(-300, [result('a.example', 'gone')]), 'not-later'],
  ])('%s', (_, recorded, uncounted) => {
    expect(updateHistory(before, recorded)).toEqual({ lines: before, uncounted });
  });

  it('from an unreliable vantage point: more than half of what passed is gone', () => {
    const { lines } = updateHistory([], run(0, all('pass')));
    expect(updateHistory(lines, run(1, all('gone', 13)))).toEqual({ lines, uncounted: 'vantage-point' });
    expect(updateHistory(lines, run(1, all('gone', 12))).uncounted).toBeNull();
    expect(updateHistory(lines, run(1, all('forbidden'))).uncounted).toBeNull();
  });

  it('but few failures are those of the endpoints', () => {
    const nine = many.slice(0, 9).map((address) => result(address, 'pass'));
    const { lines } = updateHistory([], run(0, nine));
    const gone = nine.map(({ address }) => result(address, 'gone'));
    expect(updateHistory(lines, run(1, gone)).uncounted).toBeNull();
  });

  it.each<[string, readonly RunResult[], Uncounted | null]>([
    ['all of two, in the first run', [result('a', 'blocked'), result('b', 'blocked')], 'misdirected'],
    ['all that were probed', [result('a', 'blocked'), result('b', 'unprobed')], 'misdirected'],
    ['nine of ten', all('blocked', 22), 'misdirected'],
    ['two of three', [result('a', 'blocked'), result('b', 'blocked'), result('c', 'pass')], null],
    ['one of two, the other is gone', [result('a', 'blocked'), result('b', 'gone')], null],
  ])('from a machine whose names lead elsewhere: %s', (_, results, uncounted) => {
    expect(updateHistory([], run(0, results)).uncounted).toBe(uncounted);
    const late = updateHistory([], run(0, all('pass'))).lines;
    if (uncounted !== null) expect(updateHistory(late, run(20, results))).toEqual({ lines: late, uncounted });
  });

  it('and a run of other endpoints in between does not matter', () => {
    const { lines } = updateHistory([], run(0, all('pass')));
    const between = updateHistory(lines, run(0.5, [result('dead.example', 'gone')])).lines;
    expect(updateHistory(between, run(1, all('gone'))).uncounted).toBe('vantage-point');
    expect(updateHistory(between, run(7.6, all('gone'))).uncounted).toBeNull();
  });

  it('and after a week runs count again', () => {
    let { lines } = updateHistory([], run(0, all('pass')));
    const seen = Array.from({ length: 9 }, (_, night) => {
      const update = updateHistory(lines, run(night + 1, all('gone')));
      ({ lines } = update);
      return update.uncounted;
    });
    expect(seen).toEqual([...Array.from({ length: 7 }, () => 'vantage-point'), null, null]);
    expect(updateHistory(lines, run(20, all('gone'), 'offline')).uncounted).toBe('offline');
  });
});

describe('an endpoint that is not probed', () => {
  it('keeps its line, with the time of the run', () => {
    const { lines, now } = live(['pass', 'unprobed', 'unprobed']);
    expect(find(lines)).toEqual({ ...find(live(['pass']).lines), lastSeen: now });
  });

  it('has no line if it never was', () => {
    expect(live(['unprobed']).lines.map(({ address }) => address)).toEqual(['other.example']);
  });

  it.each([
    [90, true],
    [91, false],
  ])('keeps its line for 90 days after it left the registry: %i days', (days, stays) => {
    const { lines } = live(['pass', ...nights(days, '.')]);
    expect(lines.some(({ address }) => address === 'a.example')).toBe(stays);
  });
});

it('an entry that moves to another chain, or is listed by two, has one line', () => {
  const first = updateHistory([], run(0, [result('a.example', 'pass', ['kava'])])).lines;
  const { lines } = updateHistory(first, run(1, [result('a.example', 'pass', ['akash', 'osmosis'])]));
  expect(lines).toHaveLength(1);
  expect(find(lines)).toMatchObject({ chains: ['akash', 'osmosis'], firstSeen: at(0), streak: { runs: 2 } });
});

it('lines are sorted by kind and address', () => {
  const results = ['b.example', 'a.example', 'B.example'].map((address) => result(address, 'pass'));
  const { lines } = updateHistory([], run(0, [...results, { ...result('a.example', 'pass'), kind: 'evm' }]));
  expect(lines.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
    'evm a.example',
    'grpc B.example',
    'grpc a.example',
    'grpc b.example',
  ]);
});
