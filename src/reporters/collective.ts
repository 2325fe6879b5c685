import type { Finding } from '../model/finding.js';
import { groupBy } from './findings.js';
import { formatAmount } from './summary.js';

/** A notice that is true of many files alike, which reports for people show once. */
export interface CollectiveNotice {
  readonly rule: string;
  /** With the number of files. */
  readonly message: string;
  /** Null where it differs from file to file. */
  readonly hint: string | null;
  /** One for each file, in the report's order. */
  readonly findings: readonly Finding[];
}

const messages: Readonly<Record<string, (files: number) => string>> = {
  'file/chain-id-missing': (files) =>
    `${formatAmount(files, 'file')} ${files === 1 ? 'claims' : 'claim'} no chain id, so ${files === 1 ? 'its' : 'their'} endpoints are only compared with each other`,
};

/** Takes the notices that are shown once for all files out of the findings. */
export function splitCollective(findings: readonly Finding[]): {
  readonly notices: readonly CollectiveNotice[];
  readonly others: readonly Finding[];
} {
  const groups = groupBy(findings.filter(isCollective), ({ rule }) => rule);
  const notices = [...groups].map(([rule, own]) => ({
    rule,
    message: messages[rule]?.(own.length) ?? '',
    hint: new Set(own.map(({ hint }) => hint)).size === 1 ? (own[0]?.hint ?? null) : null,
    findings: own,
  }));
  return { notices, others: findings.filter((finding) => !isCollective(finding)) };
}

/** Whether reports for people show a finding once for all files. */
export function isCollective({ rule, severity, endpoint }: Finding): boolean {
  return severity === 'notice' && endpoint === null && Object.hasOwn(messages, rule);
}
