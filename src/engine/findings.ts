import type { BaselineState, Finding, PlacedProblem } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import type { Place } from '../model/place.js';
import type { Severity } from '../model/rule.js';
import type { WriteOption } from '../model/write-option.js';
import { findSeverity, wordProblem } from './rule-catalogue.js';
import type { EndpointReport } from '../model/report.js';
import { groupBy } from '../model/group-by.js';
import { describeBriefly } from '../checks/rules/describe-briefly.js';

type Position = Pick<EndpointReport, 'file' | 'line' | 'column'>;

/** By file, then line, then column; sorting is stable, so endpoints without a place keep their order. */
export function comparePositions(a: Position, b: Position): number {
  return (
    compareTexts(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0)
  );
}

/** By place, then endpoint, then severity, then rule. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    comparePositions(a, b) ||
    (a.endpoint ?? -1) - (b.endpoint ?? -1) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareTexts(a.rule, b.rule)
  );
}

/** By code unit, so that the order does not depend on the machine's language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The place of a finding, for another finding in its stead. */
export function pickPlace({ file, pointer, line, column, endLine, endColumn }: FindingPlace): FindingPlace {
  return { file, pointer, line, column, endLine, endColumn };
}

type FindingPlace = Pick<Finding, 'file' | 'pointer' | 'line' | 'column' | 'endLine' | 'endColumn'>;

/** Worst first. */
const severities = ['error', 'warning', 'notice'] as const;

/** The mildest of a severity and what limits that of a problem; an older one is at most a warning. */
export function limitSeverity(severity: Severity, { atMost }: PlacedProblem, isOlder: boolean): Severity {
  const levels = [severity, atMost ?? 'error', isOlder ? 'warning' : 'error'] as const;
  return severities[Math.max(...levels.map((level) => severities.indexOf(level)))] ?? severity;
}

export function describeFinding(
  placed: PlacedProblem,
  {
    endpoint,
    baselineState,
    writeOption,
  }: {
    readonly endpoint: number | null;
    readonly baselineState: BaselineState | null;
    readonly writeOption?: WriteOption | undefined;
  },
): Finding {
  const { problem, place } = placed;
  const { file, pointer, range, data } = describePlace(place, problem.data);
  return {
    rule: problem.code,
    severity: limitSeverity(findSeverity(problem), placed, baselineState === 'unchanged'),
    ...wordProblem(problem, writeOption),
    fix: null,
    file,
    pointer,
    line: range?.line ?? null,
    column: range?.column ?? null,
    endLine: range?.endLine ?? null,
    endColumn: range?.endColumn ?? null,
    endpoint,
    baselineState,
    data,
  };
}

/** An entry that a script copied is shown at its source. Its own line is then in the data, unless the data has another line already. */
function describePlace(place: Place, data: JsonObject): Place & { readonly data: JsonObject } {
  const { source, range } = place;
  if (source === undefined) return { ...place, data };
  const { file, line } = source;
  return {
    file,
    pointer: null,
    range: { line, column: 1, endLine: line, endColumn: 1 },
    data: { line: range?.line ?? null, ...data },
  };
}

/**
 * Makes one problem of two with one cause: an address of host:port has a path, and without it, as it was probed, another server answers. What is
 * then wrong is the path, and writing the address without it would not help. Pure.
 */
export function joinCauses(problems: readonly PlacedProblem[]): readonly PlacedProblem[] {
  const byEntry = groupBy(
    problems.filter(({ entry }) => entry !== null),
    ({ entry }) => entry,
  );
  const joined = new Map<PlacedProblem, PlacedProblem | null>();
  for (const group of byEntry.values()) {
    const path = group.find(
      ({ problem: { code, data } }) => code === 'entry/url-path' && data['isLeftOut'] === true,
    );
    const refused = group.find(isElsewhere);
    if (path === undefined || refused === undefined) continue;
    const { place, entry } = path;
    const data = { ...path.problem.data, withoutIt: describeBriefly(refused.problem) };
    joined.set(path, null);
    joined.set(refused, { ...refused, place, entry, problem: { code: path.problem.code, data } });
  }
  return joined.size === 0
    ? problems
    : problems.flatMap((problem) => {
        const replacement = joined.get(problem);
        return replacement === undefined ? [problem] : (replacement ?? []);
      });
}

/** How a server answers where no gRPC of a node is: the only failures that a path may explain. */
const elsewhere: readonly string[] = [
  'http/status',
  'http/redirect',
  'grpc/not-grpc',
  'grpc/not-routed',
  'grpc/other-kind',
  'grpc/service-missing',
];

function isElsewhere({ problem: { code } }: PlacedProblem): boolean {
  return elsewhere.includes(code);
}
