import { describe, expect, test } from 'vitest';
import { entry as sample } from '../../test/support/report-samples.js';
import { evmCheck } from '../checks/evm/http/index.js';
import { grpcCheck } from '../checks/cosmos/grpc/index.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { nowhere, type Place } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import { createReport, type Outcome } from './report.js';
import { tool } from './tool.js';

const refused = { code: 'net/refused', data: { address: '192.0.43.8:443' } };
const limited = { code: 'net/rate-limited', data: { detail: 'HTTP 429', retryAfterMs: null } };
const stale = { code: 'evm/stale', data: { number: 16, ageMs: 7_200_000 } };
const tooOld = { code: 'tls/old-version', data: { code: 'x' } };
const plaintext = { code: 'grpc/plaintext', data: {} };
const times = {
  startedAt: new Date('2026-01-01T00:00:00.000Z'),
  durationMs: 1_234,
  interrupted: false,
  scope: { network: true, only: null, since: null, shard: null },
};

function place(file: string, line: number, column = 5): Place {
  return { file, pointer: `/list/${line}`, range: { line, column, endLine: line, endColumn: column + 10 } };
}

function entry(at: Place, otherwise: Partial<Entry> = {}): Entry {
  return { ...sample, place: at, urlPlace: at, ...otherwise };
}

function probed(of: Entry, attempts = 1, state: 'probed' | 'local-failure' = 'probed'): Outcome {
  const observation = { facts: { address: '192.0.43.8:443' }, problems: [], judgeClaim: () => [] };
  return {
    entry: of,
    noFacts: evmCheck.noFacts,
    state,
    result: { observation, observedAt: 0, attempts, durationMs: 12.3 },
  };
}

function unprobed(of: Entry, state: 'skipped' | 'invalid' = 'skipped'): Outcome {
  return { entry: of, noFacts: (of.kind === 'grpc' ? grpcCheck : evmCheck).noFacts, state };
}

/** Problems of an entry, at its url. */
function about(of: Entry, problems: readonly Problem[]): PlacedProblem[] {
  return problems.map((problem) => ({ problem, place: of.urlPlace, entry: of }));
}

function report(
  outcomes: readonly Outcome[],
  problems: readonly PlacedProblem[] = [],
  paths: readonly string[] = [],
) {
  const files = paths.map((path) => ({ path, chain: null, format: 'chainlist' }));
  return createReport({ files, problems }, outcomes, times);
}

describe('a report is sorted by file, then by place', () => {
  const places = [place('b.json', 1), place('a.json', 20), place('a.json', 3, 9), place('a.json', 3, 5)];
  const sorted = ['a.json:3:5', 'a.json:3:9', 'a.json:20:5', 'b.json:1:5'];

  test('whatever the order in which endpoints were probed', () => {
    const entries = places.map((at) => entry(at));
    for (const order of [entries, [...entries].reverse()]) {
      const { endpoints, findings } = report(
        order.map((of) => probed(of)),
        order.flatMap((of) => about(of, [refused])),
      );
      for (const list of [endpoints, findings])
        expect(list.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(sorted);
      expect(findings.map(({ endpoint }) => endpoint)).toEqual([0, 1, 2, 3]);
    }
  });

  test('findings at one place by endpoint, then by severity, then by rule', () => {
    const at = place('a.json', 1);
    const all = [plaintext, stale, limited, tooOld, refused];
    const ofFile: PlacedProblem = {
      problem: { code: 'file/too-deep', data: { limit: 32 } },
      place: at,
      entry: null,
    };
    const [first, second] = [entry(at), entry(at)];
    const problems = [...about(first, all), ...about(second, [refused]), ofFile];
    const { findings } = report([probed(first), probed(second)], problems);
    expect(findings.map(({ rule, endpoint }) => [rule, endpoint])).toEqual([
      ['file/too-deep', null],
      ['net/refused', 0],
      ['tls/old-version', 0],
      ['evm/stale', 0],
      ['grpc/plaintext', 0],
      ['net/rate-limited', 0],
      ['net/refused', 1],
    ]);
  });

  test('files by their path, by code unit and not by the language of the machine', () => {
    const { files } = report([], [], ['chain/é/param.json', 'chain/b/param.json', 'chain/B/param.json']);
    expect(files.map(({ path }) => path)).toEqual([
      'chain/B/param.json',
      'chain/b/param.json',
      'chain/é/param.json',
    ]);
  });

  test('endpoints without a place keep the order of the command line', () => {
    const urls = ['https://b.example.com', 'https://a.example.com'];
    const { endpoints } = report(urls.map((url) => unprobed(entry(nowhere, { url }))));
    expect(endpoints.map(({ url }) => url)).toEqual(urls);
  });
});

describe('a finding leads to its endpoint, and to none if it is about a file', () => {
  test('index, place and message', () => {
    const late = entry(place('a.json', 9));
    const early = entry(place('a.json', 2));
    const problems: PlacedProblem[] = [
      { problem: { code: 'entry/provider-empty', data: {} }, place: place('a.json', 10), entry: late },
      { problem: { code: 'file/too-deep', data: { limit: 32 } }, place: place('a.json', 1), entry: null },
    ];
    const { findings } = report(
      [unprobed(late, 'invalid'), probed(early)],
      [...problems, ...about(early, [refused])],
    );
    expect(findings.map(({ rule, endpoint }) => [rule, endpoint])).toEqual([
      ['file/too-deep', null],
      ['net/refused', 0],
      ['entry/provider-empty', 1],
    ]);
    expect(findings[1]).toEqual({
      rule: 'net/refused',
      severity: 'error',
      message: 'nothing listens at 192.0.43.8:443: the connection was refused',
      hint: expect.stringContaining('start the server') as string,
      file: 'a.json',
      pointer: '/list/2',
      line: 2,
      column: 5,
      endLine: 2,
      endColumn: 15,
      fix: null,
      endpoint: 0,
      baselineState: null,
      data: { address: '192.0.43.8:443' },
    });
  });

  test('a problem is reported at its own place', () => {
    const claim = { chainId: '0x1', field: 'chain_id_evm', derived: false };
    const listed = entry(place('a.json', 1), { claim, urlPlace: place('a.json', 2, 14) });
    const { endpoints, findings } = report([probed(listed)], about(listed, [refused]));
    expect(endpoints[0]).toMatchObject({ line: 1, column: 5, claim });
    expect(findings[0]).toMatchObject({ line: 2, column: 14 });
  });
});

describe('every entry gets a verdict, and the verdicts are counted apart', () => {
  const at = (line: number) => entry(place('a.json', line));
  const malformed = at(5);
  const [fine, old, down, busy] = [at(1), at(2), at(3), at(4)];
  const { summary, endpoints } = report(
    [
      probed(fine),
      probed(old),
      probed(down),
      probed(busy, 3),
      unprobed(malformed, 'invalid'),
      unprobed(entry(place('b.json', 1), { kind: 'grpc' })),
      probed(at(6), 1, 'local-failure'),
    ],
    [
      ...about(old, [stale, plaintext]),
      ...about(down, [refused, stale]),
      ...about(busy, [limited]),
      {
        problem: { code: 'entry/url-whitespace', data: { inside: true, invisible: null } },
        place: place('a.json', 5),
        entry: malformed,
      },
      { problem: { code: 'file/too-deep', data: { limit: 32 } }, place: place('b.json', 1), entry: null },
    ],
    ['a.json', 'b.json'],
  );

  test('verdicts', () => {
    expect(endpoints.map(({ verdict }) => verdict)).toEqual([
      'pass',
      'pass',
      'fail',
      'inconclusive',
      'invalid',
      'inconclusive',
      'skipped',
    ]);
  });

  test('counts', () => {
    expect(summary).toEqual({
      files: 2,
      endpoints: 7,
      passed: 2,
      failed: 1,
      invalid: 1,
      inconclusive: 2,
      skipped: 1,
      errors: 3,
      warnings: 2,
      notices: 2,
    });
  });

  test('endpoints have facts, with the same fields set to null if they were not probed', () => {
    expect(endpoints[3]).toMatchObject({
      attempts: 3,
      durationMs: 12.3,
      facts: { address: '192.0.43.8:443' },
    });
    expect(endpoints[4]).toMatchObject({ attempts: 0, durationMs: 0, facts: evmCheck.noFacts });
    expect(endpoints[6]).toMatchObject({ attempts: 0, durationMs: 0, facts: grpcCheck.noFacts });
  });

  test('an error in the entry makes an endpoint fail, even if it answers', () => {
    const listed = at(1);
    const problem = { code: 'entry/provider-empty', data: {} };
    const found = report([probed(listed)], [{ problem, place: listed.place, entry: listed }]);
    expect(found.endpoints[0]?.verdict).toBe('fail');
  });
});

test('an entry that is invalid has an error, even if nothing else says why', () => {
  const malformed = entry(place('a.json', 3));
  const old: PlacedProblem = {
    problem: { code: 'entry/duplicate', data: { firstLine: 1 } },
    place: malformed.place,
    entry: malformed,
  };
  const input = { files: [], problems: [old], baseline: new Set([old]) };
  const { findings, summary } = createReport(input, [unprobed(malformed, 'invalid')], times);
  expect(findings.map(({ rule, severity, line, endpoint }) => [rule, severity, line, endpoint])).toEqual([
    ['file/schema', 'error', 3, 0],
    ['entry/duplicate', 'warning', 3, 0],
  ]);
  expect(summary).toMatchObject({ invalid: 1, errors: 1 });
});

test('an older error of an entry that is probed decides nothing', () => {
  const moved = entry(place('a.json', 3));
  const old: PlacedProblem = {
    problem: { code: 'entry/duplicate', data: { firstLine: 1 } },
    place: moved.place,
    entry: moved,
  };
  const input = { files: [], problems: [old], baseline: new Set([old]) };
  expect(createReport(input, [probed(moved)], times).endpoints).toMatchObject([{ verdict: 'pass' }]);
});

test('a report has its tool, time and duration', () => {
  expect(report([])).toEqual({
    version: 1,
    tool,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1_234,
    interrupted: false,
    scope: { network: true, only: null, since: null, shard: null },
    changes: null,
    removed: [],
    summary: expect.objectContaining({ endpoints: 0 }) as object,
    files: [],
    endpoints: [],
    findings: [],
  });
});
