import type { Check } from '../checks/check.js';
import type { Entry } from '../model/entry.js';
import type { Finding, PlacedProblem } from '../model/finding.js';
import type { EndpointReport, FileReport, Report, Summary } from '../model/report.js';
import type { Problem, Rule } from '../model/rule.js';
import type { Dialled } from './dial.js';
import { getRule } from './rule-catalogue.js';
import { tool } from './tool.js';
import { chooseVerdict } from './verdict.js';

/** An entry and what came of dialling it; null where it was not dialled. */
export interface Outcome {
  readonly entry: Entry;
  readonly check: Check;
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
  const sorted = [...outcomes].sort((a, b) => comparePlaces(a.entry.place, b.entry.place));
  const indices = new Map(sorted.map(({ entry }, index) => [entry, index]));
  const judged = sorted.flatMap(({ entry, dialled, excused = false }) =>
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
  const endpoints = sorted.map((outcome) => describeEndpoint(outcome, byEntry.get(outcome.entry) ?? []));
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
    files: [...files].sort((a, b) => compare(a.path, b.path)),
    endpoints,
    findings,
  };
}

function describeEndpoint(
  { entry, check, dialled, excused = false }: Outcome,
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
    facts: dialled?.observed.facts ?? check.noFacts,
  };
}

function describeFinding(
  { problem, place }: PlacedProblem,
  { endpoint, older }: { readonly endpoint: number | null; readonly older: boolean },
): Finding {
  const rule = getRule(problem);
  return {
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
}

/** A rule's text takes the data of its own problems; the code joins the two, and the books type both by the code. */
function word(text: Rule['message'], { data }: Problem): string {
  return (text as (data: Problem['data']) => string)(data);
}

function summarize(
  files: readonly FileReport[],
  endpoints: readonly EndpointReport[],
  findings: readonly Finding[],
): Summary {
  const count = (verdict: string) => endpoints.filter((endpoint) => endpoint.verdict === verdict).length;
  const weigh = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  return {
    files: files.length,
    endpoints: endpoints.length,
    passed: count('pass'),
    failed: count('fail'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
    errors: weigh('error'),
    warnings: weigh('warning'),
    notices: weigh('notice'),
  };
}

/** By file, then line, then column; sorting is stable, so what stands nowhere keeps its order. */
function comparePlaces(a: Entry['place'], b: Entry['place']): number {
  return (
    compare(a.file ?? '', b.file ?? '') ||
    (a.range?.line ?? 0) - (b.range?.line ?? 0) ||
    (a.range?.column ?? 0) - (b.range?.column ?? 0)
  );
}

/** By place; at the same place by endpoint, what weighs most first. */
function compareFindings(a: Finding, b: Finding): number {
  return (
    compare(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    (a.endpoint ?? -1) - (b.endpoint ?? -1) ||
    weights[a.severity] - weights[b.severity] ||
    compare(a.rule, b.rule)
  );
}

const weights = { error: 0, warning: 1, notice: 2 } as const;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
