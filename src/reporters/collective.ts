import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import type { JsonValue } from '../model/json.js';
import { groupBy } from './findings.js';

/** A notice that is true of many files or entries alike, which reports for people show once. */
export interface CollectiveNotice {
  readonly rule: string;
  /** With the number of files or entries. */
  readonly message: string;
  /** Null where it differs from one to the other. */
  readonly hint: string | null;
  /** The messages of the findings where they say more than that of the notice: each once, the most frequent first. */
  readonly details: readonly string[];
  /** One for each file or entry, in the report's order. */
  readonly findings: readonly Finding[];
}

/** How a rule's notices are shown once. */
interface Collective {
  /** Whether they are about entries, not about files. */
  readonly ofEntries: boolean;
  /** Fewer are shown one by one. */
  readonly from: number;
  readonly message: (count: number) => string;
  readonly hint?: string;
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
  'entry/provider-spelling': {
    ofEntries: true,
    from: 10,
    message: (entries) =>
      `${formatAmount(entries, 'entry spells its', 'entries spell their')} provider in another way than most entries do`,
    hint: 'use one spelling for each operator; --verbose shows each entry',
  },
};

/** How many details a notice has at most. */
const detailsShown = 100;

/** Takes the notices that are shown once for all files or entries out of the findings. The details name paths with the prefix. */
export function splitCollective(
  findings: readonly Finding[],
  pathPrefix = '',
): {
  readonly notices: readonly CollectiveNotice[];
  readonly others: readonly Finding[];
} {
  const groups = [...groupBy(findings.filter(mayJoin), ({ rule }) => rule)].filter(
    ([rule, own]) => own.length >= (collectives[rule]?.from ?? Infinity),
  );
  const joined = new Set(groups.flatMap(([, own]) => own));
  return {
    notices: groups.map(([rule, own]) => describeGroup(rule, own, pathPrefix)),
    others: findings.filter((finding) => !joined.has(finding)),
  };
}

/** The findings that reports for people show once for all. */
export function listCollective(findings: readonly Finding[]): ReadonlySet<Finding> {
  return new Set(splitCollective(findings).notices.flatMap((notice) => notice.findings));
}

function mayJoin({ rule, severity, endpoint, baselineState }: Finding): boolean {
  const collective = Object.hasOwn(collectives, rule) ? collectives[rule] : undefined;
  // What a pull request adds is shown with its entry.
  const isOwn = collective?.ofEntries === true && baselineState === 'new';
  return severity === 'notice' && collective?.ofEntries === (endpoint !== null) && !isOwn;
}

function describeGroup(rule: string, findings: readonly Finding[], pathPrefix: string): CollectiveNotice {
  const { message, hint: common = null, ofEntries = false } = collectives[rule] ?? {};
  const hints = new Set(findings.map(({ hint }) => hint));
  return {
    rule,
    message: message?.(findings.reduce((sum, { data }) => sum + countFiles(data['files']), 0)) ?? '',
    hint: hints.size === 1 ? (findings[0]?.hint ?? null) : common,
    details: ofEntries ? listDetails(findings, pathPrefix) : [],
    findings,
  };
}

/** A finding may be joined from those of several files. */
function countFiles(files: JsonValue | undefined): number {
  return Array.isArray(files) ? files.length : 1;
}

function listDetails(findings: readonly Finding[], pathPrefix: string): string[] {
  const groups = [...groupBy(findings, ({ message }) => message)].sort(([, a], [, b]) => b.length - a.length);
  const lines = groups.slice(0, detailsShown).map(([message, [first, ...more]]) => {
    const place = first?.file == null ? '' : `: ${pathPrefix}${first.file}:${first.line ?? 1}`;
    return `${message}${place}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  });
  const rest = groups.length - lines.length;
  return rest === 0 ? lines : [...lines, `… and ${rest} more`];
}
