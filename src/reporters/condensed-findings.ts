import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import type { JsonValue } from '../model/json.js';
import { groupBy } from '../model/group-by.js';
import type { Report } from '../model/report.js';
import { severities, sortBySeverity } from './findings.js';

/** A notice that applies to many files or entries, which reports for people show once. */
export interface CollectiveNotice {
  readonly rule: string;
  /** Contains the number of files or entries. */
  readonly message: string;
  /** Null if the findings have different hints. */
  readonly hint: string | null;
  /** The distinct messages of the findings, most frequent first, if they add something to that of the notice. */
  readonly details: readonly string[];
  /** One for each file or entry, in the report's order. */
  readonly findings: readonly Finding[];
}

interface Collective {
  /** Whether they are about entries rather than files. */
  readonly ofEntries: boolean;
  /** Minimum number to combine; fewer are shown individually. */
  readonly from: number;
  readonly message: (count: number) => string;
  readonly hint?: string;
  /** Set if each message adds something to the common one. */
  readonly listsAll?: true;
}

const collectives: Readonly<Record<string, Collective>> = {
  'file/chain-id-missing': {
    ofEntries: false,
    from: 1,
    message: (files) =>
      `${formatAmount(files, 'file claims no chain id, so its', 'files claim no chain id, so their')} endpoints are only compared with each other`,
  },
  'file/no-endpoints': {
    ofEntries: false,
    from: 1,
    message: (files) => `${formatAmount(files, 'file lists', 'files list')} no endpoints`,
  },
  'change/removed': {
    ofEntries: false,
    from: 2,
    message: (entries) => `${formatAmount(entries, 'entry is', 'entries are')} removed`,
    listsAll: true,
  },
  'entry/provider-spelling': {
    ofEntries: true,
    listsAll: true,
    from: 10,
    message: (entries) =>
      `${formatAmount(entries, 'entry spells its', 'entries spell their')} provider in another way than most entries do`,
    hint: 'use one spelling for each operator; --verbose shows each entry',
  },
};

const detailsShown = 100;

/** Separates the notices that are shown once from the other findings. `pathPrefix` applies to the paths in details. */
export function splitCollective(
  findings: readonly Finding[],
  pathPrefix = '',
): {
  readonly notices: readonly CollectiveNotice[];
  readonly others: readonly Finding[];
} {
  const groups = [...groupBy(findings.filter(canBeCombined), ({ rule }) => rule)].filter(
    ([rule, group]) => group.length >= (collectives[rule]?.from ?? Infinity),
  );
  const joined = new Set(groups.flatMap(([, group]) => group));
  return {
    notices: groups.map(([rule, group]) => describeGroup(rule, group, pathPrefix)),
    others: findings.filter((finding) => !joined.has(finding)),
  };
}

/** The findings that reports for people show once, combined. */
export function listCollective(findings: readonly Finding[]): ReadonlySet<Finding> {
  return new Set(splitCollective(findings).notices.flatMap((notice) => notice.findings));
}

function canBeCombined({ rule, severity, endpoint, baselineState }: Finding): boolean {
  const collective = Object.hasOwn(collectives, rule) ? collectives[rule] : undefined;
  // New entries of a pull request are shown individually.
  const isNewEntry = collective?.ofEntries === true && baselineState === 'new';
  return severity === 'notice' && collective?.ofEntries === (endpoint !== null) && !isNewEntry;
}

function describeGroup(rule: string, findings: readonly Finding[], pathPrefix: string): CollectiveNotice {
  const { message, hint: common = null, listsAll = false } = collectives[rule] ?? {};
  const hints = new Set(findings.map(({ hint }) => hint));
  return {
    rule,
    message: message?.(findings.reduce((sum, { data }) => sum + countFiles(data['files']), 0)) ?? '',
    hint: hints.size === 1 ? (findings[0]?.hint ?? null) : common,
    details: listsAll ? listDetails(findings, pathPrefix) : [],
    findings,
  };
}

/** A finding may already combine several files. */
function countFiles(files: JsonValue | undefined): number {
  return Array.isArray(files) ? files.length : 1;
}

function listDetails(findings: readonly Finding[], pathPrefix: string): string[] {
  const groups = [...groupBy(findings, ({ message }) => message)].sort(([, a], [, b]) => b.length - a.length);
  const lines = groups.slice(0, detailsShown).map(([message, [first, ...alike]]) => {
    const line = first?.line == null ? '' : `:${first.line}`;
    const place = first?.file == null ? '' : `: ${pathPrefix}${first.file}${line}`;
    return `${message}${place}${alike.length === 0 ? '' : ` and ${alike.length} more`}`;
  });
  const more = groups.length - lines.length;
  return more === 0 ? lines : [...lines, `… and ${more} more`];
}

const fileLimit = 100;

/**
 * The findings that a report for people shows: at most a hundred about the contents of each file, new ones first and most severe first, and one that
 * counts the others and is as severe as the worst of them. All that probes found out is shown. Findings stay in their order.
 */
export function capFindings(
  findings: readonly Finding[],
  { endpoints }: Pick<Report, 'endpoints'>,
): readonly Finding[] {
  const isOfContents = ({ file, endpoint }: Finding) =>
    file !== null && (endpoint === null || endpoints[endpoint]?.attempts === 0);
  const hidden = new Set<Finding>();
  const notes = new Map<Finding, Finding>();
  for (const all of groupBy(findings.filter(isOfContents), ({ file }) => file).values()) {
    const last = all.at(-1);
    if (last === undefined || all.length <= fileLimit) continue;
    const isOld = ({ baselineState }: Finding) => baselineState === 'unchanged';
    const byWeight = [
      ...sortBySeverity(all.filter((finding) => !isOld(finding))),
      ...sortBySeverity(all.filter(isOld)),
    ];
    const rest = sortBySeverity(byWeight.slice(fileLimit));
    for (const finding of rest) hidden.add(finding);
    notes.set(last, describeRest(rest));
  }
  return findings.flatMap((finding) => {
    const note = notes.get(finding);
    return [...(hidden.has(finding) ? [] : [finding]), ...(note === undefined ? [] : [note])];
  });
}

/** The finding that stands for others of its file, given worst first. */
function describeRest(rest: readonly Finding[]): Finding {
  const [worst, ...others] = rest;
  if (worst === undefined) throw new Error('nothing is left out');
  const counts = severities
    .map((severity) => ({ severity, count: rest.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => formatAmount(count, severity));
  const isOld = [worst, ...others].every(({ baselineState }) => baselineState === 'unchanged');
  return {
    rule: worst.rule,
    severity: worst.severity,
    message: `${formatAmount(rest.length, 'more finding of this file is', 'more findings of this file are')} not shown: ${counts.join(', ')}`,
    hint: 'fix these first; reports for programs, such as json, have all',
    fix: null,
    file: worst.file,
    pointer: '',
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
    endpoint: null,
    baselineState: isOld ? 'unchanged' : worst.baselineState === null ? null : 'new',
    data: {},
  };
}
