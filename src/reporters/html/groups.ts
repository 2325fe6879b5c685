import type { Report } from '../../model/report.js';
import { type Section, showText } from './markup.js';
import { groupBy } from '../findings.js';
import { listStandings, type Standing, worstFirst } from './standing.js';
import { type Column, renderHead } from './table.js';
import { formatAmount } from '../summary.js';

const columns: readonly Column[] = [
  { name: 'endpoints', label: 'Endpoints' },
  { name: 'fail', label: 'Fail' },
  { name: 'invalid', label: 'Invalid' },
  { name: 'inconclusive', label: 'Inconclusive' },
  { name: 'skipped', label: 'Skipped' },
  { name: 'pass', label: 'Pass' },
  { name: 'share', label: 'Passing' },
];

/** The verdicts of each chain or provider; null where no endpoint has one. */
export function renderGroups(report: Report, by: 'chain' | 'provider'): Section | null {
  const named = listStandings(report).filter(({ endpoint }) => endpoint[by] !== null);
  if (named.length === 0) return null;
  const groups = [...groupBy(named, ({ endpoint }) => endpoint[by] ?? '')].sort(([a], [b]) =>
    a.localeCompare(b, 'en'),
  );
  const own: Column = { name: 'name', label: by === 'chain' ? 'Chain' : 'Provider' };
  const body = `<table id="${by}s-table" class="groups">
<caption>${formatAmount(groups.length, by)}. Passing is the share among those that were not skipped.</caption>
${renderHead([own, ...columns])}
<tbody>
${groups.map(([name, standings]) => renderGroup(name, standings)).join('\n')}
</tbody>
</table>`;
  return { id: `${by}s`, title: `${own.label}s`, body };
}

function renderGroup(name: string, standings: readonly Standing[]): string {
  const count = (verdict: string) => standings.filter(({ endpoint }) => endpoint.verdict === verdict).length;
  const judged = standings.filter(({ endpoint }) => endpoint.verdict !== 'skipped').length;
  const share = judged === 0 ? null : (count('pass') / judged) * 100;
  const cells = [
    `<td>${standings.length}</td>`,
    ...worstFirst.map((verdict) => renderAmount(verdict, count(verdict))),
    `<td>${share === null ? '' : renderShare(share)}</td>`,
  ];
  return `<tr><th scope="row">${showText(name)}</th>${cells.join('')}</tr>`;
}

function renderAmount(verdict: string, count: number): string {
  return `<td class="${count === 0 ? 'zero' : verdict}">${count}</td>`;
}

/** Rounded down, so that only all are 100 %. */
function renderShare(share: number): string {
  return `${Math.floor(share)} %<svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="pass" width="${share.toFixed(1)}" height="10"/></svg>`;
}
