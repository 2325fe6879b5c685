import { formatAmount, formatShare } from '../../model/amount.js';
import type { Report, Verdict } from '../../model/report.js';
import { groupBy } from '../../model/group-by.js';
import { historyColumn, renderSharedHistoryCell } from './history.js';
import { html, type Markup } from './markup.js';
import { countVerdicts, findPassing, listWorstFirst } from '../verdicts.js';
import { upIsNotPass } from '../describe-history.js';
import { hasHistory, listRows, type Row } from './rows.js';
import { type Column, renderTable } from './table.js';
import type { Section } from './text.js';

const labels: Readonly<Record<Verdict, string>> = {
  fail: 'Fail',
  invalid: 'Invalid',
  inconclusive: 'Inconclusive',
  skipped: 'Skipped',
  ok: 'Ok',
  pass: 'Pass',
};

const errorColumn: Column = { name: 'errors', label: 'File errors' };

/** The columns of a table that not every report has. */
interface Shown {
  readonly possible: readonly Verdict[];
  /** The label of the share of endpoints that pass. */
  readonly share: string;
  readonly showsErrors: boolean;
}

interface Group {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Number of errors about its files, which may explain why it has no endpoints. */
  readonly fileErrors: number;
}

export function renderChains(report: Report): Section | null {
  const errors = countFileErrors(report);
  const groups = new Map(listGroups(report, 'chain').map((group) => [group.name, group]));
  for (const [name, fileErrors] of errors) {
    groups.set(name, { name, rows: groups.get(name)?.rows ?? [], fileErrors });
  }
  const showsErrors = errors.size > 0;
  return renderGroups(report, [...groups.values()], 'chain', showsErrors);
}

export function renderProviders(report: Report): Section | null {
  return renderGroups(report, listGroups(report, 'provider'), 'provider', false);
}

function listGroups(report: Report, by: 'chain' | 'provider'): Group[] {
  const named = listRows(report).filter(({ endpoint }) => endpoint[by] !== null);
  const groups = groupBy(named, ({ endpoint }) => endpoint[by] ?? '');
  return [...groups].map(([name, rows]) => ({ name, rows, fileErrors: 0 }));
}

/** By chain, or by path if a file's chain is unknown. */
function countFileErrors({ files, findings }: Report): ReadonlyMap<string, number> {
  const chains = new Map(files.map(({ path, chain }) => [path, chain]));
  const errors = findings.filter(
    ({ severity, file, endpoint }) => severity === 'error' && file !== null && endpoint === null,
  );
  const byChain = groupBy(errors, ({ file }) => chains.get(file ?? '') ?? file ?? '');
  return new Map([...byChain].map(([name, group]) => [name, group.length]));
}

function renderGroups(
  report: Report,
  groups: readonly Group[],
  by: 'chain' | 'provider',
  showsErrors: boolean,
): Section | null {
  if (groups.length === 0) return null;
  const sorted = [...groups].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const label = by === 'chain' ? 'Chain' : 'Provider';
  const isLived = hasHistory(report);
  const lived = isLived ? [historyColumn] : [];
  const possible = listWorstFirst(report.endpoints);
  const share = possible.includes('pass') ? 'Passing' : 'Share ok';
  const columns: readonly Column[] = [
    { name: 'endpoints', label: 'Endpoints' },
    ...possible.map((name) => ({ name, label: labels[name] })),
    { name: 'share', label: share },
  ];
  const caption = `${formatAmount(groups.length, by)}. ${share} = passed ÷ (passed + failed + invalid). Inconclusive and skipped endpoints are left out.`;
  const historyCaption = `Red is the share of the endpoints that were down on a day. ${upIsNotPass}.`;
  const body = renderTable({
    id: `${by}s`,
    className: 'groups',
    caption: isLived ? `${caption} ${historyCaption}` : caption,
    columns: [{ name: 'name', label }, ...columns, ...(showsErrors ? [errorColumn] : []), ...lived],
    rows: sorted.map((group) =>
      renderGroup(group, { possible, share, showsErrors }, isLived ? report : null),
    ),
  });
  return { id: `${by}s`, title: `${label}s`, body };
}

/** `lived` is null if the report has no history. */
function renderGroup(
  { name, rows, fileErrors }: Group,
  { possible, share, showsErrors }: Shown,
  lived: Report | null,
): Markup {
  const endpoints = rows.map(({ endpoint }) => endpoint);
  const counts = countVerdicts(endpoints);
  const passing = findPassing(endpoints);
  // A group without endpoints links to the findings about its file.
  const head = rows.length === 0 ? html`<a href="#files">${name}</a>` : name;
  return html`<tbody>
    <tr>
      <th scope="row">${head}</th>
      <td data-label="Endpoints">${rows.length}</td>
      ${possible.map((verdict) => renderAmount(verdict, labels[verdict], counts[verdict]))}
      <td data-label="${share}">${passing === null ? null : renderShare(passing.share)}</td>
      ${showsErrors ? renderAmount('error', errorColumn.label, fileErrors) : null}
      ${lived === null ? null : renderSharedHistoryCell(endpoints, lived)}
    </tr>
  </tbody>`;
}

function renderAmount(className: string, label: string, count: number): Markup {
  return html`<td class="${count === 0 ? 'zero' : className}" data-label="${label}">${count}</td>`;
}

function renderShare(share: number): Markup {
  return html`${formatShare(share)}<svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">
      <rect class="pass" width="${(share * 100).toFixed(1)}" />
    </svg>`;
}
