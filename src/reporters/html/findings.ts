import { formatAmount } from '../../model/amount.js';
import type { Finding } from '../../model/finding.js';
import type { EndpointReport, Report } from '../../model/report.js';
import { chooseMask } from '../mask.js';
import { type CollectiveNotice, splitCollective } from '../condensed-findings.js';
import type { RenderOptions } from '../reporter.js';
import { describePlace, html, type Markup, nameRule, renderText, type Section } from './markup.js';
import { findQuietPeers, groupFindings, type JudgedEndpoint } from '../findings.js';
import { rankVerdict } from '../summary.js';

/** Renders findings as a list: severity, message, rule, place, fix. The rule links to its explanation. */
export function renderFindings(
  findings: readonly Finding[],
  { endpoints }: Pick<Report, 'endpoints'>,
): Markup {
  return html`<ul class="findings">
    ${findings.map((finding) => renderFinding(finding, endpoints))}
  </ul>`;
}

function renderFinding(finding: Finding, endpoints: readonly EndpointReport[]): Markup {
  const { severity, message, rule, hint } = finding;
  const mask = chooseMask(finding, endpoints);
  const place = describePlace(finding);
  const shownPlace = place === null ? null : html` <span class="place">${place}</span>`;
  return html`<li class="${severity}">
    <b>${severity}</b> ${renderText(message, mask)} ${renderRuleLink(rule)}${shownPlace}
    <p>${renderText(hint, mask)}</p>
  </li>`;
}

function renderRuleLink(rule: string): Markup {
  return html`<a href="#${nameRule(rule)}">${rule}</a>`;
}

/** Renders the findings about files and about the whole run; null if there are none. */
export function renderFileFindings(
  report: Report,
  { detail }: Pick<RenderOptions, 'detail'>,
): Section | null {
  const all = listFileFindings(report);
  if (all.length === 0) return null;
  const { notices: collective, others: findings } =
    detail === 'verbose' ? { notices: [], others: all } : splitCollective(all);
  // Notices about files apply to many files and matter to few readers; findings about the run explain others.
  const isFolded = ({ severity, file }: Finding) => severity === 'notice' && file !== null;
  const folded = findings.filter(isFolded);
  const unfolded = findings.filter((finding) => !isFolded(finding));
  const isOfRun = ({ file }: Finding) => file === null;
  const open = [...unfolded.filter(isOfRun), ...unfolded.filter((finding) => !isOfRun(finding))];
  const body = html`${open.length === 0 ? null : renderFindings(open, report)}${
    collective.length === 0
      ? null
      : html`<ul class="findings">
          ${collective.map(renderNotice)}
        </ul>`
  }${renderFolded(folded, open.length === 0 && folded.length < 4, report)}`;
  return { id: 'files', title: 'Files and the run', body };
}

function renderFolded(findings: readonly Finding[], isOpen: boolean, report: Report): Markup | null {
  if (findings.length === 0) return null;
  const content = html`<summary>${formatAmount(findings.length, 'notice')}</summary>
    ${renderFindings(findings, report)}`;
  return isOpen ? html`<details open="">${content}</details>` : html`<details>${content}</details>`;
}

function renderNotice({ rule, message, hint, findings }: CollectiveNotice): Markup {
  const places = findings.map((finding) => html`<li class="place">${describePlace(finding)}</li>`);
  return html`<li class="notice">
    <b>notice</b> ${message} ${renderRuleLink(rule)}${hint === null ? null : html`<p>${hint}</p>`}
    <details>
      <summary>${formatAmount(findings.length, 'file')}</summary>
      <ul>
        ${places}
      </ul>
    </details>
  </li>`;
}

export interface Row extends JudgedEndpoint {
  /** 0 for the worst verdict; the highest for peers about which nothing is proved. */
  readonly rank: number;
}

/** After all verdicts. */
const lastRank = 9;

export function listRows(report: Report): Row[] {
  const quiet = findQuietPeers(report);
  return groupFindings(report).endpoints.map(({ endpoint, findings }, index) =>
    quiet.has(index)
      ? { endpoint, findings: [], rank: lastRank }
      : { endpoint, findings, rank: rankVerdict(endpoint.verdict) },
  );
}

export function listFileFindings({ endpoints, findings }: Report): Finding[] {
  return findings.filter(({ endpoint }) => endpoint === null || endpoints[endpoint] === undefined);
}

export function hasHistory({ endpoints }: Report): boolean {
  return endpoints.some(({ history }) => history !== null);
}
