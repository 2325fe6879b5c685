import type { EndpointReport, Report, Verdict } from '../model/report.js';
import { nameBadges, wholeBadge } from './badge-names.js';
import { escapeJson, escapeTerminal } from './escape.js';
import { groupBy } from './findings.js';
import { maskKeys } from './mask.js';
import type { RenderedFile } from './reporter.js';

/**
 * Renders a badge for each chain and one for all endpoints, as shields.io reads them (shields.io/badges/endpoint-badge). A chain that has files
 * but no endpoints, or none that was probed, gets one that says so, which replaces that of an earlier run.
 */
export function renderBadges({ files, endpoints }: Report): readonly RenderedFile[] {
  const byChain = groupBy(endpoints, ({ chain }) => chain);
  const chains = [...new Set([...files, ...endpoints].flatMap(({ chain }) => chain ?? []))];
  const names = nameBadges(chains);
  return [
    renderBadge(wholeBadge, 'endpoints', endpoints),
    ...chains.map((chain) => renderBadge(names.get(chain) ?? chain, chain, byChain.get(chain) ?? [])),
  ];
}

function renderBadge(name: string, label: string, endpoints: readonly EndpointReport[]): RenderedFile {
  const badge = {
    schemaVersion: 1,
    label: escapeTerminal(maskKeys(label)),
    ...describeEndpoints(endpoints),
  };
  return { name: `${name}.json`, text: `${escapeJson(JSON.stringify(badge))}\n` };
}

/** Inconclusive endpoints are counted apart: they are neither up nor down. */
function describeEndpoints(endpoints: readonly EndpointReport[]): {
  readonly message: string;
  readonly color: string;
} {
  const count = (...verdicts: readonly Verdict[]) =>
    endpoints.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const passed = count('pass', 'ok');
  const judged = passed + count('fail', 'invalid');
  const inconclusive = count('inconclusive');
  const uptime = findUptime(endpoints);
  const parts = [
    judged === 0 ? null : `${passed}/${judged} up`,
    inconclusive === 0 ? null : `${inconclusive} inconclusive`,
    uptime === null ? null : `${formatPercent(uptime)} in 30 days`,
  ];
  const message = parts.filter((part) => part !== null).join(', ');
  const none = endpoints.length === 0 ? 'no endpoints' : 'not checked';
  return {
    message: message === '' ? none : message,
    color: judged === 0 ? 'lightgrey' : chooseColor(passed / judged),
  };
}

/** The mean of the endpoints that were checked; null where nothing is known of any. */
function findUptime(endpoints: readonly EndpointReport[]): number | null {
  const known = endpoints.flatMap(({ verdict, history }) =>
    verdict === 'skipped' ? [] : (history?.uptime30d ?? []),
  );
  return known.length === 0 ? null : known.reduce((sum, share) => sum + share, 0) / known.length;
}

/** Rounded down, so that only all is 100 %; a billionth more, which a mean may lack. */
function formatPercent(share: number): string {
  return `${Math.floor(share * 1_000 + 1e-6) / 10}%`;
}

/** The colours that shields.io has names for, by the least share for each. */
const colors = [
  [1, 'brightgreen'],
  [0.9, 'green'],
  [0.75, 'yellowgreen'],
  [0.5, 'yellow'],
  [Number.MIN_VALUE, 'orange'],
] as const;

function chooseColor(share: number): string {
  return colors.find(([least]) => share >= least)?.[1] ?? 'red';
}
