import type { EntryFields, EntryList } from '../formats/format.js';
import { formats } from '../formats/index.js';
import { groupBy } from '../model/group-by.js';
import { isMasked } from '../model/access-keys.js';
import { type EndpointReport, type Report, routeKind } from '../model/report.js';
import { fulfils } from '../model/capability.js';
import { escapeJson } from './escape.js';
import { groupFindings, type JudgedEndpoint } from './findings.js';
import type { RenderOptions } from './reporter.js';

/** Rules of a node whose head is old: it is catching up, behind the others of its chain, or has stopped. */
const lateRule = /\/(?:syncing|behind|stale)$/;

/**
 * Renders the endpoints that passed, as JSON: by chain and kind, each as an entry of its registry's format, best first: those without warnings, those
 * with warnings, those that are late. Of alike ones the highest uptime of 30 days counts, if there is a history, then the lowest latency. Urls are as the registry writes them, with any key; what a JSON report has masked is no url any more, and left out.
 */
export function render(report: Report, { require }: Pick<RenderOptions, 'require'>): string {
  const formatOf = new Map(report.files.map(({ path, format }) => [path, format]));
  const passed = groupFindings(report).endpoints.filter(
    ({ endpoint: { verdict, kind, url, facts } }) =>
      verdict === 'pass' && kind !== routeKind && !isMasked(url ?? '') && fulfils(facts, require),
  );
  const chains = [...groupBy(passed, nameChain)].sort(([a], [b]) => (a < b ? -1 : 1));
  const listed = chains.map(([chain, endpoints]) => {
    const kinds = [...groupBy(endpoints, ({ endpoint }) => endpoint.kind)].map(([kind, ofKind]) => {
      const best = ofKind.map((judged) => ({ ...judged, rank: rankEndpoint(judged) }));
      best.sort((a, b) => compareRanks(a.rank, b.rank));
      return [kind, best.map(({ endpoint }) => formatEntry(endpoint, formatOf))] as const;
    });
    return [chain, Object.fromEntries(kinds)] as const;
  });
  return `${escapeJson(JSON.stringify(Object.fromEntries(listed), null, 2))}\n`;
}

/** Its name in the registry; without one, the chain that it serves. */
function nameChain({ endpoint: { chain, facts } }: JudgedEndpoint): string {
  const { chainId } = facts;
  return chain ?? (typeof chainId === 'string' || typeof chainId === 'number' ? String(chainId) : '');
}

/** Numbers to compare in turn; lower is better. */
type Rank = readonly [faults: number, downtime: number, latencyMs: number];

function rankEndpoint({ endpoint: { history, durationMs }, findings }: JudgedEndpoint): Rank {
  const warnings = findings.filter(({ severity }) => severity !== 'notice');
  const isLate = warnings.some(({ rule }) => lateRule.test(rule));
  const faults = isLate ? 2 : warnings.length > 0 ? 1 : 0;
  return [faults, 1 - (history?.uptime30d ?? 1), history?.latencyMs ?? durationMs];
}

function compareRanks(a: Rank, b: Rank): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** An endpoint as its format lists it; with `url` and `provider` if it is in no file. */
function formatEntry(
  { file, kind, url, provider }: EndpointReport,
  formatOf: ReadonlyMap<string, string | null>,
): unknown {
  const name = file === null ? null : formatOf.get(file);
  const format = formats.find((candidate) => candidate.name === name);
  if (format === undefined) return provider === null ? { url } : { provider, url };
  const list = format.lists.find(
    (candidate) =>
      candidate.kind === kind || Object.values(candidate.kindByScheme ?? {}).some((name) => name === kind),
  );
  if (isBare(list, provider)) return url;
  return formatFields(list?.entryFields ?? format.entryFields, url, provider);
}

function isBare(list: EntryList | undefined, provider: string | null): boolean {
  if (list === undefined) return false;
  return list.form === 'strings' || list.form === 'string' || (list.form === 'any' && provider === null);
}

function formatFields(fields: EntryFields, url: string | null, provider: string | null): object {
  const at = fields.id === undefined ? -1 : (url?.indexOf('@') ?? -1);
  const id = at < 0 ? {} : { [fields.id?.name ?? '']: url?.slice(0, at) ?? null };
  const address = { ...id, [fields.address.name]: url?.slice(at + 1) ?? null };
  if (fields.provider === null || provider === null) return address;
  const operator = { [fields.provider.name]: provider };
  return fields.providerFirst === true ? { ...operator, ...address } : { ...address, ...operator };
}
