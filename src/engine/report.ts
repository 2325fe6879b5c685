import { groupBy } from '../model/group-by.js';
import type { Entry } from '../model/entry.js';
import type { Fix, PlacedProblem } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import {
  type ChangeCounts,
  type EndpointReport,
  type FileReport,
  type RemovedEntry,
  type Report,
  routeKind,
  type Scope,
  type Verdict,
} from '../model/report.js';
import type { WriteOption } from '../model/write-option.js';
import type { ProbeResult } from './probe-with-retries.js';
import {
  compareFindings,
  comparePositions,
  compareTexts,
  describeFinding,
  joinCauses,
  limitSeverity,
} from './findings.js';
import { findSeverity } from './rule-catalogue.js';
import { tool } from './tool.js';
import { chooseVerdict, summarize } from './verdict.js';

/**
 * An entry and its outcome. A `reference` is unchanged and was probed as a comparison; a `local-failure` is one of this machine, which is reported
 * once for the run.
 */
export type Outcome = {
  readonly entry: Entry;
  readonly noFacts: JsonObject;
} & (
  | { readonly state: 'skipped' | 'invalid' }
  | { readonly state: 'probed' | 'reference' | 'local-failure'; readonly result: ProbeResult }
);

export interface RunDescription {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly scope: Scope;
  /** How hints name options; by default as on the command line. */
  readonly writeOption?: WriteOption;
}

export function timeRun(startedMs: number): Pick<RunDescription, 'startedAt' | 'durationMs'> {
  return {
    startedAt: new Date(performance.timeOrigin + startedMs),
    durationMs: Math.round(performance.now() - startedMs),
  };
}

/** In the order in which a report lists their endpoints. */
export function sortOutcomes(outcomes: readonly Outcome[]): readonly Outcome[] {
  const readPosition = ({ entry: { place } }: Outcome) => ({
    file: place.file,
    line: place.range?.line ?? null,
    column: place.range?.column ?? null,
  });
  return outcomes.toSorted((a, b) => comparePositions(readPosition(a), readPosition(b)));
}

export interface ReportInput {
  readonly files: readonly FileReport[];
  readonly problems: readonly PlacedProblem[];
  /** The edits that fix some of the problems; none by default. */
  readonly fixes?: ReadonlyMap<PlacedProblem, Fix>;
  /** Problems that are older than the ref that the registry is compared with; null without a ref. */
  readonly baseline?: ReadonlySet<PlacedProblem> | null;
  /** Entries that are not probed by choice, each with the reason; none by default. */
  readonly excluded?: ReadonlyMap<Entry, string>;
  readonly changes?: ChangeCounts | null;
  readonly removed?: readonly RemovedEntry[];
}

/** Writes the messages of problems, chooses the verdicts, sorts, and counts. */
export function createReport(
  {
    files,
    problems: placed,
    fixes = new Map<PlacedProblem, Fix>(),
    baseline = null,
    excluded = new Map<Entry, string>(),
    changes = null,
    removed = [],
  }: ReportInput,
  outcomes: readonly Outcome[],
  { startedAt, durationMs, interrupted, scope, writeOption }: RunDescription,
): Report {
  const problems = joinCauses(placed);
  const isOlder = (problem: PlacedProblem) => baseline?.has(problem) === true;
  const isError = (problem: PlacedProblem) =>
    limitSeverity(findSeverity(problem.problem), problem, isOlder(problem)) === 'error';
  const byEntry = groupBy(problems, ({ entry }) => entry);
  const described = sortOutcomes(outcomes).map((outcome) => ({
    entry: outcome.entry,
    report: describeEndpoint(
      outcome,
      (byEntry.get(outcome.entry) ?? []).map((problem) => ({
        ...problem.problem,
        atMost: limitSeverity('error', problem, isOlder(problem)),
      })),
      outcome.entry.skipReason ?? excluded.get(outcome.entry) ?? null,
    ),
  }));
  const endpoints = described.map(({ report }) => report);
  const indices = new Map(described.map(({ entry }, index) => [entry, index]));
  // Whatever a format or a kind forgets: nothing is wrong without an error that says so.
  const unexplained = described.flatMap(({ entry, report: { verdict } }) =>
    verdict === 'invalid' && !(byEntry.get(entry) ?? []).some(isError) ? [describeUnreadable(entry)] : [],
  );
  const findings = [...problems, ...unexplained]
    .map((problem) => ({
      ...describeFinding(problem, {
        endpoint: problem.entry === null ? null : (indices.get(problem.entry) ?? null),
        baselineState: baseline === null ? null : isOlder(problem) ? 'unchanged' : 'new',
        writeOption,
      }),
      fix: fixes.get(problem) ?? null,
    }))
    .sort(compareFindings);
  return {
    version: 1,
    tool,
    startedAt: startedAt.toISOString(),
    durationMs,
    interrupted,
    scope,
    changes,
    removed,
    summary: summarize(files, endpoints, findings),
    files: [...files].sort((a, b) => compareTexts(a.path, b.path)),
    endpoints,
    findings,
  };
}

function describeUnreadable(entry: Entry): PlacedProblem {
  const data = {
    reason: 'the entry has no address that can be read',
    fix: 'write its address, or remove the entry',
  };
  return { problem: { code: 'file/schema', data }, place: entry.place, entry };
}

function describeEndpoint(
  outcome: Outcome,
  problems: Parameters<typeof chooseVerdict>[0],
  skipReason: string | null,
): EndpointReport {
  const { chain, chainStatus, kind, place, provider, url, claim } = outcome.entry;
  const result = 'result' in outcome ? outcome.result : null;
  return {
    file: place.file,
    chain,
    chainStatus,
    kind,
    pointer: place.pointer,
    line: place.range?.line ?? null,
    column: place.range?.column ?? null,
    provider,
    url,
    verdict: describeVerdict(outcome, problems),
    skipReason,
    attempts: result?.attempts ?? 0,
    durationMs: result?.durationMs ?? 0,
    claim,
    facts: result?.observation.facts ?? outcome.noFacts,
    history: null,
  };
}

function describeVerdict({ state, entry }: Outcome, problems: Parameters<typeof chooseVerdict>[0]): Verdict {
  switch (state) {
    case 'probed': {
      const verdict = chooseVerdict(problems);
      return verdict === 'pass' && entry.kind === routeKind ? 'ok' : verdict;
    }
    case 'local-failure':
      return 'inconclusive';
    case 'reference':
      return 'skipped';
    default:
      return state;
  }
}
