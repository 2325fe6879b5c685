import type { Finding } from '../../model/finding.js';
import type { Report } from '../../model/report.js';
import { describePlace, nameRule, type Section, showText } from './markup.js';
import { listUnowned } from './standing.js';
import { formatAmount } from '../summary.js';

/** Findings as a list: severity, message, rule, place, hint. The rule leads to where the page explains it. */
export function renderFindings(findings: readonly Finding[]): string {
  return `<ul class="findings">${findings.map(renderFinding).join('')}</ul>`;
}

function renderFinding(finding: Finding): string {
  const { rule, severity, message, hint } = finding;
  const place = describePlace(finding);
  return (
    `<li class="${severity}"><b>${severity}</b> ${showText(message)} <a href="#${nameRule(rule)}">${showText(rule)}</a>` +
    `${place === null ? '' : ` <span class="place">${showText(place)}</span>`}<p>${showText(hint)}</p></li>`
  );
}

/** What was found about files, and about the run as a whole; null where there is nothing. */
export function renderFileFindings(report: Report): Section | null {
  const findings = listUnowned(report);
  if (findings.length === 0) return null;
  const notices = findings.filter(({ severity }) => severity === 'notice');
  const others = findings.filter(({ severity }) => severity !== 'notice');
  const body = [
    others.length === 0 ? '' : renderFindings(others),
    // What is true of many files of a registry is wanted by few.
    notices.length === 0
      ? ''
      : `<details${others.length === 0 && notices.length < 4 ? ' open=""' : ''}><summary>${formatAmount(notices.length, 'notice')}</summary>${renderFindings(notices)}</details>`,
  ];
  return { id: 'files', title: 'Files and the run', body: body.join('') };
}
