import type { Entry } from '../model/entry.js';
import type { Finding, PlacedProblem } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import type { EndpointReport, FileReport, Report } from '../model/report.js';
import type { Problem } from '../model/rule.js';
import type { Dialled } from './dial.js';
import { compareFindings, comparePositions, compareTexts, summarize } from './report-order.js';
import { getRule, word } from './rule-catalogue.js';
import { tool } from './tool.js';
import { chooseVerdict } from './verdict.js';

/** An entry and what came of dialling it; null where it was not dialled. */
export interface Outcome {
  readonly entry: Entry;
  /** What its facts are where it was not dialled. */
  readonly noFacts: JsonObject;
  readonly dialled: Dialled | null;
  /** True where its failure is this machine's own, which is told once for the run. */
  readonly excused?: boolean;
}

/** Words the problems, chooses the verdicts, sorts, and counts. */
export function createReport(
  {
    files,
    problems,
    older = new Set(),
  }: {
    readonly files: readonly FileReport[];
    readonly problems: readonly PlacedProblem[];
    readonly older?: ReadonlySet<PlacedProblem>;
  },
  outcomes: readonly Outcome[],
  {
    startedAt,
    durationMs,
    now,
  }: { readonly startedAt: Date; readonly durationMs: number; readonly now: Date },
): Report {
  const judged = outcomes.flatMap(({ entry, dialled, excused = false }) =>
    (excused ? [] : (dialled?.observed.judge(entry.claim, now) ?? [])).map((problem): PlacedProblem => ({
      problem,
      place: entry.urlPlace,
      entry,
    })),
  );
  const placed = [...problems, ...judged];
  const byEntry = new Map<Entry | null, Problem[]>();
  for (const { entry, problem } of placed) {
    const own = byEntry.get(entry);
    if (own === undefined) byEntry.set(entry, [problem]);
    else own.push(problem);
  }
  const described = outcomes
    .map((outcome) => ({
      entry: outcome.entry,
      report: describeEndpoint(outcome, byEntry.get(outcome.entry) ?? []),
    }))
    .sort((a, b) => comparePositions(a.report, b.report));
  const endpoints = described.map(({ report }) => report);
  const indices = new Map(described.map(({ entry }, index) => [entry, index]));
  const findings = placed
    .map((problem) =>
      describeFinding(problem, {
        endpoint: problem.entry === null ? null : (indices.get(problem.entry) ?? null),
        older: older.has(problem),
      }),
    )
    .sort(compareFindings);
  return {
    version: 1,
    tool,
    startedAt: startedAt.toISOString(),
    durationMs,
    summary: summarize(files, endpoints, findings),
    files: [...files].sort((a, b) => compareTexts(a.path, b.path)),
    endpoints,
    findings,
  };
}

function describeEndpoint(
  { entry, noFacts, dialled, excused = false }: Outcome,
  problems: readonly Problem[],
): EndpointReport {
  const { chain, kind, place, provider, url } = entry;
  return {
    file: place.file,
    chain,
    kind,
    pointer: place.pointer,
    line: place.range?.line ?? null,
    column: place.range?.column ?? null,
    provider,
    url,
    verdict: dialled === null ? 'skipped' : excused ? 'inconclusive' : chooseVerdict(problems),
    attempts: dialled?.attempts ?? 0,
    durationMs: dialled?.durationMs ?? 0,
    facts: dialled?.observed.facts ?? noFacts,
  };
}

function describeFinding(
  { problem, place }: PlacedProblem,
  { endpoint, older }: { readonly endpoint: number | null; readonly older: boolean },
): Finding {
  const rule = getRule(problem);
  const finding: Finding = {
    rule: rule.code,
    // Nobody is blamed for what was there before.
    severity: older && rule.severity === 'error' ? 'warning' : rule.severity,
    message: word(rule.message, problem),
    hint: word(rule.hint, problem),
    file: place.file,
    pointer: place.pointer,
    line: place.range?.line ?? null,
    column: place.range?.column ?? null,
    endLine: place.range?.endLine ?? null,
    endColumn: place.range?.endColumn ?? null,
    endpoint,
    data: problem.data,
  };
  if (older) olderFindings.add(finding);
  return finding;
}

/** A report has no member for it: beside the file that was changed, nobody needs to know. */
const olderFindings = new WeakSet<Finding>();

/** A finding in another report, where its endpoint has another index. */
export function moveFinding(finding: Finding, endpoint: number): Finding {
  const moved = { ...finding, endpoint };
  if (olderFindings.has(finding)) olderFindings.add(moved);
  return moved;
}

/** True for a finding of a report of this process that the older revision had as well. */
export function isOlderFinding(finding: Finding): boolean {
  return olderFindings.has(finding);
}
