import { expect, it } from 'vitest';
import { mergeReports } from '../engine/merge.js';
import { dayMs } from './days.js';
import { reportHistory } from './report-history.js';
import { defaultDeadLimits, isDead, isFlaky } from './judge-line.js';
import { readRun } from './read-run.js';
import { updateHistory } from './update-history.js';
import { formatAmount, formatShare } from '../model/amount.js';
import type { HistoryLine } from '../model/history.js';
import { streakNames } from '../reporters/describe-history.js';
import type { EndpointReport, Report } from '../model/report.js';
import { endpoint, finding, report } from '../../test/support/report-samples.js';

/** The result of a run: `pass`, `unlisted` or `unprobed`, or the rule that failed; a rule after `?` proves nothing, one after `~` is a warning. */
type Outcome = string;

/** One run, or none that night. */
interface Night {
  /** Of the watched endpoint. */
  readonly watched: Outcome;
  /** Of the 30 other endpoints; `pass` by default. */
  readonly others?: Outcome;
  /** When it began, in nights since the first; by default the number of nights before. */
  readonly at?: number;
  readonly interrupted?: boolean;
  /** Whether two machines check a part each, and their reports are merged; the watched endpoint is in the part that begins last. */
  readonly inShards?: boolean;
  readonly listed?: Partial<EndpointReport>;
}

/** A life of an endpoint, night by night. */
interface Scenario {
  readonly title: string;
  readonly nights: number;
  readonly live: (night: number) => Night | null;
  /** The history at the end, and the night from which the endpoint counted as dead. */
  readonly expected: string;
  readonly why: string;
}

const year = 365;

/** Lives of endpoints over a year, with their histories. */
const scenarios: readonly Scenario[] = [
  {
    title: 'dies: its name is gone',
    nights: year,
    live: (night) => ({ watched: night < 200 ? 'pass' : 'net/dns-not-found' }),
    expected: 'down for 165 runs, uptime 0 %, dead from night 214',
    why: '14 runs in a row over at least 7 days',
  },
  {
    title: 'dies, and is checked every hour',
    nights: 20 * 24,
    live: (hour) => ({ watched: hour < 24 ? 'pass' : 'net/refused', at: hour / 24 }),
    expected: 'down for 456 runs, uptime 7.1 %, dead from night 9',
    why: '14 runs are over after a night; 7 days are not',
  },
  {
    title: 'is down and up in turn',
    nights: year,
    live: (night) => ({ watched: night % 2 === 0 ? 'pass' : 'net/refused' }),
    expected: 'up for 1 run, uptime 50.0 %, flaky, never dead',
    why: 'each day up ends the failures',
  },
  {
    title: 'is down for 13 nights, up for one, down for 13',
    nights: 28,
    live: (night) => ({ watched: night === 14 ? 'pass' : night === 0 ? 'pass' : 'net/refused' }),
    expected: 'down for 13 runs, uptime 7.1 %, never dead',
    why: 'once up is enough',
  },
  {
    title: 'refuses connections, and once an address answers with a 502',
    nights: 27,
    live: (night) => ({ watched: night === 13 ? 'http/upstream-down' : 'net/refused' }),
    expected: 'down for 27 runs, uptime 0 %, never dead',
    why: 'a failure of another sort shows that something is there',
  },
  {
    title: 'refuses everyone (403) for a year',
    nights: year,
    live: () => ({ watched: 'http/forbidden' }),
    expected: 'down for 365 runs, uptime 0 %, never dead',
    why: 'something is there; it may count as withdrawn',
  },
  {
    title: 'is limited (429) for a year',
    nights: year,
    live: () => ({ watched: '?net/rate-limited' }),
    expected: 'inconclusive for 365 runs, uptime unknown, never dead',
    why: 'a limit proves nothing',
  },
  {
    title: 'is down, with a week of limits in between',
    nights: 21,
    live: (night) => ({ watched: night >= 7 && night < 14 ? '?net/rate-limited' : 'net/connect-timeout' }),
    expected: 'down for 14 runs, uptime 0 %, dead from night 21',
    why: 'what proves nothing neither ends nor extends the failures',
  },
  {
    title: 'is down for 14 runs of one night, then limited for two weeks',
    nights: 28,
    live: (run) =>
      run < 14 ? { watched: 'net/refused', at: run / 24 } : { watched: '?net/rate-limited', at: run - 13 },
    expected: 'down for 14 runs, uptime 0 %, never dead',
    why: 'the days count up to the last run that failed',
  },
  {
    title: 'is up, and for a week the place that checks has no way out',
    nights: 60,
    live: (night) => {
      const outcome = night >= 30 && night < 37 ? 'net/connect-timeout' : 'pass';
      return { watched: outcome, others: outcome };
    },
    expected: 'up for 53 runs, uptime 100 %, never dead',
    why: 'a run that loses most of what was up before is not counted',
  },
  {
    title: 'is down, and for a week the place that checks has no way out',
    nights: 30,
    live: (night) => ({
      watched: night < 10 ? 'pass' : 'net/refused',
      others: night >= 15 && night < 22 ? 'net/refused' : 'pass',
    }),
    expected: 'down for 13 runs, uptime 43.4 %, never dead',
    why: 'the runs of that week are not counted: 5 before, 8 after',
  },
  {
    title: 'is gone for good, and so are all others',
    nights: 60,
    live: (night) => {
      const outcome = night < 30 ? 'pass' : 'net/refused';
      return { watched: outcome, others: outcome };
    },
    expected: 'down for 23 runs, uptime 0 %, dead from night 51',
    why: 'after 7 days without a counted run, runs count again',
  },
  {
    title: 'serves a chain that has halted',
    nights: year,
    live: (night) => ({ watched: night < 100 ? 'pass' : '~evm/stale' }),
    expected: 'up for 365 runs, uptime 100 %, never dead',
    why: 'the endpoint answers: an old block is a warning',
  },
  {
    title: 'serves another chain',
    nights: year,
    live: () => ({ watched: 'evm/wrong-chain' }),
    expected: 'up for 365 runs, uptime 100 %, never dead',
    why: 'it answers: a finding about identity is not about being up',
  },
  {
    title: 'is down, while its provider gets another name and its entry moves to another file',
    nights: 20,
    live: (night) => ({
      watched: 'net/dns-not-found',
      listed:
        night < 10
          ? { provider: 'Old name', file: 'chain/kava/param.json' }
          : { provider: 'New name', file: 'chain/kava-2/param.json', chain: 'kava-2' },
    }),
    expected: 'down for 20 runs, uptime 0 %, dead from night 14',
    why: 'a history knows an endpoint by kind and address',
  },
  {
    title: 'is down, in a registry that two machines check a part of each',
    nights: 20,
    live: () => ({ watched: 'net/dns-not-found', inShards: true }),
    expected: 'down for 20 runs, uptime 0 %, dead from night 14',
    why: 'the merged parts are one run, that of the earliest',
  },
  {
    title: 'is up, and the clock of the machine goes back by a month',
    nights: 60,
    live: (night) => (night < 40 ? { watched: 'pass' } : { watched: 'net/refused', at: night - 30 }),
    expected: 'up for 40 runs, uptime 100 %, never dead',
    why: 'a run that began no later than the last changes nothing',
  },
  {
    title: 'is down, and nothing runs for three months',
    nights: 110,
    live: (night) => (night >= 8 && night < 100 ? null : { watched: 'net/refused' }),
    expected: 'down for 10 runs, uptime 0 %, never dead',
    why: 'what was in a pause of more than 7 days is unknown',
  },
  {
    title: 'is down, and the runs are interrupted',
    nights: 60,
    live: (night) => ({ watched: night < 10 ? 'pass' : 'net/refused', interrupted: night >= 10 }),
    expected: 'up for 10 runs, uptime unknown, never dead',
    why: 'an interrupted run does not count',
  },
  {
    title: 'is down, then excluded by choice',
    nights: 60,
    live: (night) => ({ watched: night < 10 ? 'net/refused' : 'unprobed' }),
    expected: 'down for 10 runs, uptime unknown, never dead',
    why: 'what is not probed keeps its line',
  },
  {
    title: 'leaves the registry',
    nights: year,
    live: (night) => ({ watched: night < 100 ? 'pass' : 'unlisted' }),
    expected: 'no line',
    why: 'a line goes 90 days after the endpoint was last listed',
  },
];

const firstNight = Date.parse('2026-01-01T02:00:00Z');
const otherUrls = Array.from({ length: 30 }, (_, index) => `https://${index}.example.com`);
const watchedUrl = 'https://watched.example.com';

/** Lives a scenario through the functions of a run, and describes its end in a line. */
function simulate({ nights, live }: Scenario): string {
  let lines: readonly HistoryLine[] = [];
  let deadFrom: number | null = null;
  let lastNight = 0;
  for (let night = 0; night < nights; night++) {
    const life = live(night);
    if (life === null) continue;
    const at = life.at ?? night;
    lines = updateHistory(
      lines,
      readRun(life.inShards === true ? createMerged(life, at) : createReport(life, at), ({ url }) => url),
    ).lines;
    lastNight = Math.max(lastNight, at);
    const line = findWatched(lines);
    if (line === undefined || !isDead(line, defaultDeadLimits)) deadFrom = null;
    else deadFrom ??= Math.floor(at) + 1;
  }
  return describeEnd(findWatched(lines), toTime(lastNight), deadFrom);
}

function describeEnd(line: HistoryLine | undefined, now: string, deadFrom: number | null): string {
  if (line === undefined) return 'no line';
  const { streak } = line;
  const { uptime30d } = reportHistory(line, now);
  return [
    `${streakNames[streak.verdict]} for ${formatAmount(streak.runs, 'run')}`,
    `uptime ${uptime30d === null ? 'unknown' : formatShare(uptime30d)}`,
    ...(isFlaky(line, now) ? ['flaky'] : []),
    deadFrom === null ? 'never dead' : `dead from night ${deadFrom}`,
  ].join(', ');
}

function findWatched(lines: readonly HistoryLine[]): HistoryLine | undefined {
  return lines.find(({ address }) => address === watchedUrl);
}

function toTime(night: number): string {
  return new Date(firstNight + night * dayMs).toISOString();
}

function createReport(
  { watched, others: outcome = 'pass', interrupted = false, listed = {} }: Night,
  at: number,
) {
  const endpoints = [
    ...(watched === 'unlisted' ? [] : [createEndpoint(watchedUrl, watched, listed)]),
    ...otherUrls.map((url) => createEndpoint(url, outcome, {})),
  ];
  const outcomes = endpoints.map(({ url }) => (url === watchedUrl ? watched : outcome));
  const findings = outcomes.flatMap((found, index) => {
    const rule = found.replace(/^[?~]/, '');
    return rule.includes('/')
      ? [
          finding({
            rule,
            endpoint: index,
            severity: found === rule ? 'error' : found.startsWith('~') ? 'warning' : 'notice',
          }),
        ]
      : [];
  });
  return { ...report(endpoints, findings), startedAt: toTime(at), interrupted };
}

/** The report of a night whose endpoints are split: the second machine begins half an hour after the first. */
function createMerged(night: Night, at: number): Report {
  const whole = createReport(night, at);
  const parts = [(url: string | null) => url !== watchedUrl, (url: string | null) => url === watchedUrl];
  return mergeReports(
    parts.map((isOwn, index) => {
      const places = whole.endpoints.flatMap(({ url }, place) => (isOwn(url) ? [place] : []));
      const endpoints = places.flatMap((place) => whole.endpoints[place] ?? []);
      const findings = whole.findings.flatMap((finding) =>
        finding.endpoint !== null && places.includes(finding.endpoint)
          ? [{ ...finding, endpoint: places.indexOf(finding.endpoint) }]
          : [],
      );
      const scope = { ...whole.scope, shard: `${index + 1}/2` };
      return { ...whole, endpoints, findings, scope, startedAt: toTime(at + index / 48) };
    }),
  );
}

function createEndpoint(url: string, outcome: Outcome, listed: Partial<EndpointReport>): EndpointReport {
  const verdict =
    outcome === 'pass' || outcome.startsWith('~')
      ? 'pass'
      : outcome === 'unprobed'
        ? 'skipped'
        : outcome.startsWith('?')
          ? 'inconclusive'
          : 'fail';
  return endpoint({ url, pointer: `/${url}`, verdict, attempts: outcome === 'unprobed' ? 0 : 1, ...listed });
}

it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('an endpoint %s', (_, scenario) => {
  expect(simulate(scenario)).toBe(scenario.expected);
});
