import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import type { JsonValue } from '../model/json.js';
import { groupBy } from '../model/group-by.js';

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
