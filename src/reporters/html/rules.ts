import { formatAmount } from '../../model/amount.js';
import type { Finding } from '../../model/finding.js';
import type { Report } from '../../model/report.js';
import type { Rule } from '../../model/rule.js';
import { groupBy } from '../../model/group-by.js';
import { html, type Markup } from './markup.js';
import { join, nameRule, renderParagraphs, renderSentences, type Section } from './text.js';

/** Renders the rules of the findings with explanations, most frequent first; null if there are none. */
export function renderRules({ findings }: Report, rules: readonly Rule[]): Section | null {
  if (findings.length === 0) return null;
  const byCode = new Map(rules.map((rule) => [rule.code, rule]));
  // Rules with the same number of findings keep the report's order.
  const broken = [...groupBy(findings, ({ rule }) => rule)].sort(([, a], [, b]) => b.length - a.length);
  const items = broken.map(([code, group]) => renderRule(code, group, byCode.get(code)));
  return { id: 'rules', title: 'Rules', body: html`<div class="rules">${join(items)}</div>` };
}

/** Explained here rather than at each finding, since a report can have thousands of one rule. */
function renderRule(code: string, findings: readonly Finding[], rule: Rule | undefined): Markup {
  const severity = findings[0]?.severity ?? 'notice';
  const amount = formatAmount(findings.length, severity);
  const head = html`<code>${code}</code> <b class="${severity}">${amount}</b>`;
  if (rule === undefined) return html`<p id="${nameRule(code)}">${head}</p>`;
  return html`<details id="${nameRule(code)}">
    <summary>${head} <span>${renderSentences(rule.summary)}</span></summary>
    ${renderParagraphs(rule.explanation)}
  </details>`;
}
