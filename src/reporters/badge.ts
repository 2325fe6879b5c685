import type { EndpointReport, Report } from '../model/report.js';
import { nameBadges, wholeBadge } from './badge-names.js';
import { describeUptime, findSharedUptime } from './describe-history.js';
import { escapeJson, escapeTerminal } from './escape.js';
import { groupBy } from './findings.js';
import { maskKeys } from './mask.js';
import type { RenderedFile } from './reporter.js';
import { countVerdicts, findPassing, listWorstFirst } from './verdicts.js';

/**
 * Renders a badge for each chain and one for all endpoints, as shields.io reads them (shields.io/badges/endpoint-badge). A chain that has files
 * but no endpoints, or none that was probed, gets one that says so, which replaces that of an earlier run.
 */
export function renderBadges(report: Report): readonly RenderedFile[] {
  const { files, endpoints } = report;
  const byChain = groupBy(endpoints, ({ chain }) => chain);
  const chains = [...new Set([...files, ...endpoints].flatMap(({ chain }) => chain ?? []))];
  const names = nameBadges(chains);
  return [
    renderBadge(wholeBadge, 'endpoints', endpoints, report),
    ...chains.map((chain) => renderBadge(names.get(chain) ?? chain, chain, byChain.get(chain) ?? [], report)),
  ];
}

function renderBadge(
  name: string,
  label: string,
  endpoints: readonly EndpointReport[],
  report: Report,
): RenderedFile {
  const badge = {
    schemaVersion: 1,
    label: escapeTerminal(maskKeys(label)),
    ...describeEndpoints(endpoints, report),
  };
  return { name: `${name}.json`, text: `${escapeJson(JSON.stringify(badge))}\n` };
}

/** Inconclusive endpoints are counted apart: they are neither right nor wrong. The uptime is of the history, in which an endpoint of another chain is up. */
function describeEndpoints(
  endpoints: readonly EndpointReport[],
  report: Report,
): {
  readonly message: string;
  readonly color: string;
} {
  const passing = findPassing(endpoints);
  const { inconclusive } = countVerdicts(endpoints);
  const good = listWorstFirst(endpoints).includes('pass') ? 'pass' : 'ok';
  const uptime = findSharedUptime(endpoints, report);
  const parts = [
    passing === null ? null : `${passing.passed}/${passing.judged} ${good}`,
    inconclusive === 0 ? null : `${inconclusive} inconclusive`,
    uptime?.share == null ? null : describeUptime(uptime),
  ];
  const message = parts.filter((part) => part !== null).join(', ');
  const none = endpoints.length === 0 ? 'no endpoints' : 'not checked';
  return {
    message: message === '' ? none : message,
    color: passing === null ? 'lightgrey' : chooseColor(passing.share),
  };
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
