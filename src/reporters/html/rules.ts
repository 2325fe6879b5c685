import type { Finding } from '../../model/finding.js';
import type { Report } from '../../model/report.js';
import type { Rule } from '../../model/rule.js';
import { nameRule, type Section, showParagraphs, showSentences, showText } from './markup.js';
import { groupBy } from '../findings.js';
import { formatAmount } from '../summary.js';

/** The rules that something broke, the most frequent first, each with why it matters; null where there are none. */
export function renderRules({ findings }: Report, rules: readonly Rule[]): Section | null {
  if (findings.length === 0) return null;
  const books = new Map(rules.map((rule) => [rule.code, rule]));
  // The order of findings of the same number is the report's.
  const broken = [...groupBy(findings, ({ rule }) => rule)].sort(([, a], [, b]) => b.length - a.length);
  const items = broken.map(([code, about]) => renderRule(code, about, books.get(code)));
  return { id: 'rules', title: 'Rules', body: `<div class="rules">${items.join('\n')}</div>` };
}

/** Explained once, not at each finding: a report can have thousands of the same rule. */
function renderRule(code: string, findings: readonly Finding[], rule: Rule | undefined): string {
  const severity = findings[0]?.severity ?? 'notice';
  const amount = formatAmount(findings.length, severity);
  const head = `<code>${showText(code)}</code> <b class="${severity}">${amount}</b>`;
  if (rule === undefined) return `<p id="${nameRule(code)}">${head}</p>`;
  return `<details id="${nameRule(code)}"><summary>${head} <span>${showSentences(rule.summary)}</span></summary>${showParagraphs(rule.explanation)}</details>`;
}
