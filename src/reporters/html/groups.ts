import { formatAmount, formatShare } from '../../model/amount.js';
import { groupBy } from '../../model/group-by.js';
import type { Report } from '../../model/report.js';
import { findPassing, listCounts, listWorstFirst, type VerdictCount } from '../summary.js';
import { historyColumn, renderSharedHistoryCell } from './history.js';
import { html, type Markup, renderTable, type Section } from './markup.js';
import { hasHistory, listRows, type Row } from './findings.js';

interface Group {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Number of errors about its files, which may explain why it has no endpoints. */
  readonly fileErrors: number;
}

export function renderChains(report: Report): Section | null {
  return renderGroups(report, listChains(report), 'chain');
}

export function renderProviders(report: Report): Section | null {
  return renderGroups(report, listGroups(report, 'provider'), 'provider');
}

const namedChains = 5;

/** Describes in one sentence how many chains are fine; null if none could be judged, or for a single chain, which the heading describes. */
export function describeChains(report: Report): string | null {
  const chains = listChains(report).map(({ name, rows }) => ({
    name,
    share: findPassing(rows.map(({ endpoint }) => endpoint))?.share ?? null,
  }));
  const unknown = chains.filter(({ share }) => share === null).length;
  if (chains.length < 2 || unknown === chains.length) return null;
  const fine = chains.filter(({ share }) => share === 1).length;
  const dead = chains.filter(({ share }) => share === 0).map(({ name }) => name);
  const mixed = chains.length - unknown - fine - dead.length;
  const unnamed = dead.length - namedChains;
  const names = [...dead.slice(0, namedChains), ...(unnamed > 0 ? [`${unnamed} more`] : [])].join(', ');
  const parts = [
    { count: fine, text: formatAmount(fine, 'is fine', 'are fine') },
    { count: mixed, text: formatAmount(mixed, 'has failing endpoints', 'have failing endpoints') },
    { count: dead.length, text: `${formatAmount(dead.length, 'has', 'have')} none that passes (${names})` },
    { count: unknown, text: `${unknown} could not be judged` },
  ];
  const texts = parts.filter(({ count }) => count > 0).map(({ text }) => text);
  return `Of ${chains.length} chains, ${texts.join(', ')}.`;
}

/** The chains of endpoints, and those of files with errors; by path if a file's chain is unknown. */
function listChains(report: Report): Group[] {
  const paths = new Map(report.files.map(({ path, chain }) => [path, chain]));
  const errors = report.findings.filter(
    ({ severity, file, endpoint }) => severity === 'error' && file !== null && endpoint === null,
  );
  const groups = new Map(listGroups(report, 'chain').map((group) => [group.name, group]));
  for (const [name, { length }] of groupBy(errors, ({ file }) => paths.get(file ?? '') ?? file ?? ''))
    groups.set(name, { name, rows: groups.get(name)?.rows ?? [], fileErrors: length });
  return [...groups.values()];
}

function listGroups(report: Report, by: 'chain' | 'provider'): Group[] {
  const named = listRows(report).filter(({ endpoint }) => endpoint[by] !== null);
  const groups = groupBy(named, ({ endpoint }) => endpoint[by] ?? '');
  return [...groups].map(([name, rows]) => ({ name, rows, fileErrors: 0 }));
}

/** The label of the share of endpoints that pass, or of routes that are ok. */
export function nameShare({ endpoints }: Report): string {
  return listWorstFirst(endpoints).includes('pass') ? 'Passing' : 'Share ok';
}

function renderGroups(report: Report, groups: readonly Group[], by: 'chain' | 'provider'): Section | null {
  if (groups.length === 0) return null;
  const label = by === 'chain' ? 'Chain' : 'Provider';
  const isLived = hasHistory(report);
  const amount = formatAmount(groups.length, by);
  const body = renderTable({
    id: `${by}s`,
    className: 'groups',
    caption: isLived ? `${amount}. Red is the share of the endpoints that were down on a day.` : amount,
    columns: [
      { name: 'name', label },
      { name: 'state', label: 'State' },
      { name: 'endpoints', label: 'Endpoints' },
      { name: 'share', label: nameShare(report) },
      ...(isLived ? [historyColumn] : []),
    ],
    rows: groups
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .map((group) => renderGroup(group, report)),
  });
  return { id: `${by}s`, title: `${label}s`, body };
}

function renderGroup(group: Group, report: Report): Markup {
  const { name, rows, fileErrors } = group;
  const endpoints = rows.map(({ endpoint }) => endpoint);
  const passing = findPassing(endpoints);
  const wrong = fileErrors + (passing === null ? 0 : passing.judged - passing.passed);
  // A group without endpoints links to the findings about its file.
  const head = rows.length === 0 ? html`<a href="#files">${name}</a>` : name;
  return html`<tbody>
    <tr>
      <th scope="row">${head}</th>
      <td data-key="${wrong}">${renderState(group, listCounts(report, endpoints))}</td>
      <td data-label="Endpoints">${rows.length}</td>
      <td data-label="${nameShare(report)}">${passing === null ? null : renderShare(passing.share)}</td>
      ${hasHistory(report) ? renderSharedHistoryCell(endpoints, report) : null}
    </tr>
  </tbody>`;
}

/** The state of a group in one line, worst first: what is wrong with its files, and how many endpoints have which verdict. */
function renderState({ rows, fileErrors }: Group, counts: readonly VerdictCount[]): Markup {
  const present = counts.filter(({ count }) => count > 0);
  const ofFiles =
    fileErrors === 0 ? [] : [html`<b class="error">${formatAmount(fileErrors, 'file error')}</b>`];
  const ofEndpoints = present.map(({ verdict, name, count }) => {
    const isAll = present.length === 1 && rows.length > 1;
    return html`<b class="${verdict}">${isAll ? `all ${count}` : count} ${name}</b>`;
  });
  return html`${[...ofFiles, ...ofEndpoints].map((part, at) => (at === 0 ? part : [', ', part]))}`;
}

function renderShare(share: number): Markup {
  return html`${formatShare(share)}<svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">
      <rect class="pass" width="${(share * 100).toFixed(1)}" />
    </svg>`;
}
